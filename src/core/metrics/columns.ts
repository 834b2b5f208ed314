import type { SearchSettings, SearchTuning } from '../options/options.ts';
import type { MetricValues } from './ranking-metrics.ts';

export const COLUMNS = ['keyword', 'semantic', 'rrf', 'linear', 'hybrid'] as const;
export type Column = (typeof COLUMNS)[number];

const COMMON: SearchSettings = { limit: 100, groupDuplicates: false, tuning: { candidates: 20, recencyDecay: 0 } };

/** Turns off thread context and the similarity floor, and doesn't rank exact matches first. */
const PLAIN: SearchTuning = { ...COMMON.tuning, exactFirst: false, threadContext: 0, minSimilarity: -1 };

export const COLUMN_SETTINGS: { [column in Column]: SearchSettings } = {
  keyword: { ...COMMON, modes: ['keyword'], tuning: PLAIN },
  semantic: { ...COMMON, modes: ['semantic'], alpha: 1, tuning: PLAIN },
  rrf: { ...COMMON, modes: ['keyword', 'semantic'], tuning: { ...PLAIN, evidence: 'none' } },
  linear: { ...COMMON, modes: ['keyword', 'semantic'], alpha: 0.5, tuning: { ...PLAIN, fusion: 'linear' } },
  hybrid: COMMON,
};

export interface JudgedQuery {
  query: string;
  /** Grade by memory id. Grades above 0 are relevant. */
  relevant: { [id: string]: number };
}

export interface EvaluationReport {
  /** Mean of each metric over the queries. Null if the ranking isn't available, for example without a model. */
  columns: { [column in Column]: MetricValues | null };
  /** nDCG@10 of each query by column, in the order of the queries. */
  perQuery: { query: string; ndcg: { [column in Column]: number | null } }[];
  /** The column with the highest mean nDCG@10. */
  best: Column;
}
