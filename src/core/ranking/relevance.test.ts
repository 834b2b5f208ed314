import { describe, expect, it } from 'vitest';
import {
  labelWithoutIdentifier,
  meanOfBest,
  type RawScores,
  relevance,
  relevanceLabel,
  smallStoreLift,
} from './relevance.ts';

const calibration = { bias: -10, cosine: 14, mean: 0, coverage: 2 };
const raw = { cosine: 0.5, support: 0.5, mean: 0.3, keywordShare: 0, keywordSupport: 0, coverage: 0 };

describe('relevance', () => {
  it('rises with cosine, support and words, and stays within 0..1', () => {
    const low = relevance(raw, calibration);
    expect(low).toBeCloseTo(1 / (1 + Math.exp(3)), 10);
    expect(relevance({ ...raw, cosine: 0.9 }, calibration)).toBeGreaterThan(low);
    expect(relevance({ ...raw, support: 0.9 }, calibration)).toBeGreaterThan(low);
    expect(relevance({ ...raw, keywordShare: 1 }, calibration)).toBeGreaterThan(low);
    expect(relevance({ ...raw, keywordSupport: 1 }, calibration)).toBeGreaterThan(low);
    const all = { cosine: 1, support: 1, mean: 1, keywordShare: 1, keywordSupport: 1, coverage: 1 };
    expect(relevance(all, calibration)).toBeLessThan(1);
  });

  it('asks how near strangers lie where the model wants it', () => {
    const several = { ...calibration, mean: -5 };
    expect(relevance({ ...raw, mean: 0.2 }, several)).toBeGreaterThan(relevance({ ...raw, mean: 0.4 }, several));
    expect(relevance({ ...raw, mean: null }, calibration)).toBe(relevance(raw, calibration));
  });

  it('hears the words alone where there is no cosine or no model', () => {
    expect(relevance({ ...raw, cosine: null, coverage: 1 }, calibration)).toBeGreaterThan(0.8);
    expect(relevance({ ...raw, coverage: 0 }, null)).toBeLessThan(0.3);
  });
});

describe('relevanceLabel', () => {
  const label = (more: Partial<RawScores>, exact = false) => relevanceLabel({ ...raw, ...more }, calibration, exact);

  it('is at least likely for exact hits and for memories that hold every word', () => {
    expect(label({})).toBe('weak');
    expect(label({}, true)).toBe('likely');
    expect(label({ coverage: 1 })).toBe('likely');
  });

  it('follows the relevance', () => {
    expect(label({ cosine: 0.7, support: 0.7 })).toBe('likely');
    expect(label({ cosine: 0.9, support: 0.9 })).toBe('strong');
  });

  it('hears one near memory among strangers', () => {
    expect(relevance({ ...raw, cosine: 0.66, support: 0.5 }, calibration)).toBeLessThan(0.1);
    expect(label({ cosine: 0.66, support: 0.5 })).toBe('likely');
    expect(label({ cosine: 0.62, support: 0.65 })).toBe('weak');
  });
});

describe('meanOfBest', () => {
  it('averages the greatest, leaving out rows without a value', () => {
    expect(meanOfBest(new Float32Array([0.25, Number.NaN, 1, 0.5, 0.75]))).toBe(0.75);
    expect(meanOfBest(new Float32Array([0.5]))).toBe(0.5);
    expect(meanOfBest(new Float32Array([Number.NaN]))).toBeNull();
  });
});

describe('smallStoreLift', () => {
  it('falls as the store grows and is gone where the calibration was fitted', () => {
    const lifts = [1, 3, 26, 66, 290, 1_500, 100_000].map((rows) => smallStoreLift(rows, 0.065));
    expect(lifts).toEqual([...lifts].sort((a, b) => b - a));
    expect(lifts[1]).toBeCloseTo(0.8 * 0.065 * (Math.sqrt(2 * Math.log(1_500)) - Math.sqrt(2 * Math.log(3))), 10);
    expect(lifts.slice(-2)).toEqual([0, 0]);
  });
});

describe('labelWithoutIdentifier', () => {
  it('hears a strong cosine alone, never words', () => {
    expect(labelWithoutIdentifier({ ...raw, keywordShare: 1, keywordSupport: 1, coverage: 1 }, calibration)).toBe(
      'weak',
    );
    expect(labelWithoutIdentifier({ ...raw, cosine: null, coverage: 1 }, calibration)).toBe('weak');
    expect(labelWithoutIdentifier({ ...raw, cosine: 0.95, support: 0.95 }, calibration)).toBe('strong');
  });
});
