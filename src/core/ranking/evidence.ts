/**
 * Evidence says how strongly an arm prefers a memory, in standard deviations; 0 = not at all.
 *
 * Loops keep the length in a variable. Once any buffer of the thread was detached, as WebAssembly's is when its memory
 * grows, V8 checks for that at each `.length`: 100,000 rows take 0.43 ms instead of 0.14.
 */

import { NEW_ARRAYS, type RowArrays } from '../row-arrays.ts';
import { KNOWN_COVERAGE } from './adaptive-alpha.ts';

/** How many rows the prior counts as, so that small stores don't get extreme values. */
export const PRIOR_ROWS = 30;
/** Otherwise, the only keyword hit among 10,000 memories would weigh 100. */
export const KEYWORD_EVIDENCE_CAP = 12;
/** All matches get the same evidence below this standard deviation. */
export const FLAT_SD = 1e-4;
/** Prior standard deviation as a share of the highest possible score: BM25 grows with the query's idf mass. */
export const KEYWORD_PRIOR_SHARE = 0.1;
export const COVERAGE_SHARE = 0.5;
const COVERAGE_STEPS = 1024;
const COVERAGE_STEEPNESS = 4;
/** Standard score of the best row for which `semanticConfidence` is 1. */
export const CONFIDENCE_PIVOT = 3.5;
export const CONFIDENCE_POWER = 0.75;

export interface Moments {
  mean: number;
  sd: number;
}

export function shrinkMoments(observed: Moments, rows: number, prior: Moments, priorRows = PRIOR_ROWS): Moments {
  const total = rows + priorRows;
  const mean = (rows * observed.mean + priorRows * prior.mean) / total;
  const variance = (rows * observed.sd ** 2 + priorRows * prior.sd ** 2) / total;
  return { mean, sd: Math.sqrt(variance) };
}

export function softCap(evidence: number): number {
  return KEYWORD_EVIDENCE_CAP * tanh(evidence / KEYWORD_EVIDENCE_CAP);
}

/**
 * Within 4 parts in 10¹⁶ of `Math.tanh`. For |x| < 0.625, it takes a third of the time: x + x³·P(x²)/Q(x²), with the
 * coefficients of S. L. Moshier, Methods and Programs for Mathematical Functions, 1989 (Cephes, tanh).
 */
function tanh(x: number): number {
  if (!(Math.abs(x) < 0.625)) return Math.tanh(x);
  const z = x * x;
  const p = (-0.9643991794250523 * z - 99.28772310019185) * z - 1614.6876844170845;
  const q = ((z + 112.81167849163293) * z + 2235.4883906010045) * z + 4844.063053251255;
  return x + (x * z * p) / q;
}

/** `scale · max(0, (cos − mean) / sd)`; 0 for NaN. With a flat spread, every row at or above the mean gets `scale`. */
export function semanticEvidence(
  similarity: Float32Array,
  moments: Moments,
  scale = 1,
  arrays = NEW_ARRAYS,
): Float32Array {
  const evidence = arrays.float32(similarity.length);
  const flat = moments.sd < FLAT_SD;
  for (let row = 0, { length } = similarity; row < length; row++) {
    const above = similarity[row]! - moments.mean;
    if (flat) {
      if (above >= 0) evidence[row] = scale;
    } else if (above > 0) evidence[row] = (scale * above) / moments.sd;
  }
  return evidence;
}

/**
 * Returns the exponent of `coverage` in `keywordEvidence`. Two matched words of six say more than one of three. If the
 * model doesn't know the words, as in a language it can't read, matched words are the only evidence
 * (docs/decisions/0013-ordinary-notes.md).
 */
export function coverageExponent(words: number, vocabularyCoverage: number): number {
  const known = Math.max(0, vocabularyCoverage - KNOWN_COVERAGE) / (1 - KNOWN_COVERAGE);
  return (COVERAGE_STEEPNESS * known) / Math.max(1, words - 1);
}

/**
 * `softCap(BM25 / sd) · min(½ + ½ · coverage, coverage^exponent)`: one rare word of a long question says little.
 * @param coverage share of the query's idf mass that the memory has; null if all count as 1
 */
export function keywordEvidence(
  scores: Float32Array,
  coverage: Float32Array | null,
  sd: number,
  { exponent = 0, arrays = NEW_ARRAYS }: { exponent?: number; arrays?: RowArrays } = {},
): Float32Array {
  const evidence = arrays.float32(scores.length);
  const factors = coverageFactors(exponent);
  const flat = sd < FLAT_SD;
  for (let row = 0, { length } = scores; row < length; row++) {
    const score = scores[row]!;
    if (score <= 0) continue;
    if (flat) evidence[row] = 1;
    else {
      const covered = coverage === null ? 1 : factors[Math.round(coverage[row]! * COVERAGE_STEPS)]!;
      evidence[row] = softCap(score / sd) * covered;
    }
  }
  return evidence;
}

/** Tabulated, because a power for each of 100,000 matches would take longer than the rest of the loop. */
function coverageFactors(exponent: number): Float32Array {
  return Float32Array.from({ length: COVERAGE_STEPS + 1 }, (_, step) => {
    const coverage = step / COVERAGE_STEPS;
    return Math.min(1 - COVERAGE_SHARE + COVERAGE_SHARE * coverage, coverage ** exponent);
  });
}

/** How far the semantic arm can be trusted on this query, 0.5–2. */
export function semanticConfidence(bestZ: number): number {
  return Math.min(2, Math.max(0.5, (Math.max(0, bestZ) / CONFIDENCE_PIVOT) ** CONFIDENCE_POWER));
}
