/**
 * Estimates how likely a hit answers the question, 0–1, from its own evidence, never from the fused score. A better
 * memory can only lower the estimate. `npm run eval:calibrate` fits the coefficients (docs/decisions/0009-labels.md).
 */
import { type Calibration, type Coefficients, EVIDENCE, type WordCalibration } from './calibration.ts';
import type { Moments } from './evidence.ts';

export type RelevanceLabel = 'strong' | 'likely' | 'weak';

export interface Background {
  memories: number;
  /** The question's words, without function words. Two characters of a script without spaces count as a word. */
  words: number;
  /** Null without a semantic arm, or if the model doesn't read the question's language. */
  cosines: {
    /** Its standard deviation is the unit of cosines, so that coefficients carry over between models. */
    prior: Moments;
    /** Mean of the searched memories, shrunk towards the prior (`MEAN_PRIOR_ROWS`). */
    mean: number;
    best: number;
    second: number;
  } | null;
  /** BM25 divided by the query's highest possible score, 0–1. Null without a keyword arm. */
  shares: { best: number; second: number } | null;
  /** True for made-up words or another language. Cosines then mean nothing. */
  unknownWords?: boolean;
}

export const LIKELY_RELEVANCE = 0.02;
export const STRONG_RELEVANCE = 0.55;
/** Standard deviations above the mean that unrelated texts reach by chance. */
export const CHANCE_NEARNESS = 1.6;
/**
 * The nearer a text is, the less its words count. Beyond this many standard deviations above the model's mean, their
 * weight no longer falls.
 */
export const MOST_AGREEING = 4;
/** Keyword share that is typical of a text which mentions a word or two of the query in passing. */
export const CHANCE_SHARE = 0.15;
/** Larger stores are judged like stores of this size. */
export const MOST_MEMORIES = 2_000;
/** Beyond this size, a larger store makes an answer to an ordinary question no less likely, so the size is capped. */
const MOST_MEMORIES_OF_A_QUESTION = 400;
/** Below this coverage, a hit doesn't count as found by words. */
const PASSING_COVERAGE = 0.2;
/**
 * Without a cosine, a hit with less of the question's words is weak: it contains only words such as “the”
 * (docs/measurements/0009-labels.md).
 */
const LEAST_WORDS_ALONE = 0.05;
/** Share of the question that makes a hit stand alone. Less than a half, because each new note changes word weights. */
export const HIGH_COVERAGE = 0.45;
/** Standard deviations above the model's mean from which a text is near, whatever else the store contains. */
export const OWN_NEARNESS = 3;
/** With fewer memories, the store's mean isn't reliable, so the model's own mean decides. */
const LEAST_MEMORIES = 25;
/** A hit with less of the question's words is weak if the nearest memory is this many standard deviations nearer. */
const FAR_BEHIND = 1;
const LEAST_COVERAGE_BEHIND = 0.3;
/** In a small store, even an unrelated note may be this many standard deviations above the model's mean. */
const PASSING_NEARNESS = 0.6;
/** Limit of `behind`, in standard deviations. */
export const MOST_BEHIND = 3;
/** If the best keyword share is below this part of one word, the question uses other words than the notes. */
const LEAST_WORD_SHARE = 1 / 3;
/** How many rows the prior counts as. Few, because the mean differs by language (docs/measurements/0006-ranking.md). */
export const MEAN_PRIOR_ROWS = 2;

/** Computing these two logarithms again for each hit took half of the time. */
export function questionInto({ words, memories }: Background, into: Float64Array): Float64Array {
  into[6] = Math.log(1 + words);
  into[7] = Math.log(Math.min(MOST_MEMORIES, Math.max(1, memories)));
  return into;
}

/**
 * This runs for every match: with an object instead of an array, reading its fields took half of the time.
 * @param cosine of the best chunk; NaN if the memory or the query has no vector
 * @param ownShare BM25 divided by the query's highest possible score, 0–1
 * @param coverage share of the query's idf mass in the memory, 0–1
 */
export function hitInto(
  cosine: number,
  ownShare: number,
  coverage: number,
  { cosines, shares }: Background,
  into: Float64Array,
): Float64Array {
  const known = cosines !== null && !Number.isNaN(cosine);
  const nearness = known ? Math.max(CHANCE_NEARNESS, (cosine - cosines.mean) / cosines.prior.sd) : 0;
  const apart = known ? Math.max(0, (cosine - cosines.prior.mean) / cosines.prior.sd) : 0;
  const share = beyondChance(ownShare);
  into[0] = nearness;
  into[1] = apart;
  into[2] = shares === null ? 0 : share - beyondChance(ownShare >= shares.best ? shares.second : shares.best);
  into[3] = coverage;
  into[4] = coverage * Math.min(MOST_AGREEING, apart);
  into[5] = coverage * nearness;
  into[8] = known ? behind(cosine, cosines) : 0;
  return into;
}

function behind(cosine: number, { best, second, prior }: NonNullable<Background['cosines']>): number {
  const other = cosine >= best ? second : best;
  return Math.max(-MOST_BEHIND, Math.min(0, (cosine - other) / prior.sd));
}

function beyondChance(share: number): number {
  return Math.max(0, share - CHANCE_SHARE);
}

/** Keywords then say nothing about a hit. */
export function hasNoKeywordMatch({ shares, words }: Background): boolean {
  return shares !== null && shares.best * words < LEAST_WORD_SHARE;
}

/** Other notes can't make such a memory weak. */
export function standsAlone(evidence: ArrayLike<number>): boolean {
  return evidence[3]! >= HIGH_COVERAGE || evidence[1]! >= OWN_NEARNESS;
}

export function standsOut(evidence: ArrayLike<number>): boolean {
  return evidence[0]! > CHANCE_NEARNESS;
}

/**
 * Fixed exceptions to the fitted function:
 * - If neither the model nor a memory knows the words, every hit is weak.
 * - A hit that's good on its own is at least likely, so that adding a better note doesn't hide it.
 * - A hit that stands out is at least likely if no memory contains the words.
 * - A hit without a cosine that contains hardly any of the words is weak.
 * - A hit that lacks most of the words and is far behind the nearest memory is weak. This hides wrong hits, and hardly
 *   any answers (docs/measurements/0009-labels.md).
 * - A hit that neither stands out nor contains the words is weak, unless it's near in a small store. The judged sets
 *   have too few such hits to fit this and the exception for hits that stand out.
 */
export function relevanceOf(coefficients: Coefficients, evidence: ArrayLike<number>, background: Background): number {
  const value = logistic(logit(coefficients, evidence));
  if (background.unknownWords && hasNoKeywordMatch(background)) return value * LIKELY_RELEVANCE;
  if (standsAlone(evidence)) return Math.max(LIKELY_RELEVANCE, value);
  if (background.shares === null) return value;
  if (background.cosines === null || evidence[0] === 0)
    return evidence[3]! < LEAST_WORDS_ALONE ? value * LIKELY_RELEVANCE : value;
  const isOutstanding = standsOut(evidence);
  if (isOutstanding && hasNoKeywordMatch(background)) return Math.max(LIKELY_RELEVANCE, value);
  if (evidence[3]! < LEAST_COVERAGE_BEHIND && evidence[8]! < -FAR_BEHIND) return value * LIKELY_RELEVANCE;
  if (isOutstanding) return value;
  const apart = background.memories >= LEAST_MEMORIES || evidence[1]! < PASSING_NEARNESS;
  const passing = apart && evidence[3]! < PASSING_COVERAGE;
  return passing ? value * LIKELY_RELEVANCE : value;
}

export function questionEvidence({ cosines, shares, memories, words }: Background): Float64Array {
  const best = cosines === null ? 0 : (cosines.best - cosines.prior.mean) / cosines.prior.sd;
  const mean = cosines === null ? 0 : (cosines.mean - cosines.prior.mean) / cosines.prior.sd;
  const share = shares?.best ?? 0;
  return Float64Array.of(
    best,
    mean,
    share,
    share * Math.max(0, best - mean),
    Math.log(1 + words),
    Math.log(Math.min(MOST_MEMORIES_OF_A_QUESTION, Math.max(1, memories))),
  );
}

/** `[rows]` each. Null for an arm that didn't run. */
export interface ArmScores {
  cosines: Float32Array | null;
  scores: Float32Array | null;
  coverage: Float32Array | null;
  /** The keyword score that equals a share of 1. 0 if there's none. */
  highest: number;
}

/**
 * Compares logits, because computing a logistic for each row would double the time.
 * @param listed 1 = leave the row out
 */
export function likelyRows(
  rows: Uint32Array,
  listed: Uint8Array,
  { cosines, scores, coverage, highest }: ArmScores,
  background: Background,
  { meaning, words }: { meaning: Coefficients; words: Coefficients },
  named: ((row: number) => boolean) | null,
): number[] {
  const likely: number[] = [];
  const evidence = questionInto(background, new Float64Array(EVIDENCE.length));
  const noKeywordMatch = hasNoKeywordMatch(background);
  for (let at = 0, { length } = rows; at < length; at++) {
    const row = rows[at]!;
    if (listed[row] === 1) continue;
    if (named?.(row)) {
      likely.push(row);
      continue;
    }
    const cosine = cosines === null ? Number.NaN : cosines[row]!;
    const share = scores === null || highest === 0 ? 0 : scores[row]! / highest;
    hitInto(cosine, share, coverage === null ? 0 : coverage[row]!, background, evidence);
    const value = logit(Number.isNaN(cosine) ? words : meaning, evidence);
    if (value >= WEAK_LOGIT || standsAlone(evidence) || (noKeywordMatch && standsOut(evidence))) likely.push(row);
  }
  return likely;
}

export function logit(coefficients: Coefficients, evidence: ArrayLike<number>): number {
  let sum = coefficients[evidence.length]!;
  for (let at = 0, { length } = evidence; at < length; at++) sum += coefficients[at]! * evidence[at]!;
  return sum;
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Slightly below the threshold, so the logistic's rounding doesn't matter. */
const WEAK_LOGIT = Math.log(LIKELY_RELEVANCE / (1 - LIKELY_RELEVANCE)) - 1e-6;

export function labelOf(relevance: number): RelevanceLabel {
  if (relevance >= STRONG_RELEVANCE) return 'strong';
  return relevance >= LIKELY_RELEVANCE ? 'likely' : 'weak';
}

export function hitCoefficients(
  cosine: number,
  background: Background,
  calibration: Calibration,
  words: WordCalibration,
): Coefficients {
  if (background.cosines === null || Number.isNaN(cosine)) return words.hit;
  return background.shares === null ? calibration.meaning : calibration.both;
}

export function answerable(background: Background, calibration: Calibration, words: WordCalibration): number {
  const coefficients = background.cosines === null ? words.answerable : calibration.answerable;
  return logistic(logit(coefficients, questionEvidence(background)));
}
