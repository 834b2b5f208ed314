import type { RelevanceScorer } from './label.ts';
import type { Found, RankedList, Ranking, SearchPlan } from './stages.ts';

/** Everything that pages of one query and store version are cut from; kept between pages. */
export interface RankedSearch {
  plan: SearchPlan;
  found: Found;
  ranking: Ranking;
  scorer: RelevanceScorer;
  list: RankedList;
  /** Milliseconds that ranking and ordering took. */
  fusionMs: number;
}
