/** A ranked search as it is kept between pages. */
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import type { SemanticArmResult } from './arms/semantic-arm.ts';
import type { WordArms } from './arms/word-arms.ts';
import type { ListInput, RankedEntries } from './list.ts';
import type { SearchPlan } from './plan.ts';
import type { Ranking } from './ranking.ts';

export interface Timings {
  /** Clock at the start of the search. */
  started: number;
  fusionMs: number;
  embeddingMs: number;
}

/** Everything that pages of one query and store version are cut from. */
export interface RankedSearch {
  plan: SearchPlan;
  ranking: Ranking;
  words: WordArms;
  semantic: SemanticArmResult | null;
  embedding: QueryEmbedding | null;
  list: RankedEntries;
  listInput: ListInput;
  timings: Timings;
  degradations: string[];
  anchors: { names: string[]; holders: Uint8Array[] };
}
