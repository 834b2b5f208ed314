/** The keyword arm's parameters, each chosen by results on all evaluation sets (docs/measurements/0002-keyword.md). */
import type { Stemming } from '../../core/text/stem.ts';

export interface KeywordParameters {
  stemming: Stemming;
  /** Weight of a match of any inflection of a word, default 1. */
  stemWeight: number;
  /** Weight of a match of the exact form, in addition to `stemWeight`, default 0.3. */
  exactWeight: number;
  /** Weight of a match in the title, relative to one in the text, default 0.3. */
  titleBoost: number;
  /** Weight of a match in tags or aliases, relative to one in the text, default 0.6. */
  tagBoost: number;
  /** BM25 saturation of term frequency, default 0.9. */
  k1: number;
  /** BM25 length normalisation, 0–1, default 0.6. */
  b: number;
  /** BM25+ lower bound of a match (Lv & Zhai 2011), default 0.8. */
  delta: number;
  /** Weight of question and function words in the query, default 0.15. */
  queryStopWeight: number;
  /** Weight of the parts of an identifier, relative to the whole, default 0.5. */
  partWeight: number;
  /** Weight of completions of the last word, default 0.5. */
  prefixWeight: number;
  /** Weight of a corrected word, default 0.8. */
  typoWeight: number;
  /** Words that are never stemmed, in addition to one-word titles, aliases and link targets. */
  terms: readonly string[];
  /** Folded words that are never corrected, even if no memory contains them; function words aren't either. */
  commonWords: ReadonlySet<string>;
}

export const KEYWORD_DEFAULTS: KeywordParameters = {
  stemming: 'en',
  stemWeight: 1,
  exactWeight: 0.3,
  titleBoost: 0.3,
  tagBoost: 0.6,
  k1: 0.9,
  b: 0.6,
  delta: 0.8,
  queryStopWeight: 0.15,
  partWeight: 0.5,
  prefixWeight: 0.5,
  typoWeight: 0.8,
  terms: [],
  commonWords: new Set(),
};
