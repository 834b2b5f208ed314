// Extracts sign bits from rows, and finds the rows whose bits differ least from a query's.

import { BLOCK_ROWS, visible } from './block';

export function signs(block: usize, rows: usize, stride: usize, signBlock: usize): void {
  const words = (rows * stride) >> 4;
  for (let i: usize = 0; i < words; i++) {
    store<u16>(signBlock + (i << 1), <u16>i8x16.bitmask(v128.load(block + (i << 4))));
  }
}

// Counts 64 bits at a time: x86-64 has an instruction for that, but none for i8x16.popcnt.
// @ts-ignore: decorator
@inline
function differing(word: usize, query: i64): i64 {
  return popcnt(load<i64>(word) ^ query);
}

function hamming(row: usize, query: usize, bytes: usize): i32 {
  let sum: i64 = 0;
  for (let i: usize = 0; i < bytes; i += 8) sum += differing(row + i, load<i64>(query + i));
  return <i32>sum;
}

/** It's a separate function, so that a query of 384 dimensions, as in all shipped models, stays in registers. */
function nextNear(signs: usize, row: usize, rows: usize, query: usize, bytes: usize, beyond: i32): usize {
  if (bytes != 48) {
    while (row < rows && hamming(signs + row * bytes, query, bytes) >= beyond) row++;
    return row;
  }
  const q0 = load<i64>(query);
  const q1 = load<i64>(query, 8);
  const q2 = load<i64>(query, 16);
  const q3 = load<i64>(query, 24);
  const q4 = load<i64>(query, 32);
  const q5 = load<i64>(query, 40);
  for (let at = signs + row * 48; row < rows; row++, at += 48) {
    const first = differing(at, q0) + differing(at + 8, q1);
    const second = differing(at + 16, q2) + differing(at + 24, q3);
    const third = differing(at + 32, q4) + differing(at + 40, q5);
    if (<i32>(first + second + third) < beyond) break;
  }
  return row;
}

/** Candidates stay in order. @returns the largest distance among those kept */
function keepNearest(
  distances: usize,
  histogram: usize,
  candidates: usize,
  found: usize,
  limit: usize,
  stride: usize,
): i32 {
  memory.fill(histogram, 0, (stride + 1) << 2);
  for (let i: usize = 0; i < found; i++) {
    const bucket = histogram + (<usize>load<u16>(distances + (i << 1)) << 2);
    store<u32>(bucket, load<u32>(bucket) + 1);
  }
  let room = limit;
  let cut: usize = 0;
  for (; ; cut++) {
    const count = <usize>load<u32>(histogram + (cut << 2));
    if (count >= room) break;
    room -= count;
  }
  let kept: usize = 0;
  for (let i: usize = 0; i < found; i++) {
    const distance = <usize>load<u16>(distances + (i << 1));
    if (distance > cut || (distance == cut && room == 0)) continue;
    if (distance == cut) room--;
    store<u16>(distances + (kept << 1), <u16>distance);
    store<u32>(candidates + (kept << 2), load<u32>(candidates + (i << 2)));
    kept++;
  }
  return <i32>cut;
}

export function nearestSigns(
  table: usize,
  signTable: usize,
  rows: usize,
  stride: usize,
  querySigns: usize,
  allowed: usize,
  size: i32,
  distances: usize,
  histogram: usize,
  candidates: usize,
  limit: usize,
): usize {
  const bytes = stride >> 3;
  let beyond = <i32>stride + 1;
  let found: usize = 0;
  for (let first: usize = 0; first < rows; first += BLOCK_ROWS) {
    const inBlock = min(rows - first, BLOCK_ROWS);
    const owners = <usize>load<u32>(table + ((first / BLOCK_ROWS) << 2)) + BLOCK_ROWS * (stride + 4);
    const signs = <usize>load<u32>(signTable + ((first / BLOCK_ROWS) << 2));
    for (let row: usize = 0; ; row++) {
      row = nextNear(signs, row, inBlock, querySigns, bytes, beyond);
      if (row == inBlock) break;
      if (!visible(load<i32>(owners + (row << 2)), allowed, size)) continue;
      store<u16>(distances + (found << 1), <u16>hamming(signs + row * bytes, querySigns, bytes));
      store<u32>(candidates + (found << 2), <u32>(first + row));
      found++;
      if (found < limit << 1) continue;
      // Among equally near rows the earlier ones win, so a later one must be nearer than the farthest one kept.
      beyond = keepNearest(distances, histogram, candidates, found, limit, stride);
      found = limit;
    }
  }
  if (found <= limit) return found;
  keepNearest(distances, histogram, candidates, found, limit, stride);
  return limit;
}
