import { expect, it } from 'vitest';
import { ArrayPool } from './row-arrays.ts';

it('reuses arrays that were given back, filled with zeros, and no others', () => {
  const pool = new ArrayPool();
  const first = pool.lend();
  const held = first.float32(1_000).fill(3);
  expect(pool.lend().float32(1_000).buffer).not.toBe(held.buffer);
  pool.giveBack(first);
  const again = pool.lend().uint32(1_050);
  expect(again.buffer).toBe(held.buffer);
  expect(again).toHaveLength(1_050);
  expect(again.every((value) => value === 0)).toBe(true);
});

it('reuses arrays that are given back during a search only after it, and not those that are kept after all', () => {
  const pool = new ArrayPool();
  const [first, second] = [pool.lend(), pool.lend()];
  const buffers = [first.float32(1_000).buffer, second.float32(1_000).buffer];
  const done = [pool.read(), pool.read()];
  pool.giveBack(first);
  pool.giveBack(second);
  pool.keep(second);
  done[0]!();
  expect(buffers).not.toContain(pool.lend().float32(1_000).buffer);
  done[1]!();
  const after = pool.lend();
  expect(after.float32(1_000).buffer).toBe(buffers[0]);
  expect(after.float32(1_000).buffer).not.toBe(buffers[1]);
});

it('arrays of one search do not overlap', () => {
  const pool = new ArrayPool();
  for (let search = 0; search < 3; search++) {
    const lent = pool.lend();
    const arrays = [lent.float32(100), lent.int32(100), lent.float64(100), lent.uint32(100)];
    expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(4);
    arrays[0]!.fill(7);
    expect(arrays.slice(1).every((array) => array.every((value) => value === 0))).toBe(true);
    pool.giveBack(lent);
  }
});

it('a store that grew many times leaves few arrays behind', () => {
  const pool = new ArrayPool();
  const seen = new Set<ArrayBufferLike>();
  for (let rows = 1_000; rows < 2_000; rows++) {
    const lent = pool.lend();
    for (let array = 0; array < 10; array++) seen.add(lent.float32(rows).buffer);
    pool.giveBack(lent);
  }
  expect(seen.size).toBeLessThan(100);
});
