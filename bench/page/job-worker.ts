/**
 * The worker of the benchmark's jobs: fills a store without the model, or times reading vectors, ranking, or
 * MiniSearch. The page ends it after one job.
 */
import MiniSearch from 'minisearch';
import { BGE_SMALL, fingerprintOf, modelProfile } from '../../src/core/model-profiles.ts';
import { competitionRanks } from '../../src/core/ranking/competition-ranks.ts';
import { fuse, rowRanking } from '../../src/core/ranking/fuse.ts';
import { chunkSource } from '../../src/core/record/chunk-source.ts';
import { contentHash } from '../../src/core/record/content-hash.ts';
import type { Memory, Ordinal } from '../../src/core/record/memory.ts';
import { validateMemory } from '../../src/core/record/validate-memory.ts';
import { CHUNKER_VERSION, chunkPrefix, passageText } from '../../src/core/text/chunk.ts';
import { createDurableStore } from '../../src/engine/recovery/durable-store.ts';
import type { StoredChunks } from '../../src/engine/store/memory-store.ts';
import { createVectorIndex } from '../../src/engine/vector/arena.ts';
import { distractors } from '../../src/testing/distractors.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { writeDecisions } from '../../src/testing/write-decisions.ts';

const RUNS = 60;
const BATCH = 500;
const VECTOR_BATCH = 1_024;
/** Noise added to each component of an int8 row, so that rows near the same vector have a cosine of about 0.9. */
const NOISE = 8;
const FINGERPRINT = fingerprintOf(modelProfile(BGE_SMALL), CHUNKER_VERSION);
const DIMS = modelProfile(BGE_SMALL).dims;

function* memories(count: number, seed = 1): Generator<Memory> {
  const context = {
    now: Date.UTC(2026, 10, 1),
    newId: () => crypto.randomUUID(),
    hash: contentHash,
    conversationTtlMs: 0,
  };
  for (let done = 0, part = 0; done < count; part++) {
    const inputs = distractors(Math.min(10_000, count - done), seed + part);
    for (const input of inputs) yield validateMemory(input, context);
    done += inputs.length;
  }
}

/** Returns the text as one chunk, with the hash that the chunker would give it. The text fits the model's window. */
function onlyChunk(memory: Memory): StoredChunks {
  const source = chunkSource(memory);
  const range = { start: 0, end: memory.text.length };
  const prefix = chunkPrefix(source, (text) => text.split(/\s+/).length);
  return {
    contentHash: memory.contentHash,
    chunks: [{ ...range, hash: contentHash(passageText(source, range, prefix)) }],
  };
}

function near(row: Int8Array, random: () => number): Int8Array {
  return row.map((value) => Math.max(-127, Math.min(127, value + Math.round((random() * 2 - 1) * NOISE))));
}

/** The types for pages lack this method, because only workers have it. */
interface InWorkers {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array): number;
    read(bytes: Uint8Array, options: { at: number }): number;
    flush(): void;
    close(): void;
  }>;
}

/** Returns the milliseconds for reading a file that was just written. */
async function fileRead(byteLength: number): Promise<number> {
  const folder = await navigator.storage.getDirectory();
  const name = 'bench-bytes';
  const handle = await folder.getFileHandle(name, { create: true });
  const access = await (handle as unknown as InWorkers).createSyncAccessHandle();
  access.write(new Uint8Array(byteLength).fill(1));
  access.flush();
  const start = performance.now();
  const read = access.read(new Uint8Array(byteLength), { at: 0 });
  const milliseconds = performance.now() - start;
  access.close();
  await folder.removeEntry(name);
  if (read !== byteLength) throw new Error(`Only ${read} of ${byteLength} bytes were read`);
  return milliseconds;
}

const jobs = {
  /** @param vectors rows made by a model; each memory gets a row near a random one */
  async seed(name: string, count: number, vectors: Int8Array[]): Promise<{ textBytes: number }> {
    const store = createDurableStore(name);
    await store.open();
    const random = seededRandom(7);
    const encoder = new TextEncoder();
    let textBytes = 0;
    let batch: Memory[] = [];
    let rows = new Map<string, Int8Array>();
    const writeRows = async (): Promise<void> => {
      if (rows.size > 0) await store.derived.writeVectors(FINGERPRINT, rows);
      rows = new Map();
    };
    const write = async (): Promise<void> => {
      const full = batch;
      batch = [];
      await writeDecisions(
        store,
        full.map(({ id }) => id),
        () => full,
      );
      if (vectors.length === 0) return;
      const chunks = new Map(full.map((memory) => [memory.id, onlyChunk(memory)]));
      await store.derived.writeChunks(FINGERPRINT, chunks);
      for (const { chunks: list } of chunks.values()) {
        rows.set(list[0]!.hash, near(vectors[Math.floor(random() * vectors.length)]!, random));
      }
      if (rows.size >= VECTOR_BATCH) await writeRows();
    };
    for (const memory of memories(count)) {
      textBytes += encoder.encode((memory.title ?? '') + memory.text).length;
      batch.push(memory);
      if (batch.length === BATCH) await write();
    }
    if (batch.length > 0) await write();
    await writeRows();
    await store.close();
    return { textBytes };
  },

  /** `file` is the time for reading as many bytes from one file. */
  async vectorsReady(name: string, count: number): Promise<{ rows: number; read: number; fill: number; file: number }> {
    // A real start gets these hashes from its snapshot.
    const hashes = Array.from(memories(count), (memory) => onlyChunk(memory).chunks[0]!.hash);
    const store = createDurableStore(name);
    await store.open();
    const start = performance.now();
    const all = await store.derived.readAllVectors(FINGERPRINT, DIMS);
    const read = performance.now();
    const index = createVectorIndex({ dims: DIMS });
    for (const [ordinal, hash] of hashes.entries()) {
      const row = all.get(hash);
      if (row) index.set(ordinal as Ordinal, [row]);
    }
    const end = performance.now();
    await store.close();
    return { rows: index.rows, read: read - start, fill: end - read, file: await fileRead(index.rows * DIMS) };
  },

  /** Milliseconds of ranking and fusion, fastest of `RUNS`. Half of the rows have a word, a third exceed the mean. */
  ranksAlone(rows: number): number {
    const random = seededRandom(5);
    const evidence = [0.5, 0.33].map((share) =>
      Float32Array.from({ length: rows }, () => (random() < share ? random() * 9 : 0)),
    );
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      const arms = evidence.map((own, at) =>
        rowRanking(at === 0 ? 'keyword' : 'semantic', own, competitionRanks(own), 0.5),
      );
      fuse(arms, rows, { kind: 'rrf', k: 60 });
      least = Math.min(least, performance.now() - start);
    }
    return least;
  },

  /** Times MiniSearch with the options that its introduction shows. */
  async miniSearch(count: number, queries: string[]): Promise<{ build: number; load: number; times: number[] }> {
    const options = {
      fields: ['title', 'text', 'tags'],
      searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
    };
    const documents = [...memories(count)].map(({ id, title = '', text, tags }) => ({
      id,
      title,
      text,
      tags: tags.join(' '),
    }));
    const start = performance.now();
    const built = new MiniSearch<{ id: string; title: string; text: string; tags: string }>(options);
    built.addAll(documents);
    const build = performance.now() - start;
    const json = JSON.stringify(built);
    const begin = performance.now();
    const index = MiniSearch.loadJSON<{ id: string }>(json, options);
    const load = performance.now() - begin;
    const times: number[] = [];
    for (const query of queries) {
      const at = performance.now();
      index.search(query).slice(0, 10);
      times.push(performance.now() - at);
    }
    return { build, load, times };
  },
};
export type Jobs = typeof jobs;

self.onmessage = async ({ data }: MessageEvent<{ name: keyof Jobs; args: unknown[] }>) => {
  try {
    const job = jobs[data.name] as (...args: unknown[]) => Promise<unknown>;
    self.postMessage({ value: await job(...data.args) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
