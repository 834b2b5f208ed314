import { describe, expect, it } from 'vitest';
import { createScalarKernel } from '../../testing/scalar-kernel.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { candidateRows, cosinesOf } from './arena-compare.ts';
import { loadKernel } from './kernel/load-kernel.ts';
import type { ScanKernel } from './kernel/scan-kernel.ts';
import { inverseNorm, quantizeQuery } from './quantize.ts';
import { RowBlocks } from './row-blocks.ts';

const ROWS = 3_000;

/** @param nearness share of a row's components that have the query's sign, 0–1 */
function filled(dims: number, kernel: () => ScanKernel, nearness: (row: number) => number) {
  const random = seededRandom(dims);
  const query = quantizeQuery(Float32Array.from({ length: dims }, () => random() - 0.5));
  const blocks = new RowBlocks(dims, kernel);
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Int8Array.from(query.components, (component) => {
      const sign = random() < nearness(row) === component < 0 ? -1 : 1;
      return sign * (1 + Math.floor(random() * 126));
    }),
  );
  rows.forEach((row, owner) => {
    blocks.append(owner, row);
  });
  for (let row = 0; row < ROWS; row += 7) blocks.remove(row);
  return { query, blocks, rows };
}

const orders: [name: string, nearness: (row: number) => number][] = [
  ['in any order', (row) => 0.5 + ((row * 7919) % 97) / 300],
  // In these two, rows get nearer or farther from first to last.
  ['nearest last', (row) => row / ROWS],
  ['nearest first', (row) => 1 - row / ROWS],
  ['all equally near', () => 1],
];

describe.each([
  ['kernel', loadKernel],
  ['twin', createScalarKernel],
])('comparisons by the %s', (_name, kernel) => {
  describe.each([100, 384, 512])('with %i dimensions', (dims) => {
    it.each(orders)(
      'candidates are the rows that differ in the fewest signs, and earlier rows win ties: %s',
      (_, nearness) => {
        const { query, blocks, rows } = filled(dims, kernel, nearness);
        const distances = rows.map(
          (row) => row.filter((component, i) => component < 0 !== query.components[i]! < 0).length,
        );
        const allowed = Uint8Array.from({ length: ROWS }, (_unused, owner) => (owner % 5 === 0 ? 0 : 1));
        for (const scope of [
          { size: ROWS, allowed: null, count: ROWS },
          { size: 2_500, allowed, count: 2_000 },
        ]) {
          const visible = [...distances.keys()].filter(
            (row) => row % 7 !== 0 && row < scope.size && (scope.allowed === null || scope.allowed[row] === 1),
          );
          const nearest = [...visible].sort((a, b) => distances[a]! - distances[b]! || a - b);
          for (const limit of [1, 10, 333, ROWS]) {
            const expected = nearest.slice(0, limit).sort((a, b) => a - b);
            expect([...candidateRows(blocks, query, scope, limit)]).toEqual(expected);
          }
        }
      },
    );

    it('cosines of listed rows equal those of a plain loop bit for bit', () => {
      const { query, blocks, rows } = filled(dims, kernel, () => 0.6);
      const listed = Uint32Array.from({ length: 100 }, (_, at) => (at * 1_237) % ROWS);
      const expected = Array.from(listed, (row) => {
        const product = rows[row]!.reduce((sum, component, i) => sum + component * query.components[i]!, 0);
        const scaled = Math.fround(Math.fround(Math.fround(product) * inverseNorm(rows[row]!)) * query.inverseNorm);
        return Math.min(1, Math.max(-1, scaled));
      });
      expect([...cosinesOf(blocks, query, listed)]).toEqual(expected);
    });
  });
});
