/**
 * Times vector scans. Takes the fastest of several runs, so other load on the machine counts less.
 * `npx tsx bench/vector-scan.ts [rows…]`; default 10000 100000 1000000, of which the last needs 1 GB.
 */
import { pathToFileURL } from 'node:url';
import type { Ordinal } from '../src/core/record/memory.ts';
import { createVectorIndex } from '../src/engine/vector/arena.ts';
import { nearest } from '../src/engine/vector/nearest.ts';
import { quantize } from '../src/engine/vector/quantize.ts';
import type { VectorIndex, VectorIndexOptions } from '../src/engine/vector/vector-index.ts';
import { createScalarKernel } from '../src/testing/scalar-kernel.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { clusteredVectors } from '../src/testing/vector-recall.ts';

const DIMS = 384;
const DEPTH = 50;
const RUNS = 40;
export const SCAN_SIZES = [10_000, 100_000, 1_000_000];
/** Making a million distinct vectors would take longer than all the scans. */
const DISTINCT = 20_000;
/** Float32 rows of a million memories would need 1.5 GB. */
const MOST_FLOAT_ROWS = 100_000;

/** Milliseconds, except for `rows`. */
export interface ScanTimes {
  rows: number;
  twin: number;
  kernel: number;
  filtered: number;
  signs: number;
  chosen: number;
  /** NaN if there are too many rows. */
  plainFloat: number;
  sweep: number;
  /** The time for reading the sign bits alone. */
  signSweep: number;
}

function measure(run: () => void, runs = RUNS): number {
  run();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function fill(index: VectorIndex, vectors: readonly Int8Array[], rows: number): VectorIndex {
  for (let row = 0; row < rows; row++) index.set(row as Ordinal, [vectors[row % vectors.length]!]);
  return index;
}

function sweep(bytes: number): number {
  // Untouched pages of zeros would all map to one page, which stays in the cache.
  const values = Buffer.alloc(bytes, 2);
  // A native search for a byte that doesn't occur reads all bytes.
  return measure(() => {
    if (values.includes(1)) throw new Error('The swept memory is not what was written');
  });
}

function plainFloatScan(vectors: readonly Float32Array[], query: Float32Array, rows: number): number {
  const values = new Float32Array(rows * DIMS);
  for (let row = 0; row < rows; row++) values.set(vectors[row % vectors.length]!, row * DIMS);
  return measure(() => {
    const scores = new Float32Array(rows);
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let i = 0, at = row * DIMS; i < DIMS; i++, at++) sum += values[at]! * query[i]!;
      scores[row] = sum;
    }
    const best = Uint32Array.from(scores.keys())
      .sort((a, b) => scores[b]! - scores[a]!)
      .subarray(0, DEPTH);
    if (best.length !== DEPTH) throw new Error('Too few rows');
  }, 5);
}

export function scanTimes(sizes: readonly number[]): ScanTimes[] {
  const draw = clusteredVectors(DIMS, 100, seededRandom(1));
  const floats = Array.from({ length: DISTINCT }, draw);
  const vectors = floats.map((vector) => quantize(vector));
  const query = draw();
  return sizes.map((rows) => {
    const scope = { size: rows, allowed: null, count: rows };
    const percent = {
      size: rows,
      allowed: new Uint8Array(rows).map((_, i) => (i % 100 === 0 ? 1 : 0)),
      count: rows / 100,
    };
    const scan = (options: Partial<VectorIndexOptions>, runs?: number): [number, VectorIndex] => {
      const index = fill(createVectorIndex({ dims: DIMS, ...options }), vectors, rows);
      return [measure(() => nearest(index.scan(query, scope).similarity, DEPTH), runs), index];
    };
    const [twin] = scan({ loadKernel: createScalarKernel, signBitRows: Number.POSITIVE_INFINITY }, 3);
    const [kernel, index] = scan({ signBitRows: Number.POSITIVE_INFINITY });
    const filtered = measure(() => nearest(index.scan(query, percent).similarity, DEPTH));
    const [signs] = scan({ signBitRows: 0 });
    const [chosen] = scan({});
    const plainFloat = rows <= MOST_FLOAT_ROWS ? plainFloatScan(floats, query, rows) : Number.NaN;
    return {
      rows,
      twin,
      kernel,
      filtered,
      signs,
      chosen,
      plainFloat,
      sweep: sweep(rows * DIMS),
      signSweep: sweep((rows * DIMS) / 8),
    };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : SCAN_SIZES;
  console.log(
    '| rows | plain float32 | JS twin | SIMD kernel | kernel, 1 % allowed | sign bits | read of all rows | of all sign bits |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const times of scanTimes(sizes)) {
    const { rows, plainFloat, twin, kernel, filtered, signs, sweep: read, signSweep } = times;
    const cells = [plainFloat, twin, kernel, filtered, signs, read, signSweep].map((time) =>
      Number.isNaN(time) ? '–' : time.toFixed(2),
    );
    console.log(`| ${rows.toLocaleString('en')} | ${cells.join(' | ')} |`);
  }
}
