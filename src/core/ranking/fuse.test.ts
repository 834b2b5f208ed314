import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandidateList } from './candidate-list.ts';
import { competitionRanks } from './competition-ranks.ts';
import { type ArmRanking, candidateRanking, contribution, fuse, rowRanking } from './fuse.ts';

function ranked(
  arm: 'keyword' | 'semantic',
  weight: number,
  evidence: number[],
  rowWeights: Float32Array | null = null,
): ArmRanking {
  const dense = new Float32Array(evidence);
  return rowRanking(arm, dense, competitionRanks(dense), weight, rowWeights);
}

describe('fuse', () => {
  it('equals the published RRF with evidence 1 and weights 1', () => {
    const lists = [
      [3, 1, 0, 2],
      [0, 5, 4, 0],
    ];
    const arms = lists.map((list, at) => {
      const ranks = competitionRanks(new Float32Array(list));
      return rowRanking(at === 0 ? 'keyword' : 'semantic', Float32Array.from(ranks, Math.sign), ranks, 1);
    });
    const fused = fuse(arms, 4, { kind: 'rrf', k: 60 });
    const published = [1 / 61, 1 / 63 + 1 / 61, 1 / 62, 1 / 62];
    for (let row = 0; row < 4; row++) expect(fused[row]).toBeCloseTo(published[row]!, 12);
  });

  it('reproduces the two-arm sum of 0.3 keyword and 0.7 semantic', () => {
    const fused = fuse([ranked('keyword', 0.3, [1, 0]), ranked('semantic', 0.7, [0.5, 1])], 2, { kind: 'linear' });
    expect(fused[0]).toBeCloseTo(0.65, 10);
    expect(fused[1]).toBeCloseTo(0.7, 10);
  });

  it('is the sum of the contributions, and honours weights of 0 and of single rows', () => {
    const evidences = fc.array(fc.float({ min: 0, max: 12, noNaN: true }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(evidences, evidences, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, alpha) => {
        const listed = new CandidateList(new Uint32Array([1, 3, 4]), new Float32Array([0.5, 0, 1]));
        const arms = [
          ranked('keyword', 1 - alpha, a, new Float32Array([1, 0, 1, 0, 0.5])),
          ranked('semantic', alpha, b),
          candidateRanking('tags', listed, new Float32Array([1.5, 0, 3]), 0.4),
        ];
        for (const combination of [{ kind: 'rrf', k: 60 }, { kind: 'rrf', k: 0 }, { kind: 'linear' }] as const) {
          const fused = fuse(arms, 5, combination);
          for (let row = 0; row < 5; row++) {
            const sum = arms.reduce((total, arm) => total + contribution(arm, row, combination), 0);
            expect(fused[row]).toBeCloseTo(sum, 12);
          }
          expect(contribution(arms[0]!, 1, combination)).toBe(0);
          expect(contribution(arms[2]!, 0, combination)).toBe(0);
        }
      }),
    );
  });
});
