/**
 * Honest answers (DESIGN F7): a calibrated relevance 0..1 and its label, from raw arm scores alone, never from the fused
 * score: cosine and keyword score of the hit, and the best ones beside it, because an answer rarely stands alone among
 * unrelated texts. How it was fitted: `eval/calibrate.ts`, docs/decisions/0006-ranking.md.
 */
import type { RelevanceLabel } from '../results/response.ts';

/** Coefficients of the logistic, fitted for each model by `eval/calibrate.ts`. */
export interface Calibration {
  bias: number;
  cosine: number;
  /**
   * Of the mean cosine of all memories asked, 0 or negative: how near strangers lie differs by the language of question
   * and notes where a model knows several (multilingual-e5: means from 0.71 to 0.83).
   */
  mean: number;
  coverage: number;
}

export interface RawScores {
  /** Of the best chunk; null where the memory or the query has no vector. */
  cosine: number | null;
  /** Mean of the query's three best cosines; null without a semantic arm. */
  support: number | null;
  /** Mean cosine of the memories asked, shrunk by `MEAN_PRIOR_ROWS`; null without a semantic arm. */
  mean: number | null;
  /** BM25 over the highest score that the query could reach, 0–1. */
  keywordShare: number;
  /** The highest `keywordShare` of all memories asked, 0–1. */
  keywordSupport: number;
  /** Share of the query's idf mass in the memory, 0–1. */
  coverage: number;
}

/** Relevance from which a hit is `likely`; below it is `weak`. */
export const LIKELY_RELEVANCE = 0.36;
/** The same for a hit judged by its own cosine alone: one near memory among strangers is an answer too. */
export const LIKELY_ALONE = 0.25;
/** One that stands alone is not below the best few by more than this. Own questions, 66 memories: 1.8 strangers a query called likely → 0.4. */
const ALONE_SLACK = 0.02;
/** Share of the query's idf mass from which the words alone make a hit `likely`. */
export const LIKELY_COVERAGE = 0.9;
export const STRONG_RELEVANCE = 0.8;
/**
 * Rows' worth of belief in the prior mean: a single note does not say how near strangers lie. Less than for evidence,
 * because the mean differs by language (docs/decisions/0006-ranking.md).
 */
export const MEAN_PRIOR_ROWS = 2;
/** Rows whose cosines make up the support. */
export const SUPPORT_ROWS = 3;
/** Share of the hit's own cosine, and of its own keyword share, against the support. */
export const OWN_SHARE = 0.1;

/** Without a cosine the words alone speak. Half of the query's idf mass is an even chance. */
const KEYWORD_CALIBRATION = { bias: -2, coverage: 4 };

/** Memories in the sets that the calibrations were fitted on, in the order of magnitude. */
const FITTED_ROWS = 1_500;
/** Share of the standard deviation; measured on the project's own questions in stores of 3 to 290: docs/decisions/0006-ranking.md. */
const CHANCE_SHARE = 0.8;

/**
 * What a small store adds to a cosine before it is judged. Among N memories that have nothing to do with a query the
 * best cosine is about mean + sd·√(2 ln N) (expected maximum of N normal draws), so the same cosine says more where few
 * were asked: the median best stranger is at 0.49 among 3 memories, 0.58 among 66, 0.62 among 290 (bge-small).
 * @param rows memories compared
 * @param sd standard deviation of the model's cosines (`ModelProfile.priorSd`)
 */
export function smallStoreLift(rows: number, sd: number): number {
  const chance = (count: number): number => Math.sqrt(2 * Math.log(Math.max(2, count)));
  return CHANCE_SHARE * sd * Math.max(0, chance(FITTED_ROWS) - chance(rows));
}

/** @param calibration of the model; null where there is none */
export function relevance(scores: RawScores, calibration: Calibration | null): number {
  const { cosine, support } = scores;
  if (cosine === null || calibration === null) {
    return logistic(KEYWORD_CALIBRATION.bias + KEYWORD_CALIBRATION.coverage * scores.coverage);
  }
  const near = OWN_SHARE * cosine + (1 - OWN_SHARE) * (support ?? cosine);
  const words = OWN_SHARE * scores.keywordShare + (1 - OWN_SHARE) * scores.keywordSupport;
  const distance = calibration.cosine * near + calibration.mean * (scores.mean ?? 0);
  return logistic(calibration.bias + distance + calibration.coverage * words);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** @param exact holds an identifier or phrase of an identifier query: at least `likely` (F5) */
export function relevanceLabel(scores: RawScores, calibration: Calibration | null, exact: boolean): RelevanceLabel {
  const value = relevance(scores, calibration);
  if (value >= STRONG_RELEVANCE) return 'strong';
  if (exact || value >= LIKELY_RELEVANCE || scores.coverage >= LIKELY_COVERAGE) return 'likely';
  if (scores.cosine === null || scores.cosine < (scores.support ?? -1) - ALONE_SLACK) return 'weak';
  const alone = { ...scores, support: scores.cosine, keywordShare: 0, keywordSupport: 0 };
  return relevance(alone, calibration) >= LIKELY_ALONE ? 'likely' : 'weak';
}

/**
 * A hit of a query that is nothing but identifiers, of which it holds none: shared parts of a code say nothing, so only
 * a cosine that is strong by itself speaks.
 */
export function labelWithoutIdentifier(scores: RawScores, calibration: Calibration | null): RelevanceLabel {
  if (scores.cosine === null || calibration === null) return 'weak';
  return relevance({ ...scores, keywordShare: 0, keywordSupport: 0 }, calibration) >= STRONG_RELEVANCE
    ? 'strong'
    : 'weak';
}

/** Mean of the greatest few values; NaN counts as nothing; null where there is none. */
export function meanOfBest(values: Float32Array, few: number = SUPPORT_ROWS): number | null {
  const best: number[] = [];
  for (const value of values) {
    if (Number.isNaN(value) || (best.length === few && value <= best[few - 1]!)) continue;
    let at = best.length;
    while (at > 0 && value > best[at - 1]!) at--;
    best.splice(at, 0, value);
    if (best.length > few) best.pop();
  }
  return best.length === 0 ? null : best.reduce((sum, value) => sum + value, 0) / best.length;
}
