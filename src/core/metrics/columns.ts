/** The rankings that an evaluation compares, each as settings of the shipped search (E1, U8). */
import type { SearchSettings } from '../options/options.ts';
import type { MetricValues } from './ranking-metrics.ts';

export const COLUMNS = ['keyword', 'semantic', 'rrf', 'linear', 'hybrid'] as const;
export type Column = (typeof COLUMNS)[number];

/** Recency and duplicate grouping off, a hundred hits: for every column. */
const COMMON: SearchSettings = { limit: 100, candidates: 20, recencyDecay: 0, groupDuplicates: false };

/** Baselines: the two arms alone, without what only the fusion adds. */
const PLAIN: SearchSettings = { exactFirst: false, threadContext: 0, minSimilarity: -1 };

export const COLUMN_SETTINGS: { [column in Column]: SearchSettings } = {
  keyword: { ...COMMON, ...PLAIN, modes: ['keyword'] },
  semantic: { ...COMMON, ...PLAIN, modes: ['semantic'], alpha: 1 },
  rrf: { ...COMMON, ...PLAIN, modes: ['keyword', 'semantic'], fusion: 'rrf', evidence: 'none' },
  linear: { ...COMMON, ...PLAIN, modes: ['keyword', 'semantic'], fusion: 'linear', alpha: 0.5 },
  hybrid: COMMON,
};

export interface JudgedQuery {
  query: string;
  /** Memory id → grade; grades above 0 are relevant. */
  relevant: { [id: string]: number };
}

export interface EvaluationReport {
  /** Mean of each metric over the queries; null where the ranking is not available (no model, say). */
  columns: { [column in Column]: MetricValues | null };
  /** nDCG@10 of each query, by column, in the order of the queries. */
  perQuery: { query: string; ndcg: { [column in Column]: number | null } }[];
  /** The column of the highest mean nDCG@10. */
  best: Column;
}
