import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { competitionRanks } from './competition-ranks.ts';
import { type ArmRanking, contribution, fuse } from './fuse.ts';

function ranked(arm: 'keyword' | 'semantic', weight: number, evidence: number[]): ArmRanking {
  const dense = new Float32Array(evidence);
  return { arm, weight, rowWeights: null, evidence: dense, ranks: competitionRanks(dense) };
}

describe('fuse', () => {
  it('equals the published RRF with evidence 1 and weights 1', () => {
    const lists = [
      [3, 1, 0, 2],
      [0, 5, 4, 0],
    ];
    const arms = lists.map((list, at) => {
      const arm = ranked(at === 0 ? 'keyword' : 'semantic', 1, list);
      return { ...arm, evidence: arm.evidence.map((value) => (value > 0 ? 1 : 0)) };
    });
    const fused = fuse(arms, 4, { kind: 'rrf', k: 60 });
    const published = [1 / 61, 1 / 63 + 1 / 61, 1 / 62, 1 / 62];
    for (let row = 0; row < 4; row++) expect(fused[row]).toBeCloseTo(published[row]!, 12);
  });

  it('reproduces the two-arm sum of 0.3 keyword and 0.7 semantic', () => {
    const linear = (arm: 'keyword' | 'semantic', weight: number, scores: number[]): ArmRanking => ({
      arm,
      weight,
      rowWeights: null,
      evidence: new Float32Array(scores),
      ranks: null,
    });
    const fused = fuse([linear('keyword', 0.3, [1, 0]), linear('semantic', 0.7, [0.5, 1])], 2, { kind: 'linear' });
    expect(fused[0]).toBeCloseTo(0.65, 10);
    expect(fused[1]).toBeCloseTo(0.7, 10);
  });

  it('is the sum of the contributions, and honours weights of 0 and of single rows', () => {
    const evidences = fc.array(fc.float({ min: 0, max: 12, noNaN: true }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(evidences, evidences, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, alpha) => {
        const arms = [ranked('keyword', 1 - alpha, a), ranked('semantic', alpha, b)];
        arms[0]!.rowWeights = new Float32Array([1, 0, 1, 0, 0.5]);
        const combination = { kind: 'rrf', k: 60 } as const;
        const fused = fuse(arms, 5, combination);
        for (let row = 0; row < 5; row++) {
          const sum = arms.reduce((total, arm) => total + contribution(arm, row, combination), 0);
          expect(fused[row]).toBeCloseTo(sum, 12);
        }
        expect(contribution(arms[0]!, 1, combination)).toBe(0);
      }),
    );
  });
});
