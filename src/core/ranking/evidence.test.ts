import { describe, expect, it } from 'vitest';
import {
  coverageExponent,
  KEYWORD_EVIDENCE_CAP,
  keywordEvidence,
  semanticConfidence,
  semanticEvidence,
  shrinkMoments,
  softCap,
} from './evidence.ts';

describe('semanticEvidence', () => {
  it('is the standard score of the cosine, and 0 below the mean', () => {
    const evidence = semanticEvidence(new Float32Array([0.7, 0.5, 0.3]), { mean: 0.5, sd: 0.1 });
    expect(evidence[0]).toBeCloseTo(2, 5);
    expect(evidence[1]).toBe(0);
    expect(evidence[2]).toBe(0);
  });

  it('is 0 for a memory without a vector', () => {
    expect(semanticEvidence(new Float32Array([Number.NaN]), { mean: 0, sd: 1 })[0]).toBe(0);
  });

  it('falls faster than coverage if only one word of a short question with known words matches', () => {
    const exponent = coverageExponent(3, 1);
    const [whole, third] = keywordEvidence(new Float32Array([2, 2]), new Float32Array([1, 1 / 3]), 2, { exponent });
    expect(third).toBeLessThan(whole! / 4);
    expect(coverageExponent(8, 1)).toBeLessThan(exponent);
    expect(coverageExponent(3, 0.2)).toBe(0);
  });

  it('counts every match 1 if the spread is flat', () => {
    expect([...semanticEvidence(new Float32Array([0.5, 0.4]), { mean: 0.5, sd: 1e-5 })]).toEqual([1, 0]);
  });

  it('is scaled by the arm’s confidence', () => {
    expect(semanticEvidence(new Float32Array([0.7]), { mean: 0.5, sd: 0.1 }, 2)[0]).toBeCloseTo(4, 5);
  });
});

it('softCap equals the cap times the hyperbolic tangent, to the last bit that is kept', () => {
  for (let evidence = 1e-6; evidence < 60; evidence *= 1.0007) {
    expect(Math.fround(softCap(evidence))).toBe(Math.fround(12 * Math.tanh(evidence / 12)));
  }
  expect([softCap(0), softCap(Number.POSITIVE_INFINITY)]).toEqual([0, 12]);
});

describe('keywordEvidence', () => {
  it('is BM25 in standard deviations, capped softly', () => {
    const whole = new Float32Array([1, 1, 1]);
    const evidence = keywordEvidence(new Float32Array([2, 0, 1000]), whole, 2);
    expect(evidence[0]).toBeCloseTo(1, 2);
    expect(evidence[1]).toBe(0);
    expect(evidence[2]).toBe(KEYWORD_EVIDENCE_CAP);
  });

  it('is halved for a memory that covers none of the query’s idf mass', () => {
    const evidence = keywordEvidence(new Float32Array([2, 2]), new Float32Array([1, 0]), 2);
    expect(evidence[1]).toBeCloseTo(evidence[0]! / 2, 6);
  });

  it('counts every match 1 if the spread is flat', () => {
    expect([...keywordEvidence(new Float32Array([3, 0, 1]), new Float32Array(3), 0)]).toEqual([1, 0, 1]);
  });
});

describe('softCap', () => {
  it('grows without a kink and never passes the cap', () => {
    let before = -1;
    for (let evidence = 0; evidence < 60; evidence += 0.5) {
      const capped = softCap(evidence);
      expect(capped).toBeGreaterThanOrEqual(before);
      expect(capped).toBeLessThanOrEqual(12);
      before = capped;
    }
  });
});

describe('shrinkMoments', () => {
  it('is the prior for an empty store, and loses weight as the store grows', () => {
    const prior = { mean: 0.4, sd: 0.1 };
    const empty = shrinkMoments({ mean: 0, sd: 0 }, 0, prior);
    expect(empty.mean).toBeCloseTo(0.4, 12);
    expect(empty.sd).toBeCloseTo(0.1, 12);
    const half = shrinkMoments({ mean: 0.6, sd: 0.1 }, 30, prior);
    expect(half.mean).toBeCloseTo(0.5, 12);
    expect(shrinkMoments({ mean: 0.6, sd: 0.1 }, 2, prior, 2).mean).toBeCloseTo(0.5, 12);
    const large = shrinkMoments({ mean: 0.6, sd: 0.2 }, 30_000, prior);
    expect(large.mean).toBeCloseTo(0.6, 3);
    expect(large.sd).toBeCloseTo(0.2, 3);
  });
});

describe('semanticConfidence', () => {
  it('is 1 at z = 3.5 and stays within 0.5–2', () => {
    expect(semanticConfidence(3.5)).toBe(1);
    expect(semanticConfidence(0)).toBe(0.5);
    expect(semanticConfidence(-4)).toBe(0.5);
    expect(semanticConfidence(100)).toBe(2);
  });
});
