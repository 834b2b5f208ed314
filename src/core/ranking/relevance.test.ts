import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVIDENCE } from './calibration.ts';
import { BGE_SMALL_EN_V1_5 } from './calibrations/bge-small-en-v1.5.ts';
import { MULTILINGUAL_E5_SMALL_64K } from './calibrations/multilingual-e5-small-64k.ts';
import { WORDS_ALONE } from './calibrations/words.ts';
import {
  answerable,
  type Background,
  HIGH_COVERAGE,
  hitCoefficients,
  hitInto,
  LIKELY_RELEVANCE,
  labelOf,
  likelyRows,
  OWN_NEARNESS,
  questionInto,
  relevanceOf,
  STRONG_RELEVANCE,
} from './relevance.ts';

const prior = { mean: 0.47, sd: 0.065 };
const background = (more: Partial<Background> = {}): Background => ({
  memories: 400,
  words: 3,
  cosines: { prior, mean: 0.43, best: 0.6, second: 0.5 },
  shares: { best: 0.3, second: 0.1 },
  ...more,
});
const sharedBy = (of: Background): Float64Array => questionInto(of, new Float64Array(EVIDENCE.length));
const judge = (own: { cosine?: number; share?: number; coverage?: number }, of: Background = background()): number => {
  const { cosine, share, coverage } = { cosine: 0.45, share: 0, coverage: 0, ...own };
  const coefficients = hitCoefficients(cosine, of, BGE_SMALL_EN_V1_5, WORDS_ALONE);
  return relevanceOf(coefficients, hitInto(cosine, share, coverage, of, sharedBy(of)), of);
};

describe('relevance', () => {
  it('is a number from 0 to 1 whatever is known', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const cosine = fc.oneof(fc.constant(Number.NaN), fc.double({ min: -1, max: 1, noNaN: true }));
    const memories = fc.constantFrom(0, 1, 10, 60, 1_000, 100_000);
    const known = fc.record({
      cosines: fc.option(fc.record({ mean: share, best: share, second: share }), { nil: null }),
      shares: fc.option(fc.record({ best: share, second: share }), { nil: null }),
    });
    fc.assert(
      fc.property(cosine, share, share, memories, known, (own, keyword, coverage, count, { cosines, shares }) => {
        const of = background({ memories: count, shares, cosines: cosines && { ...cosines, prior } });
        const value = judge({ cosine: own, share: keyword, coverage }, of);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        const whole = answerable(of, BGE_SMALL_EN_V1_5, WORDS_ALONE);
        expect(whole).toBeGreaterThanOrEqual(0);
        expect(whole).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    ['one language', BGE_SMALL_EN_V1_5],
    ['several languages', MULTILINGUAL_E5_SMALL_64K],
  ])('is weak for %s', (_, { both }) => {
    const verdicts = new Set<boolean>();
    for (const shares of [
      { best: 0.3, second: 0.1 },
      { best: 0.02, second: 0 },
    ]) {
      const of = background({ shares });
      for (const cosine of [0.3, 0.47, 0.55, 0.7, 0.9]) {
        for (const coverage of [0, 0.4, 1]) {
          const share = coverage * shares.best;
          const scores = {
            cosines: Float32Array.of(cosine),
            scores: Float32Array.of(share),
            coverage: Float32Array.of(coverage),
            highest: 1,
          };
          const coefficients = { meaning: both, words: both };
          const rows = likelyRows(Uint32Array.of(0), new Uint8Array(1), scores, of, coefficients, null);
          const likely = rows.length > 0;
          const evidence = hitInto(cosine, share, coverage, of, sharedBy(of));
          if (!likely) expect(labelOf(relevanceOf(both, evidence, of))).toBe('weak');
          verdicts.add(likely);
        }
      }
    }
    expect(verdicts.size).toBe(2);
  });

  it('rises with the question’s words, however near the text is', () => {
    for (const cosine of [0.5, 0.7, 0.95]) {
      expect(judge({ cosine, coverage: 1 })).toBeGreaterThan(judge({ cosine, coverage: 0.2 }));
    }
  });

  it('rises with the memory’s own nearness, words and telling share', () => {
    const plain = judge({});
    expect(judge({ cosine: 0.6 })).toBeGreaterThan(plain);
    expect(judge({ coverage: 0.8 })).toBeGreaterThan(plain);
    expect(judge({ share: 0.3, coverage: 0.5 })).toBeGreaterThan(judge({ share: 0.1, coverage: 0.5 }));
  });

  it('does not rise because another memory scored well', () => {
    const own = { cosine: 0.5, share: 0.1, coverage: 0.2 };
    const quiet = background({
      cosines: { prior, mean: 0.43, best: 0.5, second: 0.4 },
      shares: { best: 0.1, second: 0.1 },
    });
    const beside = background({
      cosines: { prior, mean: 0.43, best: 0.9, second: 0.4 },
      shares: { best: 0.9, second: 0.1 },
    });
    expect(judge(own, beside)).toBeLessThanOrEqual(judge(own, quiet));
  });

  it('falls with the distance to the nearest memory', () => {
    const at = (best: number) =>
      judge({ cosine: 0.55 }, background({ cosines: { prior, mean: 0.43, best, second: 0.5 } }));
    expect(at(0.55)).toBeGreaterThan(at(0.6));
    expect(at(0.6)).toBeGreaterThan(at(0.7));
    expect(at(0.8)).toBe(at(0.9));
  });

  it('is lower for the same nearness if more memories could be near by chance', () => {
    const [ten, thousand, many] = [10, 1_000, 100_000].map((memories) =>
      judge({ cosine: 0.59 }, background({ memories })),
    );
    expect(ten).toBeGreaterThan(thousand!);
    expect(thousand).toBeGreaterThan(many!);
  });

  it('uses only words without a vector, and only meaning without a keyword arm', () => {
    const wordless = background({ shares: null });
    const meaningless = background({ cosines: null });
    expect(judge({ cosine: Number.NaN, share: 0.9, coverage: 1 })).toBeGreaterThan(STRONG_RELEVANCE);
    expect(judge({ cosine: Number.NaN, share: 0.9, coverage: 1 }, meaningless)).toBeGreaterThan(STRONG_RELEVANCE);
    expect(judge({ cosine: 0.75 }, wordless)).toBeGreaterThan(STRONG_RELEVANCE);
    expect(judge({ cosine: 0.4 }, wordless)).toBeLessThan(LIKELY_RELEVANCE);
  });

  it('is weak without a vector if the memory has hardly more than the small words', () => {
    for (const of of [background({ memories: 12 }), background({ memories: 12, cosines: null })]) {
      const small = { cosine: Number.NaN, share: 0.01, coverage: 0.03 };
      expect(judge(small, of)).toBeLessThan(LIKELY_RELEVANCE);
      expect(judge({ ...small, coverage: 0.3 }, of)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    }
  });

  it('is weak without standing out or having the words, and needs one of the two', () => {
    const passing = { cosine: 0.43 + 1.5 * prior.sd, share: 0.3, coverage: 0.15 };
    const of = background({ memories: 60, shares: { best: 0.3, second: 0 } });
    expect(judge(passing, of)).toBeLessThan(LIKELY_RELEVANCE);
    expect(judge({ ...passing, coverage: 0.8 }, of)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    expect(judge({ ...passing, cosine: 0.6 }, of)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
  });

  it('shows what stands out if no memory has the words, among 10,000 as among 100', () => {
    const own = { cosine: 0.43 + 2.6 * prior.sd };
    for (const memories of [100, 10_000, 1_000_000]) {
      const noKeywordMatch = background({ memories, words: 3, shares: { best: 0.04, second: 0.03 } });
      expect(judge(own, noKeywordMatch)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
      expect(judge(own, { ...noKeywordMatch, shares: { best: 0.4, second: 0.3 } })).toBeLessThan(
        judge(own, noKeywordMatch),
      );
    }
  });

  it('never falls when a hit is nearer', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(cosine, cosine, fc.nat(5_000), share, fc.nat(12), (a, b, memories, best, words) => {
        const of = background({ memories, words, shares: { best, second: best / 2 } });
        expect(judge({ cosine: Math.max(a, b) }, of)).toBeGreaterThanOrEqual(judge({ cosine: Math.min(a, b) }, of));
      }),
    );
  });

  it('is never weak where a hit holds most of the words or is near by its own cosine, whatever joins the store', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const near = prior.mean + OWN_NEARNESS * prior.sd;
    const alone = fc.oneof(
      fc.record({ cosine: share, coverage: fc.double({ min: HIGH_COVERAGE, max: 1, noNaN: true }) }),
      fc.record({ cosine: fc.double({ min: near + 1e-9, max: 1, noNaN: true }), coverage: share }),
    );
    fc.assert(
      fc.property(
        alone,
        share,
        share,
        share,
        fc.nat(5_000),
        fc.nat(12),
        (own, held, other, nearer, memories, words) => {
          const joined = background({
            memories,
            words,
            cosines: { prior, mean: 0.43, best: Math.max(own.cosine, nearer), second: Math.min(own.cosine, nearer) },
            shares: { best: Math.max(held, other), second: Math.min(held, other) },
          });
          expect(judge({ ...own, share: held }, joined)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
        },
      ),
    );
  });

  it('is weak with few of the words if another memory is far nearer', () => {
    const nearest = background({ memories: 12, cosines: { prior, mean: 0.43, best: 0.66, second: 0.55 } });
    const behind = (deviations: number) => 0.66 - deviations * prior.sd;
    expect(judge({ cosine: behind(0.9) }, nearest)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    expect(judge({ cosine: behind(1.1) }, nearest)).toBeLessThan(LIKELY_RELEVANCE);
    expect(judge({ cosine: behind(1.1), coverage: 0.4, share: 0.2 }, nearest)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    expect(judge({ cosine: behind(1.1) }, { ...nearest, shares: null })).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
  });

  it('is weak where neither the model nor a memory knows the words', () => {
    const noKeywordMatch = background({ shares: { best: 0.01, second: 0 } });
    expect(judge({ cosine: 0.65 }, noKeywordMatch)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    expect(judge({ cosine: 0.65 }, { ...noKeywordMatch, unknownWords: true })).toBeLessThan(LIKELY_RELEVANCE);
    const heard = background({ unknownWords: true });
    expect(judge({ cosine: 0.65 }, heard)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
  });

  it('ignores words that no memory has', () => {
    const noKeywordMatch = background({ shares: { best: 0, second: 0 } });
    expect(judge({ cosine: 0.65 }, noKeywordMatch)).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    expect(judge({ cosine: 0.4 }, noKeywordMatch)).toBeLessThan(LIKELY_RELEVANCE);
  });
});

describe('labelOf', () => {
  it('depends only on the number', () => {
    expect(
      [0, LIKELY_RELEVANCE - 1e-9, LIKELY_RELEVANCE, STRONG_RELEVANCE - 1e-9, STRONG_RELEVANCE, 1].map(labelOf),
    ).toEqual(['weak', 'weak', 'likely', 'likely', 'strong', 'strong']);
  });
});

describe('answerable', () => {
  it('rises with the best of the store, by meaning and by words', () => {
    const at = (more: Partial<Background>) => answerable(background(more), BGE_SMALL_EN_V1_5, WORDS_ALONE);
    const plain = at({ cosines: { prior, mean: 0.43, best: 0.5, second: 0.4 }, shares: { best: 0.1, second: 0 } });
    expect(
      at({ cosines: { prior, mean: 0.43, best: 0.7, second: 0.4 }, shares: { best: 0.1, second: 0 } }),
    ).toBeGreaterThan(plain);
    expect(
      at({ cosines: { prior, mean: 0.43, best: 0.5, second: 0.4 }, shares: { best: 0.5, second: 0 } }),
    ).toBeGreaterThan(plain);
    const words = at({ cosines: null, shares: { best: 0.1, second: 0 } });
    expect(at({ cosines: null, shares: { best: 0.9, second: 0 } })).toBeGreaterThan(words);
  });
});
