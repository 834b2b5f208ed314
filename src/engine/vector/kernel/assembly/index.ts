// The scan kernel in AssemblyScript with 128-bit SIMD. ../scan-kernel.ts documents its functions and the memory layout.
// testing/scalar-kernel.ts does the same arithmetic step by step in JavaScript. The kernel only loads from and stores
// to given addresses, and never allocates.

import { BLOCK_ROWS, visible } from './block';

export { nearestSigns, signs } from './signs';

// @ts-ignore: decorator
@inline
function horizontalSum(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}

function dot(row: usize, query: usize, stride: usize): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  for (let i: usize = 0; i < stride; i += 16) {
    const q = query + (i << 1);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + i), v128.load(q)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + i, 8), v128.load(q, 16)));
  }
  return horizontalSum(i32x4.add(a, b));
}

/** Four rows share each load of the query. */
function dotFour(row: usize, query: usize, stride: usize, out: usize): void {
  const second = row + stride;
  const third = second + stride;
  const fourth = third + stride;
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let i: usize = 0; i < stride; i += 16) {
    const low = v128.load(query + (i << 1));
    const high = v128.load(query + (i << 1), 16);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + i), low));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(second + i), low));
    c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load_ext<i8>(third + i), low));
    d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load_ext<i8>(fourth + i), low));
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row + i, 8), high));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(second + i, 8), high));
    c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load_ext<i8>(third + i, 8), high));
    d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load_ext<i8>(fourth + i, 8), high));
  }
  store<i32>(out, horizontalSum(a));
  store<i32>(out, horizontalSum(b), 4);
  store<i32>(out, horizontalSum(c), 8);
  store<i32>(out, horizontalSum(d), 12);
}

// @ts-ignore: decorator
@inline
function cosine(product: f32, queryInverseNorm: f32): f32 {
  return min<f32>(1, max<f32>(-1, product * queryInverseNorm));
}

export function dots(table: usize, stride: usize, query: usize, list: usize, count: usize, out: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const row = <usize>load<u32>(list + (i << 2));
    const block = <usize>load<u32>(table + ((row / BLOCK_ROWS) << 2));
    store<i32>(out + (i << 2), dot(block + (row % BLOCK_ROWS) * stride, query, stride));
  }
}

/** Rows requested from memory together. One at a time, each of a million rows waited 0.6 µs for memory. */
const TOUCHED: usize = 16;

export function cosines(
  table: usize,
  stride: usize,
  query: usize,
  queryInverseNorm: f32,
  list: usize,
  count: usize,
  out: usize,
): void {
  for (let first: usize = 0; first < count; first += TOUCHED) {
    const end = min(count, first + TOUCHED);
    let bytes: i32 = 0;
    for (let i = first; i < end; i++) {
      const row = <usize>load<u32>(list + (i << 2));
      const block = <usize>load<u32>(table + ((row / BLOCK_ROWS) << 2));
      const start = block + (row % BLOCK_ROWS) * stride;
      for (let at: usize = 0; at < stride; at += 64) bytes |= load<i32>(start + at);
      bytes |= load<i32>(block + BLOCK_ROWS * stride + ((row % BLOCK_ROWS) << 2));
    }
    // Without this store, the compiler would drop the reads. The first cosine overwrites it.
    store<i32>(out + (first << 2), bytes);
    for (let i = first; i < end; i++) {
      const row = <usize>load<u32>(list + (i << 2));
      const block = <usize>load<u32>(table + ((row / BLOCK_ROWS) << 2));
      const product = <f32>dot(block + (row % BLOCK_ROWS) * stride, query, stride);
      const inverseNorm = load<f32>(block + BLOCK_ROWS * stride + ((row % BLOCK_ROWS) << 2));
      store<f32>(out + (i << 2), cosine(product * inverseNorm, queryInverseNorm));
    }
  }
}

function scoreBlock(
  block: usize,
  rows: usize,
  stride: usize,
  query: usize,
  allowed: usize,
  size: i32,
  scores: usize,
): void {
  let row: usize = 0;
  if (allowed == 0) {
    for (; row + 4 <= rows; row += 4) dotFour(block + row * stride, query, stride, scores + (row << 2));
  }
  const owners = block + BLOCK_ROWS * (stride + 4);
  for (; row < rows; row++) {
    if (visible(load<i32>(owners + (row << 2)), allowed, size)) {
      store<i32>(scores + (row << 2), dot(block + row * stride, query, stride));
    }
  }
}

export function scan(
  table: usize,
  rows: usize,
  stride: usize,
  query: usize,
  queryInverseNorm: f32,
  meanShare: f32,
  allowed: usize,
  size: i32,
  scores: usize,
  similarity: usize,
  bestChunk: usize,
  statistics: usize,
): void {
  let sum: f64 = 0;
  let squares: f64 = 0;
  let memories: i32 = 0;
  let compared: i32 = 0;
  let current: i32 = -1;
  let chunk: i32 = 0;
  let best: f32 = 0;
  let total: f32 = 0;
  let bestIndex: i32 = -1;
  for (let first: usize = 0; first <= rows; first += BLOCK_ROWS) {
    const inBlock = min(rows - first, BLOCK_ROWS);
    // One more turn after the last row completes the last memory.
    const turns = inBlock < BLOCK_ROWS ? inBlock + 1 : inBlock;
    let inverseNorms: usize = 0;
    let owners: usize = 0;
    if (inBlock > 0) {
      const block = <usize>load<u32>(table + ((first / BLOCK_ROWS) << 2));
      inverseNorms = block + BLOCK_ROWS * stride;
      owners = inverseNorms + BLOCK_ROWS * 4;
      scoreBlock(block, inBlock, stride, query, allowed, size, scores);
    }
    for (let row: usize = 0; row < turns; row++) {
      const owner = row < inBlock ? load<i32>(owners + (row << 2)) : -1;
      if (owner != current) {
        if (bestIndex >= 0) {
          const pooled: f32 = best + meanShare * (total / <f32>chunk - best);
          store<f32>(similarity + (<usize>current << 2), pooled);
          store<i32>(bestChunk + (<usize>current << 2), bestIndex);
          sum += <f64>pooled;
          squares += <f64>pooled * <f64>pooled;
          memories++;
        }
        current = owner;
        chunk = 0;
        total = 0;
        bestIndex = -1;
      }
      if (!visible(owner, allowed, size)) continue;
      const product = <f32>load<i32>(scores + (row << 2)) * load<f32>(inverseNorms + (row << 2));
      const score = cosine(product, queryInverseNorm);
      if (bestIndex < 0 || score > best) {
        best = score;
        bestIndex = chunk;
      }
      total += score;
      chunk++;
      compared++;
    }
  }
  store<f64>(statistics, sum);
  store<f64>(statistics, squares, 8);
  store<i32>(statistics, memories, 16);
  store<i32>(statistics, compared, 20);
}

/** Both sides are int8. */
export function norms(block: usize, from: usize, to: usize, stride: usize): void {
  const out = block + BLOCK_ROWS * stride;
  for (let row = from; row < to; row++) {
    const start = block + row * stride;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    for (let i: usize = 0; i < stride; i += 16) {
      const low = v128.load_ext<i8>(start + i);
      const high = v128.load_ext<i8>(start + i, 8);
      a = i32x4.add(a, i32x4.dot_i16x8_s(low, low));
      b = i32x4.add(b, i32x4.dot_i16x8_s(high, high));
    }
    const sum = horizontalSum(i32x4.add(a, b));
    store<f32>(out + (row << 2), sum == 0 ? 0 : <f32>(1.0 / Math.sqrt(<f64>sum)));
  }
}
