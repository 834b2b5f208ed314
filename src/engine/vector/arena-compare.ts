/** Calls the kernel. Writes its arguments to scratch memory and reads its results from there. */

import type { Scope } from '../../core/filter/scope.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import { BLOCK_ROWS, STATISTICS_BYTES } from './kernel/scan-kernel.ts';
import type { QuantizedQuery } from './quantize.ts';
import type { RowBlocks } from './row-blocks.ts';
import type { SemanticScan } from './vector-index.ts';

export function scanRows(
  blocks: RowBlocks,
  query: QuantizedQuery,
  meanShare: number,
  { allowed, size }: Scope,
  arrays: RowArrays,
): SemanticScan {
  const [table, , queryAt, allowedAt, scores, similaritiesAt, bestChunksAt, statistics] = blocks.scratch([
    blocks.stride * 2,
    size,
    BLOCK_ROWS * 4,
    size * 4,
    size * 4,
    STATISTICS_BYTES,
  ]) as [number, number, number, number, number, number, number, number];
  const buffer = blocks.kernel.buffer();
  writeQuery(blocks, query, queryAt);
  if (allowed) new Uint8Array(buffer, allowedAt, size).set(allowed.subarray(0, size));
  const similarities = new Float32Array(buffer, similaritiesAt, size).fill(Number.NaN);
  const bestChunks = new Int32Array(buffer, bestChunksAt, size).fill(-1);
  blocks.kernel.scan(
    table,
    blocks.rows,
    blocks.stride,
    queryAt,
    query.inverseNorm,
    meanShare,
    allowed ? allowedAt : 0,
    size,
    scores,
    similaritiesAt,
    bestChunksAt,
    statistics,
  );
  const [sum, squares] = [...new Float64Array(buffer, statistics, 2)] as [number, number];
  const [embedded, rows] = [...new Int32Array(buffer, statistics + 16, 2)] as [number, number];
  const similarity = arrays.float32(size);
  const bestChunk = arrays.int32(size);
  similarity.set(similarities);
  bestChunk.set(bestChunks);
  return {
    similarity,
    bestChunk,
    ...moments(sum, squares, embedded),
    embedded,
    rows,
    plan: allowed ? 'filtered' : 'full',
  };
}

/** Returns the nearest rows by sign bits, in row order. */
export function candidateRows(
  blocks: RowBlocks,
  query: QuantizedQuery,
  { allowed, size }: Scope,
  most: number,
): Uint32Array {
  blocks.sign();
  const limit = Math.min(most, blocks.rows);
  const [table, signTable, signsAt, allowedAt, distances, histogram, candidates] = blocks.scratch([
    blocks.stride / 8,
    size,
    2 * limit * 2,
    (blocks.stride + 1) * 4,
    2 * limit * 4,
  ]) as [number, number, number, number, number, number, number];
  const buffer = blocks.kernel.buffer();
  if (allowed) new Uint8Array(buffer, allowedAt, size).set(allowed.subarray(0, size));
  const signs = new Uint8Array(buffer, signsAt, blocks.stride / 8).fill(0);
  query.components.forEach((component, i) => {
    if (component < 0) signs[i >> 3]! |= 1 << (i & 7);
  });
  const found = blocks.kernel.nearestSigns(
    table,
    signTable,
    blocks.rows,
    blocks.stride,
    signsAt,
    allowed ? allowedAt : 0,
    size,
    distances,
    histogram,
    candidates,
    limit,
  );
  return new Uint32Array(buffer, candidates, found).slice();
}

/** Rounded like the kernel's scan. */
export function cosinesOf(blocks: RowBlocks, query: QuantizedQuery, rows: Uint32Array): Float32Array {
  const [table, , queryAt, list, out] = blocks.scratch([blocks.stride * 2, rows.length * 4, rows.length * 4]) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const buffer = blocks.kernel.buffer();
  writeQuery(blocks, query, queryAt);
  new Uint32Array(buffer, list, rows.length).set(rows);
  blocks.kernel.cosines(table, blocks.stride, queryAt, query.inverseNorm, list, rows.length, out);
  return new Float32Array(buffer, out, rows.length).slice();
}

/**
 * Returns `[rows²]`: at `later · rows + earlier` the cosine of two rows, or NaN if one is −1. The pairs of sixty rows
 * took 1.3 ms in JavaScript, and 0.1 in the kernel.
 */
export function cosinesAmong(blocks: RowBlocks, rows: readonly number[]): Float64Array {
  const count = rows.length;
  const [table, , queryAt, list, out] = blocks.scratch([blocks.stride * 2, count * 4, count * 4]) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const buffer = blocks.kernel.buffer();
  const listed = new Uint32Array(buffer, list, count);
  // Row 0 takes the place of a missing row. Its products are ignored.
  rows.forEach((row, at) => {
    listed[at] = Math.max(0, row);
  });
  const inverseNorms = blocks.inverseNorms(listed);
  const products = new Int32Array(buffer, out, count);
  const cosines = new Float64Array(count * count).fill(Number.NaN);
  for (let later = 1; later < count; later++) {
    if (rows[later]! < 0) continue;
    new Int16Array(buffer, queryAt, blocks.stride).set(blocks.components(rows[later]!));
    blocks.kernel.dots(table, blocks.stride, queryAt, list, later, out);
    for (let earlier = 0; earlier < later; earlier++) {
      if (rows[earlier]! < 0) continue;
      const cosine = products[earlier]! * inverseNorms[earlier]! * inverseNorms[later]!;
      cosines[later * count + earlier] = Math.min(1, Math.max(-1, cosine));
    }
  }
  return cosines;
}

function writeQuery(blocks: RowBlocks, { components }: QuantizedQuery, address: number): void {
  new Int16Array(blocks.kernel.buffer(), address, blocks.stride).fill(0).set(components);
}

export function moments(sum: number, squares: number, count: number): { mean: number; sd: number } {
  if (count === 0) return { mean: 0, sd: 0 };
  const mean = sum / count;
  return { mean, sd: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
