/**
 * Honest answers (F7): how likely a hit answers the question, 0–1, from the hit's own evidence seen against the store as
 * background, never from the fused score and never from what another memory scored well at. A label is a threshold of that
 * number and of nothing else. Whether the question has an answer here at all is a number of its own (`answerable`).
 * The coefficients are fitted by `npm run eval:calibrate` (`calibrations/`; docs/decisions/0009-labels.md).
 */
import type { Moments } from './evidence.ts';

export type RelevanceLabel = 'strong' | 'likely' | 'weak';

/** What the store looks like to one question: what a hit stands out from, or does not. */
export interface Background {
  /** Memories asked. */
  memories: number;
  /** Words of the question that are not function words. */
  words: number;
  /** Null without a semantic arm. */
  cosines: {
    /** Of the model: what cosines are measured in, so that coefficients carry over from model to model. */
    prior: Moments;
    /** Of the memories asked, shrunk by `MEAN_PRIOR_ROWS`. */
    mean: number;
    best: number;
  } | null;
  /** BM25 over the highest score that the query could reach, 0–1, of the two best memories; null without a keyword arm. */
  shares: { best: number; second: number } | null;
}

/** What is known of one memory. */
export interface OwnScores {
  /** Of the best chunk; NaN where the memory or the query has no vector. */
  cosine: number;
  /** BM25 over the highest score that the query could reach, 0–1. */
  share: number;
  /** Share of the query's idf mass in the memory, 0–1. */
  coverage: number;
}

/**
 * What a hit is judged by, in the order of the coefficients.
 * - `nearness`: its cosine above the mean of all memories asked, in the model's standard deviations;
 * - `cosine`: its cosine above the model's mean over all texts, in the same;
 * - `margin`: its keyword share above the best other memory's (negative below it);
 * - `coverage`: share of the query's idf mass that it holds;
 * - `agreement`: keyword share × nearness where that is positive: words of a text that is near anyway add less;
 * - `words`: logarithm of 1 + the question's telling words;
 * - `memories`: logarithm of the memories asked: among many, more come near by chance.
 */
export const EVIDENCE = ['nearness', 'cosine', 'margin', 'coverage', 'agreement', 'words', 'memories'] as const;
export type EvidenceName = (typeof EVIDENCE)[number];

/**
 * What a question is judged by: `best` cosine and `mean` cosine of the memories asked in the model's standard deviations
 * above its mean over all texts, `share` of the best keyword match, their `agreement`, and the number of `memories`.
 */
export const QUESTION_EVIDENCE = ['best', 'mean', 'share', 'agreement', 'words', 'memories'] as const;

/** Coefficients in the order of the evidence, then the bias. */
export type Coefficients = readonly number[];

export interface Calibration {
  /** Hits with a cosine, the keyword arm asked too. */
  both: Coefficients;
  /** Hits with a cosine, no keyword arm. */
  meaning: Coefficients;
  /** Whether the question has an answer. */
  answerable: Coefficients;
}

/** The same without any cosine: fitted to words alone, for every model and for none. */
export interface WordCalibration {
  hit: Coefficients;
  answerable: Coefficients;
}

/** Relevance from which a hit is `likely`; below it is `weak`. */
export const LIKELY_RELEVANCE = 0.025;
export const STRONG_RELEVANCE = 0.45;
/**
 * Rows' worth of belief in the prior mean: a single note does not say how near strangers lie. Less than for evidence,
 * because the mean differs by language (docs/decisions/0006-ranking.md).
 */
export const MEAN_PRIOR_ROWS = 2;

/** `[EVIDENCE.length]`; `into` is written and returned, so that judging ten thousand matches makes no garbage. */
export function hitEvidence(own: OwnScores, background: Background, into: Float64Array): Float64Array {
  const { cosines, shares, memories, words } = background;
  const known = cosines !== null && !Number.isNaN(own.cosine);
  const nearness = known ? (own.cosine - cosines.mean) / cosines.prior.sd : 0;
  into[0] = nearness;
  into[1] = known ? (own.cosine - cosines.prior.mean) / cosines.prior.sd : 0;
  into[2] = shares === null ? 0 : own.share - (own.share >= shares.best ? shares.second : shares.best);
  into[3] = own.coverage;
  into[4] = own.share * Math.max(0, nearness);
  into[5] = Math.log(1 + words);
  into[6] = Math.log(Math.max(1, memories));
  return into;
}

/** `[QUESTION_EVIDENCE.length]` */
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
    Math.log(Math.max(1, memories)),
  );
}

/** Σ coefficient · evidence + bias. */
export function logit(coefficients: Coefficients, evidence: ArrayLike<number>): number {
  let sum = coefficients[evidence.length]!;
  for (let at = 0; at < evidence.length; at++) sum += coefficients[at]! * evidence[at]!;
  return sum;
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

export function labelOf(relevance: number): RelevanceLabel {
  if (relevance >= STRONG_RELEVANCE) return 'strong';
  return relevance >= LIKELY_RELEVANCE ? 'likely' : 'weak';
}

/** Which coefficients speak for a hit. */
export function hitCoefficients(
  cosine: number,
  background: Background,
  calibration: Calibration,
  words: WordCalibration,
): Coefficients {
  if (background.cosines === null || Number.isNaN(cosine)) return words.hit;
  return background.shares === null ? calibration.meaning : calibration.both;
}

/** 0–1: whether the question has an answer among the memories asked. */
export function answerable(background: Background, calibration: Calibration, words: WordCalibration): number {
  const coefficients = background.cosines === null ? words.answerable : calibration.answerable;
  return logistic(logit(coefficients, questionEvidence(background)));
}
