/** Feeds generated inputs to parsers and APIs, which must answer or throw a typed error. Same seed, same inputs. */
import { HybridSearchError } from '../core/errors.ts';
import { compileFilters } from '../core/filter/predicate.ts';
import { type DocumentFormat, isDocument } from '../core/import/document-formats.ts';
import { createReader, TEXT_FORMATS, type TextFormat } from '../core/import/format.ts';
import { IMPORT_FORMATS } from '../core/import/report.ts';
import { parseQuery } from '../core/query/parse.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { type Ordinal, toRow } from '../core/record/memory.ts';
import { checkMemory, validateMemory } from '../core/record/validate-memory.ts';
import { runAtOnce } from '../core/steps.ts';
import { createKeywordIndex } from '../engine/keyword/bm25-index.ts';
import { TabChannel } from '../engine/store/presence.ts';
import { packBlock, unpackBlock } from '../engine/store/vector-block.ts';
import { packRows } from '../engine/table/packed-rows.ts';
import { createTable } from '../engine/table/table.ts';
import { Trashed } from '../engine/table/trashed.ts';
import { decodeFrames } from '../engine/wal/frames.ts';
import { loadSnapshots } from '../engine/write/snapshots.ts';
import { createStartMarks } from '../engine/write/start-marks.ts';
import { Caller } from '../protocol/call.ts';
import { serve } from '../protocol/serve.ts';
import { APP_SAMPLES } from './app-exports.ts';
import { documentTarget } from './fuzz-documents.ts';
import { Generator } from './fuzz-generator.ts';
import { fuzzQueries } from './fuzz-queries.ts';
import { checkRow, refused } from './fuzz-rows.ts';

const SAMPLES: { readonly [format in TextFormat]: string } = {
  ...APP_SAMPLES,
  json: '{"memories": [{"id": "1", "text": "a,]}\\"[", "n": [1, {"b": "}"}], "createdAt": "2026-01-02"},\n {"text": 2}, {"text": "ü", "tags": ["x"]} ], "x": {"y": [1]}}',
  jsonl:
    '{"format":"hybrid-search-backup","version":1,"vectors":{"fingerprint":"f","dims":4}}\n{"vectors":{"h":"AAAA"}}\n{"text": "ü😀", "importance": 3}\n',
  markdown:
    '---\ntitle: T\ntags: [a, "#b"]\ndate: 2026-01-02\nnested: {a: [1, .nan]}\nlist:\n  - &x y\n  - *x\n---\n# **Head** [[Link|l]]\n\nText #tag `code` [[Other#part]]\n```\nfenced\n```\n',
  csv: 'title,text,"odd ""name""",tags,metadata\r\na,"b\n""c""",1,"x, y","{""k"": 1}"\r\n\r\nd,e\r\n',
  bookmarks:
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3 ADD_DATE="1">F &amp; G</H3><DL><p><DT><A HREF="https://a.b/?x=1&amp;y=2" ADD_DATE="1700000000" TAGS="a,b">A</A><DD>d</DL></DL>',
  text: 'line one\nline two\n',
};
export const FUZZ_KINDS = [
  'query',
  ...TEXT_FORMATS,
  ...IMPORT_FORMATS.filter(isDocument),
  'metadata',
  'filters',
  'snapshot',
  'blocks',
  'messages',
] as const;
export type FuzzKind = (typeof FUZZ_KINDS)[number];

const MEMORY_KEYS = [
  'id',
  'title',
  'text',
  'tags',
  'links',
  'images',
  'metadata',
  'createdAt',
  'expiresAt',
  'role',
  'x',
];
const FILTER_KEYS = [
  'tags',
  'type',
  'startDate',
  'metadata',
  'metadataFilters',
  'ids',
  'and',
  'not',
  'minConfidence',
  '__proto__',
];
const FILTER_PARTS = ['path', 'key', 'operator', 'value'];

function savedSnapshots(): { rows: Uint8Array; keyword: Uint8Array } {
  const index = createKeywordIndex();
  const context = { now: 1, newId: () => 'id', hash: contentHash, conversationTtlMs: 0 };
  const entries = Array.from({ length: 8 }, (_, at) => {
    const given = { title: `note ${at}`, text: 'snake_case the cache 東京', tags: ['a'], metadata: { k: [at] } };
    const memory = validateMemory({ id: `id-${at}`, ...given }, context);
    index.add({ ordinal: at as unknown as Ordinal, ...given, aliases: ['N'], links: ['x'] });
    return { row: toRow(memory, at + 1), links: ['x'] };
  });
  return { rows: runAtOnce(packRows(entries)), keyword: runAtOnce(index.toBytes()) };
}

const SNAPSHOT_META = { format: 6, seq: 1, generation: 'g', fingerprint: 'f', pairing: 'p', trashed: [] };

function load({ rows, keyword }: { rows: Uint8Array; keyword: Uint8Array }) {
  const read = (bytes: Uint8Array) => Promise.resolve({ meta: SNAPSHOT_META, bytes: bytes as Uint8Array<ArrayBuffer> });
  return loadSnapshots(
    { rows: read(rows), keyword: read(keyword) },
    { table: createTable(), trashed: new Trashed(), keyword: createKeywordIndex() },
    'f',
    createStartMarks(),
  );
}

/** If undamaged snapshots didn't load, fuzzing them would prove nothing. */
export async function soundSnapshotsLoad(): Promise<boolean> {
  return (await load(savedSnapshots())).keyword;
}

function silentEndpoint() {
  const listeners = new Set<(event: MessageEvent) => void>();
  return {
    postMessage() {},
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MessageEvent) => void) => void listeners.delete(listener),
    hear: (data: unknown) => {
      for (const listener of [...listeners]) listener({ data } as MessageEvent);
    },
  };
}

export async function fuzz(
  kind: FuzzKind,
  seed: number,
  count: number,
  note: (input: unknown, milliseconds: number, fault: unknown) => void,
): Promise<void> {
  const generator = new Generator(seed);
  const target = isDocument(kind) ? await documentTarget(kind, generator) : targetOf(kind, generator, seed, count);
  for (let done = 0; done < count; done++) {
    const { input, run } = target();
    const start = process.cpuUsage();
    let fault: unknown;
    try {
      await run();
    } catch (error) {
      fault = error;
    }
    const { user, system } = process.cpuUsage(start);
    note(input, (user + system) / 1_000, fault);
  }
}

function targetOf(
  kind: Exclude<FuzzKind, DocumentFormat>,
  generator: Generator,
  seed: number,
  count: number,
): () => { input: unknown; run: () => unknown } {
  switch (kind) {
    case 'query': {
      const queries = fuzzQueries(seed, count);
      return () => {
        const input = queries.pop()!;
        return { input, run: () => parseQuery(input) };
      };
    }
    case 'metadata':
      return () => {
        const input = generator.below(2)
          ? { text: 'a', metadata: generator.value() }
          : generator.record(0, MEMORY_KEYS);
        return { input, run: () => refused(() => checkMemory(input)) };
      };
    case 'filters':
      return () => {
        const input = generator.below(2)
          ? { metadataFilters: [generator.record(1, FILTER_PARTS)] }
          : generator.record(0, FILTER_KEYS);
        return { input, run: () => refused(() => compileFilters(input)) };
      };
    case 'snapshot': {
      const saved = savedSnapshots();
      return () => {
        const spoilt = generator.below(2) ? 'rows' : 'keyword';
        const input = { ...saved, [spoilt]: generator.bytes(saved[spoilt]) };
        return { input, run: () => load(input) };
      };
    }
    case 'blocks': {
      const block = packBlock('f', 0, 8, [['h', new Int8Array(8).fill(3)]]);
      const frame = new TextEncoder().encode('HSJ1 and what a frame might hold');
      return () => {
        const input = { ...block, [generator.one(Object.keys(block))]: generator.value() };
        const bytes = generator.bytes(frame);
        return { input, run: () => [refused(() => unpackBlock(input as never)), decodeFrames(bytes, 1)] };
      };
    }
    case 'messages': {
      const called = silentEndpoint();
      const serving = silentEndpoint();
      const caller = new Caller<{ work(): Promise<void> }>(called, { heartbeat: 1e9 });
      serve({ work: async () => {} }, serving);
      const tab = new TabChannel('fuzz', true);
      const stranger = new BroadcastChannel('hybrid-search/fuzz');
      const keys = ['kind', 'id', 'method', 'args', 'value', 'name'];
      const kinds = ['call', 'abort', 'result', 'progress', 'event', 'ping', 'pong', 'changed', 'destroyed', 'x'];
      let left = count;
      return () => {
        const record = generator.record(3, keys);
        const input = generator.below(3) ? { ...record, kind: generator.one(kinds) } : generator.value();
        const run = async (): Promise<void> => {
          caller.call('work', []).catch(() => {});
          serving.hear(input);
          called.hear(input);
          if (isCloneable(input)) stranger.postMessage(input);
          if (--left % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
          if (left > 0) return;
          caller.close(new HybridSearchError('closed'));
          tab.close();
          stranger.close();
        };
        return { input, run };
      };
    }
    default:
      return () => {
        const input = generator.text(SAMPLES[kind]);
        return { input, run: () => readFile(kind, input) };
      };
  }
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function readFile(format: TextFormat, text: string): void {
  const reader = createReader(format, { path: 'a', hash: contentHash, split: true });
  const middle = text.length >> 1;
  for (const rows of [reader.push(text.slice(0, middle)), reader.push(text.slice(middle)), reader.end()]) {
    for (const row of rows) checkRow(row);
  }
}

const PROTOTYPES = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Function.prototype,
  Map.prototype,
  Error.prototype,
];

export function prototypeNames(): string {
  return PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join('\n');
}
