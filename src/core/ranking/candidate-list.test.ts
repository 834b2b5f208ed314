import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CandidateList } from './candidate-list.ts';

it('finds the score and rank of each of its rows, and of no other', () => {
  const scores = fc.dictionary(fc.nat({ max: 60 }).map(String), fc.float({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(scores, (drawn) => {
      const found = new Map(Object.entries(drawn).map(([row, score]) => [Number(row), score]));
      const list = CandidateList.of(found);
      for (let row = 0; row <= 61; row++) {
        expect(list.scoreOf(row)).toBe(found.get(row) ?? 0);
        const own = found.get(row) ?? 0;
        const better = [...found.values()].filter((score) => score > own).length;
        expect(list.ranks[list.indexOf(row)] ?? 0).toBe(own > 0 ? better + 1 : 0);
      }
    }),
  );
});

it('ranks what remains after an exclusion, in the same order', () => {
  const rows = Uint32Array.of(1, 3, 4, 8);
  const scores = Float32Array.of(0.5, 0.5, 1, 0);
  const all = new Uint8Array(9);
  const list = new CandidateList(rows, scores);
  expect([...list.ranks]).toEqual([2, 2, 1, 0]);
  expect(list.without(null)).toBe(list);
  expect(list.without(all)).toEqual(list);
  const kept = list.without(all.with(4, 1));
  expect([[...kept.rows], [...kept.scores], [...kept.ranks]]).toEqual([
    [1, 3, 8],
    [0.5, 0.5, 0],
    [1, 1, 0],
  ]);
  const newestFirst = new CandidateList(rows, scores, Uint32Array.of(3, 2, 1, 4));
  expect([...newestFirst.without(all.with(3, 1)).ranks]).toEqual([2, 1, 3]);
});

it('lists the best first, equal ones by row', () => {
  const list = CandidateList.of(
    new Map([
      [9, 0.5],
      [2, 0.5],
      [4, 1],
      [7, 0.1],
    ]),
  );
  expect(list.best(3)).toEqual([4, 2, 9]);
  expect(list.best(9)).toEqual([4, 2, 9, 7]);
});
