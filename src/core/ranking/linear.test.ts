import { describe, expect, it } from 'vitest';
import { minMaxScale, unscaled } from './linear.ts';

describe('minMaxScale', () => {
  it('stretches the candidates to 0..1 and leaves the others out', () => {
    const scaled = minMaxScale(new Float32Array([0.9, 0.7, 0.5, 0.1]), new Uint32Array([1, 2, 3, 4]), 3);
    expect(scaled[0]).toBe(1);
    expect(scaled[1]).toBeCloseTo(0.5, 5);
    expect(scaled[2]).toBeGreaterThan(0);
    expect(scaled[2]).toBeLessThan(0.01);
    expect(scaled[3]).toBe(0);
  });

  it('gives every candidate 1 if all scores are equal', () => {
    expect([...minMaxScale(new Float32Array([3, 3, 0]), new Uint32Array([1, 1, 0]), 10)]).toEqual([1, 1, 0]);
  });
});

describe('unscaled', () => {
  it('takes the scores as they are', () => {
    const kept = unscaled(new Float32Array([0.5, -0.25, Number.NaN, 2]), new Uint32Array([2, 3, 0, 1]), 2);
    expect([...kept]).toEqual([0.5, 0, 0, 2]);
  });
});
