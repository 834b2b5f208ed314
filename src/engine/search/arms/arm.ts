/** What every arm answers: dense arrays by ordinal, so that fusion looks up any memory in any arm. */
import type { Arm } from '../../../core/options/options.ts';

export interface ArmResult {
  arm: Arm;
  /** `[size]` the arm's own score: BM25, cosine (NaN for none), or 0..1. */
  scores: Float32Array;
  /** `[size]` evidence before thread context, 0 = none. */
  evidence: Float32Array;
  /** Visible memories with evidence. */
  count: number;
  milliseconds: number;
}

/** Fewer filtered rows than this say nothing about the spread of scores; then all visible rows do. */
export const LEAST_ROWS_FOR_STATISTICS = 100;

/** Arms without a standardised score: a sure one weighs as much as three standard deviations (F1). */
const UNIT_EVIDENCE = 3;

export function evidenceOfUnitScores(scores: Float32Array): Float32Array {
  return scores.map((score) => UNIT_EVIDENCE * score);
}
