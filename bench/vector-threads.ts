/** What two threads would gain in the vector scan. Runs in Node; a page would have to be cross-origin isolated. */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Ordinal } from '../src/core/record/memory.ts';
import { createVectorIndex } from '../src/engine/vector/arena.ts';
import { nearest } from '../src/engine/vector/nearest.ts';
import { quantize } from '../src/engine/vector/quantize.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { clusteredVectors } from '../src/testing/vector-recall.ts';

const DIMS = 384;
const DEPTH = 50;
const RUNS = 40;
const DISTINCT = 5_000;
const ASKED = 0;
const ANSWERED = 1;

function halfOf(rows: number): () => void {
  const draw = clusteredVectors(DIMS, 100, seededRandom(1));
  const vectors = Array.from({ length: DISTINCT }, () => quantize(draw()));
  const query = draw();
  const index = createVectorIndex({ dims: DIMS, signBitRows: 0, signBitCandidates: 1_000 });
  const half = rows / 2;
  for (let row = 0; row < half; row++) index.set(row as Ordinal, [vectors[row % DISTINCT]!]);
  return () => {
    nearest(index.scan(query, { size: half, allowed: null, count: half }).similarity, DEPTH);
  };
}

/** Returns the milliseconds until both halves are scanned, in the fastest of 40 runs. */
export async function twoThreads(rows: number): Promise<number> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  // A worker doesn't inherit the TypeScript loader.
  const start = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(import.meta.url)})))`;
  const worker = new Worker(start, { eval: true, workerData: { rows, shared } });
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
  });
  const scan = halfOf(rows);
  await Promise.race([failed, new Promise((resolve) => worker.once('message', resolve))]);
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= RUNS; run++) {
    const start = performance.now();
    Atomics.store(shared, ASKED, run);
    Atomics.notify(shared, ASKED);
    scan();
    while (Atomics.load(shared, ANSWERED) < run) Atomics.wait(shared, ANSWERED, run - 1);
    fastest = Math.min(fastest, performance.now() - start);
  }
  await worker.terminate();
  return fastest;
}

if (!isMainThread) {
  const { rows, shared } = workerData as { rows: number; shared: Int32Array };
  const { parentPort } = await import('node:worker_threads');
  const scan = halfOf(rows);
  parentPort!.postMessage('ready');
  for (let run = 1; ; run++) {
    while (Atomics.load(shared, ASKED) < run) Atomics.wait(shared, ASKED, run - 1);
    scan();
    Atomics.store(shared, ANSWERED, run);
    Atomics.notify(shared, ANSWERED);
  }
}
