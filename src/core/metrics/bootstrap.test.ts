import { describe, expect, it } from 'vitest';
import { mulberry32, pairedBootstrap } from './bootstrap.ts';

describe('pairedBootstrap', () => {
  it('contains the mean difference and is repeatable by seed', () => {
    const a = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? 1 : 0.5));
    const b = a.map((value, at) => value - (at % 2 === 0 ? 0.2 : 0));
    const interval = pairedBootstrap(a, b);
    expect(interval.mean).toBeCloseTo(0.1, 10);
    expect(interval.low).toBeLessThan(0.1);
    expect(interval.low).toBeGreaterThan(0.05);
    expect(interval.high).toBeGreaterThan(0.1);
    expect(pairedBootstrap(a, b)).toEqual(interval);
  });

  it('is a point if nothing differs, and refuses unpaired lists', () => {
    expect(pairedBootstrap([1, 0], [1, 0])).toEqual({ mean: 0, low: 0, high: 0 });
    expect(pairedBootstrap([], [])).toEqual({ mean: 0, low: 0, high: 0 });
    expect(() => pairedBootstrap([1], [])).toThrow(RangeError);
  });
});

it('draws evenly', () => {
  const random = mulberry32(7);
  const draws = Array.from({ length: 5000 }, random);
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(1);
  expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1);
});
