import { describe, expect, it } from 'vitest';
import { type FitRow, fitLogistic } from './logistic.ts';

describe('fitLogistic', () => {
  it('finds the coefficients that the outcomes were drawn from', () => {
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const rows: FitRow[] = Array.from({ length: 20_000 }, () => {
      const evidence = [random() * 4 - 2, random() * 10, random()];
      const p = 1 / (1 + Math.exp(-(1.5 * evidence[0]! - 0.4 * evidence[1]! + 1)));
      return { evidence, outcome: random() < p, weight: 1 };
    });
    const [first, second, unasked, bias] = fitLogistic(rows, 3, [0, 1]);
    expect(first).toBeCloseTo(1.5, 0);
    expect(second).toBeCloseTo(-0.4, 1);
    expect(bias).toBeCloseTo(1, 0);
    expect(unasked).toBe(0);
  });

  it('counts a row by its weight, and gives constant features no coefficient', () => {
    const rows: FitRow[] = [
      { evidence: [5], outcome: true, weight: 3 },
      { evidence: [5], outcome: false, weight: 1 },
    ];
    const [constant, bias] = fitLogistic(rows, 1, [0]);
    expect(1 / (1 + Math.exp(-(5 * constant! + bias!)))).toBeCloseTo(0.75, 3);
  });
});
