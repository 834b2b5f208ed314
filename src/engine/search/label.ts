/**
 * The one place where a hit's evidence is gathered and named (F7): ordinal → evidence → relevance and label. Asked for
 * rows that a page may show, and for those behind them only to know whether there is a further page.
 */
import type { Arm } from '../../core/options/options.ts';
import { type Coefficients, EVIDENCE } from '../../core/ranking/calibration.ts';
import { BGE_SMALL_EN_V1_5 } from '../../core/ranking/calibrations/bge-small-en-v1.5.ts';
import { WORDS_ALONE } from '../../core/ranking/calibrations/words.ts';
import {
  answerable,
  hitCoefficients,
  hitEvidence,
  LIKELY_RELEVANCE,
  labelOf,
  logistic,
  logit,
  ownEvidence,
  plainAnswers,
  plainTerms,
  relevanceOf,
  STRONG_RELEVANCE,
} from '../../core/ranking/relevance.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { backgroundOf } from './background.ts';
import type { Found, Judge, Ranking, SearchPlan } from './stages.ts';

export function createJudge(plan: SearchPlan, found: Found, ranking: Ranking): Judge {
  const { keyword, semantic } = found;
  const calibration = plan.semantic?.profile.calibration ?? BGE_SMALL_EN_V1_5;
  const background = backgroundOf(plan, found);
  const highest = keyword?.result.highestPossible ?? 0;
  const { completions, unheldCodes } = found.exact;
  const linkEvidence = evidenceOf(ranking, 'links');
  const talkEvidence = evidenceOf(ranking, 'conversation');
  const own = { cosine: Number.NaN, share: 0, coverage: 0 };
  const evidence = new Float64Array(EVIDENCE.length);
  hitEvidence(own, background, evidence);

  const gather = (ordinal: Ordinal): Coefficients => {
    own.cosine = semantic === null ? Number.NaN : semantic.scores[ordinal]!;
    own.share = highest > 0 ? keyword!.scores[ordinal]! / highest : 0;
    own.coverage = keyword?.result.coverage[ordinal] ?? 0;
    ownEvidence(own, background, evidence);
    return hitCoefficients(own.cosine, background, calibration, WORDS_ALONE);
  };

  const isLinked = (ordinal: Ordinal): boolean => linkEvidence !== null && linkEvidence[ordinal]! > 0;
  const isNamed = (ordinal: Ordinal): boolean =>
    (ranking.tiers !== null && ranking.tiers[ordinal]! > 0) ||
    isLinked(ordinal) ||
    (talkEvidence !== null && talkEvidence[ordinal]! > 0);

  /** Whatever has another number than was asked for is `likely` at most. */
  const ofUnheld = (value: number): number => (unheldCodes ? Math.min(value, BELOW_STRONG) : value);

  const relevance = (ordinal: Ordinal): number => {
    // What filters alone let through has no question to answer.
    if (plan.browse) return NAMED_RELEVANCE;
    const value = ofUnheld(relevanceOf(gather(ordinal), evidence, background));
    const linked = isLinked(ordinal);
    if (completions !== null && completions[ordinal] === 0 && !linked) return withoutIdentifier(value, own.cosine);
    return isNamed(ordinal) ? Math.max(NAMED_RELEVANCE, value) : value;
  };

  /** Shared parts of a code say nothing, so only a cosine that is strong by itself speaks (F5). */
  const withoutIdentifier = (value: number, cosine: number): number => {
    if (Number.isNaN(cosine)) return value * LIKELY_RELEVANCE;
    const near = logistic(logit(calibration.meaning, evidence));
    return near >= STRONG_RELEVANCE ? near : near * LIKELY_RELEVANCE;
  };

  const asked = plan.browse ? 1 : answerable(background, calibration, WORDS_ALONE);
  return {
    background,
    answerable: completions === null || completions.includes(1) ? ofUnheld(asked) : asked * LIKELY_RELEVANCE,
    of: (ordinal) => {
      const value = relevance(ordinal);
      return { relevance: value, label: labelOf(value) };
    },
    answers(rows, listed) {
      const isLikely = (row: number): boolean => listed[row] !== 1 && relevance(row as Ordinal) >= LIKELY_RELEVANCE;
      if (completions !== null || plan.browse) return [...rows].filter(isLikely) as Ordinal[];
      const coefficients = background.shares === null ? calibration.meaning : calibration.both;
      const terms = {
        meaning: plainTerms(background, coefficients, true),
        words: plainTerms(background, WORDS_ALONE.hit, false),
      };
      const scores = {
        cosines: semantic?.scores ?? null,
        scores: keyword?.scores ?? null,
        coverage: keyword?.result.coverage ?? null,
        highest,
      };
      const someNamed = ranking.tiers !== null || linkEvidence !== null || talkEvidence !== null;
      const named = someNamed ? (row: number) => isNamed(row as Ordinal) : null;
      const { likely, unsure } = plainAnswers(rows, listed, scores, terms, named);
      return [...likely, ...unsure.filter(isLikely)] as Ordinal[];
    },
    evidence: (ordinal) => {
      gather(ordinal);
      return evidence.slice();
    },
  };
}

/** What the query names by code, phrase or title, and what the conversation holds, is at least `likely` (F5). */
const NAMED_RELEVANCE = 0.2;
const BELOW_STRONG = STRONG_RELEVANCE - 0.01;

function evidenceOf(ranking: Ranking, arm: Arm): Float32Array | null {
  return ranking.armRankings.find((own) => own.arm === arm)?.evidence ?? null;
}
