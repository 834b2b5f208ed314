/** Chooses the weight α of the semantic arm if the caller gives none, by named strategies. */
import type { AlphaStrategy } from '../options/options.ts';

/** α if nothing is known about the query. The best fixed value (docs/decisions/0006-ranking.md). */
export const USUAL_ALPHA = 0.7;
/** How far the best memory usually stands out. At this value, α is the usual one. */
export const USUAL_STANDOUT = 3.5;
/** How much α grows per further standard deviation, and its limits. Measured in docs/decisions/0006-ranking.md. */
const ALPHA_PER_SD = 0.12;
const LEAST_ALPHA = 0.6;
const GREATEST_ALPHA = 0.95;
/** α for a query in which the model's vocabulary has no word. */
export const UNKNOWN_WORDS_ALPHA = 0.4;
/** With at least this vocabulary coverage, α isn't reduced. */
export const KNOWN_COVERAGE = 0.3;
/** Highest α for memories of type `fact` under the strategy `query`. */
export const FACT_ALPHA = 0.3;

export interface AlphaFacts {
  /** Share of the query's words that are one token of the model's vocabulary, 0–1. Null if unknown. */
  vocabularyCoverage: number | null;
  /** How far the best cosine exceeds the mean, in the model's prior standard deviations. Null if unknown. */
  standout: number | null;
  /** Number of memories in the store. Null if unknown. */
  memories: number | null;
  /** Share of identifier-like tokens among the meaningful ones, 0–1. */
  identifierShare: number;
}

export function adaptiveAlpha(strategy: AlphaStrategy, facts: AlphaFacts): number {
  switch (strategy) {
    case 'auto':
      return alphaByVocabulary(facts.vocabularyCoverage, alphaByStandout(facts.standout));
    case 'corpus':
      return alphaByCorpus(facts.memories);
    case 'query':
      return alphaByQuery(facts.identifierShare);
  }
}

/**
 * Returns 0.7 + 0.12 · (standout − 3.5), within 0.6–0.95. The nearer the best memory, the more meaning counts. Unlike
 * the confidence that scales the evidence, this uses the model's units, not the store's.
 */
export function alphaByStandout(standout: number | null): number {
  if (standout === null) return USUAL_ALPHA;
  return Math.min(GREATEST_ALPHA, Math.max(LEAST_ALPHA, USUAL_ALPHA + ALPHA_PER_SD * (standout - USUAL_STANDOUT)));
}

/**
 * Returns `full`, falling linearly to 0.4 as coverage falls from 0.3 to 0, because a model can't judge words it doesn't
 * know.
 */
export function alphaByVocabulary(coverage: number | null, full: number = USUAL_ALPHA): number {
  if (coverage === null) return full;
  const known = Math.min(1, Math.max(0, coverage) / KNOWN_COVERAGE);
  return UNKNOWN_WORDS_ALPHA + (full - UNKNOWN_WORDS_ALPHA) * known;
}

/** Returns 0.5 below 500 memories or for an unknown number, 0.7 below 5,000, otherwise 0.8. */
export function alphaByCorpus(memories: number | null): number {
  if (memories === null || memories < 500) return 0.5;
  return memories < 5000 ? 0.7 : 0.8;
}

/** Returns 0.3 if more than half of the tokens are identifiers, 0.5 from a fifth on, otherwise 0.7. */
export function alphaByQuery(identifierShare: number): number {
  if (identifierShare > 0.5) return 0.3;
  return identifierShare > 0.2 ? 0.5 : 0.7;
}
