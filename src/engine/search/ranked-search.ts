import type { Retrieved } from './arms/arm.ts';
import type { RelevanceScorer } from './label.ts';
import type { RankedList, Ranking, SearchPlan } from './stages.ts';

/** Cached between pages until the store changes. */
export interface RankedSearch {
  readonly plan: SearchPlan;
  readonly found: Retrieved;
  readonly ranking: Ranking;
  readonly scorer: RelevanceScorer;
  readonly list: RankedList;
  /** Milliseconds spent on ranking and ordering. */
  readonly fusionMs: number;
}
