/**
 * Feeds generated inputs to parsers and APIs, which must answer or throw a typed error. The same seed gives the same
 * inputs.
 */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { compileFilters } from '../core/filter/predicate.ts';
import { createReader, type TextFormat } from '../core/import/format.ts';
import { type Explained, PROBLEM_SENTENCES } from '../core/import/problem-sentences.ts';
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
import { fuzzQueries } from './fuzz-queries.ts';
import { FILE_SHAPES, TEXT_SHAPES } from './hostile-shapes.ts';
import { seededRandom } from './seeded-random.ts';

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
const PIECES = [
  ...[
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ';',
    '\t',
    '\r',
    '\n',
    '---\n',
    '<',
    '>',
    '&#x41;',
    '`',
    '#',
    '[[',
    ']]',
  ],
  ...[
    '__proto__',
    'constructor',
    '"__proto__":{"polluted":1},',
    'null',
    '1e999',
    '-0',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '*x',
    '&x ',
    '!!js/function ',
    '<<: *x\n',
    '? ',
    '- ',
    '| \n',
    '%YAML 9\n',
    '99999999999999999999',
    'true',
    '{"text":"a"}',
  ],
];
const SHAPES = [...Object.values(TEXT_SHAPES), ...Object.values(FILE_SHAPES)];

export const FUZZ_KINDS = [
  'query',
  'json',
  'jsonl',
  'markdown',
  'csv',
  'bookmarks',
  'text',
  'metadata',
  'filters',
  'snapshot',
  'blocks',
  'messages',
] as const;
export type FuzzKind = (typeof FUZZ_KINDS)[number];

class Generator {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  text(sample: string): string {
    if (this.below(12) === 0) return this.one(SHAPES)(this.below(2_000));
    let text = sample;
    for (let changes = 1 + this.below(6); changes > 0; changes--) {
      const at = this.below(text.length + 1);
      const end = at + this.below(this.below(4) === 0 ? 40 : 4);
      const other = this.below(text.length + 1);
      const put = this.one([
        '',
        this.one(PIECES),
        this.one(PIECES).repeat(this.below(60)),
        text.slice(other, other + this.below(60)),
        String.fromCodePoint(this.below(0x110000)),
      ]);
      text = text.slice(0, at) + put + text.slice(end);
    }
    return text;
  }

  bytes(sample: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(sample);
    for (let changes = 1 + this.below(5); changes > 0; changes--) {
      bytes[this.below(bytes.length)] = this.one([0, 1, 127, 128, 255, this.below(256)]);
    }
    return this.below(4) === 0 ? bytes.slice(0, this.below(bytes.length)) : bytes;
  }

  value(depth = 0): unknown {
    const kind = this.below(depth > 5 ? 12 : 17);
    if (kind < 3) return this.one([0, -0, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1.5, this.below(1e9)]);
    if (kind < 5) return this.one(PIECES).repeat(this.below(4));
    if (kind < 6) return this.one([true, false, null, undefined]);
    if (kind < 7) return BigInt(this.below(1e9));
    if (kind < 8) return this.one([Symbol('s'), () => 1, new Date(Number.NaN), /x/, new Map(), new Uint8Array(3)]);
    if (kind < 12) return this.one(['a', 'text', '2026-01-02', '99999-99-99', '']);
    if (kind < 14) return Array.from({ length: this.below(5) }, () => this.value(depth + 1));
    if (kind === 14) {
      const cycle: { self?: unknown } = {};
      cycle.self = cycle;
      return cycle;
    }
    return this.record(depth, ['a', 'b', '__proto__', 'constructor', 'toString', 'a.b', '', '0', 'length']);
  }

  record(depth: number, keys: readonly string[]): object {
    const record = Object.create(this.below(9) === 0 ? null : Object.prototype) as object;
    for (let count = this.below(5); count > 0; count--) {
      const descriptor = { value: this.value(depth + 1), enumerable: true, configurable: true, writable: true };
      Object.defineProperty(record, this.one(keys), descriptor);
    }
    return record;
  }
}

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

function refused(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!isHybridSearchError(error) || error.code === 'internal') throw error;
  }
}

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
  const target = targetOf(kind, generator, seed, count);
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
  kind: FuzzKind,
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

function isWorded({ reason, values = {} }: Explained): boolean {
  if (!reason || !Object.hasOwn(PROBLEM_SENTENCES, reason)) return false;
  return [...PROBLEM_SENTENCES[reason].matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in values);
}

function readFile(format: TextFormat, text: string): void {
  const reader = createReader(format, { path: 'a', hash: contentHash, split: true });
  const middle = text.length >> 1;
  for (const rows of [reader.push(text.slice(0, middle)), reader.push(text.slice(middle)), reader.end()]) {
    for (const row of rows) {
      if ('input' in row) refused(() => checkMemory(row.input));
      else if ('code' in row && !isWorded(row)) throw new Error(`No sentence for ${JSON.stringify(row)}`);
    }
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
