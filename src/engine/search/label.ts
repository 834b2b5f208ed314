/**
 * The one place where a hit's evidence is gathered and named (F7): ordinal → evidence → relevance and label. Asked for
 * rows that a page may show, and for those behind them only to know whether there is a further page.
 */
import type { Arm } from '../../core/options/options.ts';
import {
  labelWithoutIdentifier,
  type RawScores,
  relevance,
  relevanceLabel,
  smallStoreLift,
} from '../../core/ranking/relevance.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';
import type { SearchPlan } from './plan.ts';
import type { Ranking } from './rank.ts';
import type { Found } from './retrieve.ts';

export interface Judgement {
  /** 0–1. */
  relevance: number;
  label: RelevanceLabel;
}

export type Judge = (ordinal: Ordinal) => Judgement;

export function createJudge(plan: SearchPlan, found: Found, ranking: Ranking): Judge {
  const { keyword, semantic } = found;
  const profile = plan.semantic?.profile ?? null;
  const calibration = profile?.calibration ?? null;
  const highest = keyword?.result.highestPossible ?? 0;
  const lift = semantic && profile ? smallStoreLift(semantic.scan.embedded, profile.priorSd) : 0;
  const { completions } = found.exact;

  const evidenceOf = (ordinal: Ordinal): RawScores => {
    const cosine = semantic === null ? Number.NaN : semantic.scores[ordinal]!;
    return {
      cosine: Number.isNaN(cosine) ? null : cosine + lift,
      support: semantic?.support ?? null,
      mean: semantic?.meanCosine ?? null,
      keywordShare: highest > 0 ? keyword!.scores[ordinal]! / highest : 0,
      keywordSupport: highest > 0 ? keyword!.best / highest : 0,
      coverage: keyword?.result.coverage[ordinal] ?? 0,
    };
  };

  return (ordinal) => {
    const evidence = evidenceOf(ordinal);
    const linked = namedBy(ranking, ordinal, 'links');
    const lacking = completions !== null && completions[ordinal] === 0 && !linked;
    // What filters alone let through, what the query names, and what the conversation holds have reasons of their own.
    const exact =
      plan.browse || (ranking.tiers?.[ordinal] ?? 0) > 0 || linked || namedBy(ranking, ordinal, 'conversation');
    return {
      relevance: relevance(evidence, calibration),
      label: lacking ? labelWithoutIdentifier(evidence, calibration) : relevanceLabel(evidence, calibration, exact),
    };
  };
}

function namedBy(ranking: Ranking, ordinal: Ordinal, arm: Arm): boolean {
  return ranking.votes.some((votes) => votes.arm === arm && votes.evidence[ordinal]! > 0);
}
