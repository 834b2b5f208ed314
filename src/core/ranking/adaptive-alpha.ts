/** The weight α of the semantic arm if the caller gives none. Values: docs/decisions/0006-ranking.md. */
import type { AlphaStrategy } from '../options/options.ts';

export const USUAL_ALPHA = 0.7;
/** How far the best cosine usually exceeds the mean, in standard deviations. */
export const USUAL_STANDOUT = 3.5;
const ALPHA_PER_SD = 0.12;
const LEAST_ALPHA = 0.6;
const GREATEST_ALPHA = 0.95;
export const UNKNOWN_WORDS_ALPHA = 0.4;
/** Lower than for unknown words: if the model reads the language, they may be rare words that it still understands. */
const UNREAD_ALPHA = 0.3;
export const KNOWN_COVERAGE = 0.3;
export const FACT_ALPHA = 0.3;

export interface AlphaFacts {
  /** Share of the query's words that are one token of the model's vocabulary, 0–1. */
  vocabularyCoverage: number | null;
  /** False if the query is in a language that the model doesn't read. */
  readsQuery: boolean;
  /** How far the best cosine exceeds the mean, in standard deviations of the model's prior. */
  standout: number | null;
  memories: number | null;
  /** Share of identifier-like tokens among the meaningful ones, 0–1. */
  identifierShare: number;
}

export function adaptiveAlpha(strategy: AlphaStrategy, facts: AlphaFacts): number {
  switch (strategy) {
    case 'auto':
      return alphaByVocabulary(facts, alphaByStandout(facts.standout));
    case 'corpus':
      return alphaByCorpus(facts.memories);
    case 'query':
      return alphaByQuery(facts.identifierShare);
  }
}

/** Unlike `semanticConfidence`, which scales the evidence, uses the model's standard deviation, not the store's. */
export function alphaByStandout(standout: number | null): number {
  if (standout === null) return USUAL_ALPHA;
  return Math.min(GREATEST_ALPHA, Math.max(LEAST_ALPHA, USUAL_ALPHA + ALPHA_PER_SD * (standout - USUAL_STANDOUT)));
}

/** The model can't judge words that it doesn't know. */
function alphaByVocabulary({ vocabularyCoverage, readsQuery }: AlphaFacts, full: number): number {
  if (vocabularyCoverage === null) return full;
  const least = readsQuery ? UNKNOWN_WORDS_ALPHA : UNREAD_ALPHA;
  const known = Math.min(1, Math.max(0, vocabularyCoverage) / KNOWN_COVERAGE);
  return least + (full - least) * known;
}

export function alphaByCorpus(memories: number | null): number {
  if (memories === null || memories < 500) return 0.5;
  return memories < 5000 ? 0.7 : 0.8;
}

export function alphaByQuery(identifierShare: number): number {
  if (identifierShare > 0.5) return 0.3;
  return identifierShare > 0.2 ? 0.5 : 0.7;
}
