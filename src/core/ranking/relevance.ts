/**
 * Honest answers (F7): how likely a hit answers the question, 0–1, from the hit's own evidence seen against the store as
 * background, never from the fused score and never from what another memory scored well at. A label is a threshold of that
 * number and of nothing else. Whether the question has an answer here at all is a number of its own (`answerable`).
 * The coefficients are fitted by `npm run eval:calibrate` (`calibrations/`; docs/decisions/0009-labels.md).
 */
import type { Calibration, Coefficients, WordCalibration } from './calibration.ts';
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

/** Relevance from which a hit is `likely`; below it is `weak`. */
export const LIKELY_RELEVANCE = 0.04;
export const STRONG_RELEVANCE = 0.33;
/** Standard deviations above the mean that strangers reach by chance. */
export const CHANCE_NEARNESS = 1.6;
/** Standard deviations above the model's mean from which words do not add less any more. */
export const MOST_AGREEING = 4;
/** Keyword share that a word or two in passing bring. */
export const CHANCE_SHARE = 0.15;
/** The largest stores of the fit have about as many: what is not fitted is not extrapolated. */
export const MOST_MEMORIES = 2_000;
/** Coverage below which the words of a question are not what was found. */
const PASSING_COVERAGE = 0.2;
/** Below so many memories the mean says too little for a hit to be told from it. */
const LEAST_MEMORIES = 25;
/** A question is asked in words of its own where the best keyword match is worth less than this part of one of them. */
const UNHEARD_WORD = 1 / 3;
/**
 * Rows' worth of belief in the prior mean: a single note does not say how near strangers lie. Less than for evidence,
 * because the mean differs by language (docs/decisions/0006-ranking.md).
 */
export const MEAN_PRIOR_ROWS = 2;

/** `[EVIDENCE.length]`; `into` is written and returned, so that judging ten thousand matches makes no garbage. */
export function hitEvidence(own: OwnScores, background: Background, into: Float64Array): Float64Array {
  into[6] = Math.log(1 + background.words);
  into[7] = Math.log(Math.min(MOST_MEMORIES, Math.max(1, background.memories)));
  return ownEvidence(own, background, into);
}

/** The same where `into` already holds what all hits of the question share: two logarithms a hit were half of the time. */
export function ownEvidence(own: OwnScores, { cosines, shares }: Background, into: Float64Array): Float64Array {
  const known = cosines !== null && !Number.isNaN(own.cosine);
  const nearness = known ? (own.cosine - cosines.mean) / cosines.prior.sd : 0;
  const share = beyondChance(own.share);
  into[0] = known ? Math.max(CHANCE_NEARNESS, nearness) : 0;
  into[1] = known ? Math.max(0, (own.cosine - cosines.prior.mean) / cosines.prior.sd) : 0;
  into[2] = shares === null ? 0 : share - beyondChance(own.share >= shares.best ? shares.second : shares.best);
  into[3] = own.coverage;
  into[4] = own.coverage * Math.min(MOST_AGREEING, into[1]!);
  into[5] = own.coverage * into[0]!;
  return into;
}

function beyondChance(share: number): number {
  return Math.max(0, share - CHANCE_SHARE);
}

/** No memory holds the question's words: keywords have nothing to say for a hit, and nothing against it. */
export function isUnheard({ shares, words }: Background): boolean {
  return shares !== null && shares.best * words < UNHEARD_WORD;
}

/** It comes nearer than strangers do. */
export function standsOut(evidence: ArrayLike<number>): boolean {
  return evidence[0]! > CHANCE_NEARNESS;
}

/**
 * 0–1. The logistic, but for two kinds of hits that the judged sets hardly hold: one that neither stands out nor holds the
 * words is weak whatever the rest says, and one that stands out where no memory holds the words is shown.
 */
export function relevanceOf(coefficients: Coefficients, evidence: ArrayLike<number>, background: Background): number {
  const value = logistic(logit(coefficients, evidence));
  if (background.cosines === null || background.shares === null || evidence[0] === 0) return value;
  if (standsOut(evidence)) return isUnheard(background) ? Math.max(LIKELY_RELEVANCE, value) : value;
  const passing = evidence[3]! < PASSING_COVERAGE && background.memories >= LEAST_MEMORIES;
  return passing ? value * LIKELY_RELEVANCE : value;
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

/** What the question fixes of `plainLogit`. Infinite `shown`: no hit is shown because it stands out. */
export interface PlainTerms {
  besideBest: number;
  besideOthers: number;
  best: number;
  nearness: number;
  nearAgreement: number;
  cosine: number;
  agreement: number;
  coverage: number;
  margin: number;
  scale: number;
  mean: number;
  prior: number;
  shown: number;
}

/** @param cosined false: for hits without a cosine; the one handed in must then be 0 */
export function plainTerms(background: Background, coefficients: Coefficients, cosined: boolean): PlainTerms {
  const [nearness, cosine, marginTerm, coverage, agreement, nearAgreement, words, memories, bias] = coefficients;
  const { shares } = background;
  const many = Math.log(Math.min(MOST_MEMORIES, Math.max(1, background.memories)));
  const fixed = bias! + words! * Math.log(1 + background.words) + memories! * many;
  const margin = shares === null ? 0 : marginTerm!;
  const best = shares?.best ?? 0;
  const cosines = cosined ? background.cosines : null;
  const scale = cosines === null ? 0 : 1 / cosines.prior.sd;
  const known = cosines === null ? 0 : 1;
  return {
    besideBest: fixed - margin * beyondChance(shares?.second ?? 0),
    besideOthers: fixed - margin * beyondChance(best),
    best,
    nearness: known * nearness!,
    nearAgreement: known * nearAgreement!,
    cosine: known * cosine!,
    agreement: known * agreement!,
    coverage: coverage!,
    margin,
    scale,
    mean: (cosines?.mean ?? 0) * scale,
    prior: (cosines?.prior.mean ?? 0) * scale,
    // One that stands out is shown where no memory holds the words.
    shown: cosines !== null && isUnheard(background) ? CHANCE_NEARNESS : Number.POSITIVE_INFINITY,
  };
}

/**
 * `logit(hitEvidence(…))` as one expression for a loop over all matches: what the question fixes is worked out once, the rest
 * is a few multiplications without a branch, 10 ns a match (35 as a function made for each question). Rounded in another order
 * than `logit`; infinite for what is shown because it stands out.
 */
export function plainLogit(terms: PlainTerms, own: number, share: number, covered: number): number {
  const scaled = own * terms.scale;
  const above = scaled - terms.mean;
  if (above > terms.shown) return Number.POSITIVE_INFINITY;
  const apart = Math.max(0, scaled - terms.prior);
  return (
    (share >= terms.best ? terms.besideBest : terms.besideOthers) +
    (terms.nearness + terms.nearAgreement * covered) * Math.max(above, CHANCE_NEARNESS) +
    terms.cosine * apart +
    terms.agreement * covered * Math.min(MOST_AGREEING, apart) +
    terms.coverage * covered +
    terms.margin * beyondChance(share)
  );
}

/** −1 to 1: the cosine below which a hit that holds none of the words is weak, a little too low rather than too high. */
function wordlessLimit(terms: PlainTerms): number {
  // Only what rises with the cosine has one limit.
  if (terms.nearness < 0 || terms.cosine < 0) return -1;
  let weak = -1;
  let rest = 1;
  for (let step = 0; step < 30; step++) {
    const middle = (weak + rest) / 2;
    if (plainLogit(terms, middle, 0, 0) < WEAK_LOGIT) weak = middle;
    else rest = middle;
  }
  return weak;
}

/** What the arms say of all rows, `[rows]` each; null for an arm that was not asked. */
export interface PlainScores {
  cosines: Float32Array | null;
  scores: Float32Array | null;
  coverage: Float32Array | null;
  /** Of `scores`: what a share of 1 is. 0: none. */
  highest: number;
}

/**
 * What the plain logit alone decides of matches: those that are surely not weak, and those to be asked for their relevance.
 * Most hold none of the words: for them one cosine is the limit, whatever the row.
 * @param listed 1: left out. @param named rows that are asked in any case; null: there are none
 */
export function plainAnswers(
  matches: Uint32Array,
  listed: Uint8Array,
  { cosines, scores, coverage, highest }: PlainScores,
  { meaning, words }: { meaning: PlainTerms; words: PlainTerms },
  named: ((row: number) => boolean) | null,
): { likely: number[]; unsure: number[] } {
  const likely: number[] = [];
  const unsure: number[] = [];
  const limit = wordlessLimit(meaning);
  for (let at = 0, { length } = matches; at < length; at++) {
    const row = matches[at]!;
    if (listed[row] === 1) continue;
    if (named?.(row)) {
      unsure.push(row);
      continue;
    }
    const cosine = cosines === null ? Number.NaN : cosines[row]!;
    const score = scores === null ? 0 : scores[row]!;
    if (score === 0 && cosine < limit) continue;
    const share = highest > 0 ? score / highest : 0;
    const covered = coverage === null ? 0 : coverage[row]!;
    const value = Number.isNaN(cosine)
      ? plainLogit(words, 0, share, covered)
      : plainLogit(meaning, cosine, share, covered);
    if (value < WEAK_LOGIT) continue;
    // What no rounding and no exception of `relevanceOf` makes weak.
    const telling = covered >= PASSING_COVERAGE || cosine * meaning.scale - meaning.mean > CHANCE_NEARNESS + ROUNDING;
    if (telling && value > WEAK_LOGIT + 2 * ROUNDING) likely.push(row);
    else unsure.push(row);
  }
  return { likely, unsure };
}

/** Σ coefficient · evidence + bias. */
export function logit(coefficients: Coefficients, evidence: ArrayLike<number>): number {
  let sum = coefficients[evidence.length]!;
  for (let at = 0, { length } = evidence; at < length; at++) sum += coefficients[at]! * evidence[at]!;
  return sum;
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

const ROUNDING = 1e-6;
/** Below it a hit is weak; a little lower than the threshold, so that no rounding of the logistic matters. */
const WEAK_LOGIT = Math.log(LIKELY_RELEVANCE / (1 - LIKELY_RELEVANCE)) - ROUNDING;

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
