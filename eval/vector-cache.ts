/** Vectors on disk. Append-only, because two processes may write at once. An incomplete end is ignored. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Correction, correctedText } from '../src/core/query/corrected-text.ts';
import { quantize } from '../src/engine/vector/quantize.ts';
import {
  type Chunk,
  type ChunkSource,
  type EmbedderApi,
  passageOf,
  type QueryEmbedding,
} from '../src/protocol/embedder-api.ts';
import type { Remote } from '../src/protocol/rpc.ts';

export interface CachedEmbedder {
  /** Returns chunks and vectors in the order of the sources. Vectors are int8, as the engine stores them. */
  documents(
    sources: readonly ChunkSource[],
    onProgress: (done: number, total: number) => void,
  ): Promise<{ chunks: Chunk[]; vectors: Int8Array[] }[]>;
  query(text: string, corrections?: readonly Correction[]): Promise<QueryEmbedding>;
}

/** Text, vocabulary coverage, vector, known words. Queries of old lines, which lack those, are embedded again. */
type CachedQuery = [string, number, string, string[]?];

const KEY_BYTES = 32;
const SOURCES_AT_ONCE = 32;

export async function createCachedEmbedder(
  embedder: Remote<EmbedderApi>,
  names: { model: string; fingerprint: string },
  dims: number,
  cacheDir: string,
): Promise<CachedEmbedder> {
  // Unlike vectors, chunks depend on the chunker, so their file's name has the fingerprint.
  const folder = join(cacheDir, names.model.replace(/[^\w.-]+/g, '_'));
  mkdirSync(folder, { recursive: true });
  const vectorFile = join(folder, 'vectors.bin');
  const chunkFile = join(folder, `chunks-${names.fingerprint.replace(/[^\w.-]+/g, '_')}.jsonl`);
  const queryFile = join(folder, 'queries.jsonl');
  const vectors = readVectors(vectorFile, dims);
  const chunkLists = new Map<string, Chunk[]>();
  for (const [key, list] of readJsonLines<[string, [string, number, number][]]>(chunkFile)) {
    chunkLists.set(
      key,
      list.map(([hash, start, end]) => ({ hash, start, end })),
    );
  }
  const queries = new Map<string, QueryEmbedding>();
  for (const [text, coverage, base64, knownWords] of readJsonLines<CachedQuery>(queryFile)) {
    if (knownWords === undefined) continue;
    const bytes = Buffer.from(base64, 'base64');
    const vector = new Float32Array(new Uint8Array(bytes).buffer);
    queries.set(text, {
      text: text.trim(),
      vector,
      vocabularyCoverage: coverage,
      knownWords,
      milliseconds: 0,
      cached: true,
    });
  }

  async function query(text: string, corrections: readonly Correction[] = []): Promise<QueryEmbedding> {
    const known = queries.get(text);
    if (known !== undefined) {
      const typos = corrections.filter(({ from }) => !known.knownWords.includes(from));
      const corrected = correctedText(text, typos);
      return corrected === text ? known : query(corrected);
    }
    const fresh = await embedder.call('embedQuery', [text]);
    const base64 = Buffer.from(fresh.vector.buffer, fresh.vector.byteOffset, fresh.vector.byteLength).toString(
      'base64',
    );
    const row: CachedQuery = [text, fresh.vocabularyCoverage, base64, [...fresh.knownWords]];
    appendFileSync(queryFile, `${JSON.stringify(row)}\n`);
    queries.set(text, fresh);
    return query(text, corrections);
  }

  return {
    async documents(sources, onProgress) {
      const keys = sources.map((source) =>
        digest(JSON.stringify([source.title, source.text, source.context])).toString('hex'),
      );
      const unknown = sources.flatMap((source, at) => (chunkLists.has(keys[at]!) ? [] : [{ source, key: keys[at]! }]));
      for (let at = 0; at < unknown.length; at += SOURCES_AT_ONCE) {
        const some = unknown.slice(at, at + SOURCES_AT_ONCE);
        const lists = await embedder.call('chunk', [some.map(({ source }) => source)]);
        some.forEach(({ key }, index) => {
          chunkLists.set(key, lists[index]!);
          const packed = lists[index]!.map(({ hash, start, end }) => [hash, start, end]);
          appendFileSync(chunkFile, `${JSON.stringify([key, packed])}\n`);
        });
      }
      const missing = sources.flatMap((source, at) =>
        chunkLists
          .get(keys[at]!)!
          .filter(({ hash }) => !vectors.has(keyOf(hash)))
          .map((chunk) => passageOf(source, chunk)),
      );
      for (let at = 0; at < missing.length; at += SOURCES_AT_ONCE) {
        const some = missing.slice(at, at + SOURCES_AT_ONCE);
        const embedded = await embedder.call('embedPassages', [some]);
        const records = some.map(({ hash }, index) => {
          const vector = quantize(embedded[index]!);
          vectors.set(keyOf(hash), vector);
          return Buffer.concat([digest(hash), Buffer.from(vector.buffer, vector.byteOffset, dims)]);
        });
        appendFileSync(vectorFile, Buffer.concat(records));
        onProgress(at + some.length, missing.length);
      }
      return keys.map((key) => {
        const chunks = chunkLists.get(key)!;
        return { chunks, vectors: chunks.map(({ hash }) => vectors.get(keyOf(hash))!) };
      });
    },
    query,
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function keyOf(hash: string): string {
  return digest(hash).toString('latin1');
}

function readVectors(file: string, dims: number): Map<string, Int8Array> {
  const vectors = new Map<string, Int8Array>();
  if (!existsSync(file)) return vectors;
  const bytes = readFileSync(file);
  const record = KEY_BYTES + dims;
  for (let at = 0; at + record <= bytes.length; at += record) {
    const key = bytes.toString('latin1', at, at + KEY_BYTES);
    vectors.set(key, new Int8Array(bytes.buffer, bytes.byteOffset + at + KEY_BYTES, dims));
  }
  return vectors;
}

function readJsonLines<Row>(file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as Row);
}
