/** One data set through a search: every query in every column, as metrics and as ranked ids. */
import { type MetricValues, measure } from '../src/core/metrics/ranking-metrics.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import { COLUMN_SETTINGS, type Column } from './columns.ts';
import type { DataSet, JudgedQuery } from './data-set.ts';

/** What an evaluation reads of an answer: the order of the ids, and how sure the search is of each. */
export interface RankedHit {
  id: string;
  scores: { relevance: number; tier: number; final: number };
}

/** A search to be measured: the engine in Node, or the client in a browser. */
export type Ask = (query: string, settings: SearchSettings) => Promise<{ hits: RankedHit[]; weak: RankedHit[] }>;

export interface QueryResult {
  query: JudgedQuery;
  ranked: string[];
  metrics: MetricValues;
  /** `scores.relevance` of the first hit, weak ones included; 0 for none. */
  topRelevance: number;
  /** Has it hits that are not weak? */
  answered: boolean;
}

export type SetResult = { [column in Column]?: QueryResult[] };

export async function runSet(
  set: DataSet,
  ask: Ask,
  columns: readonly Column[],
  options: SearchSettings = {},
  rewrite: (query: string) => string = (query) => query,
): Promise<SetResult> {
  const result: SetResult = {};
  for (const column of columns) {
    const settings = { ...COLUMN_SETTINGS[column], ...(column === 'hybrid' ? options : {}) };
    const rows: QueryResult[] = [];
    for (const query of set.queries) {
      // A question may come with settings of its own: the open conversation, the day on which it is asked.
      const own = column === 'hybrid' ? (query.metadata.options as SearchSettings | undefined) : undefined;
      rows.push(await runQuery(ask, query, rewrite(query.text), { ...settings, ...own }));
    }
    result[column] = rows;
  }
  return result;
}

async function runQuery(ask: Ask, query: JudgedQuery, text: string, settings: SearchSettings): Promise<QueryResult> {
  const { hits, weak } = await ask(text, settings);
  const shown = [...hits, ...weak];
  // The ranked list, before labels set weak hits apart: labels are judged by themselves. Ties stay in the order shown.
  const ranked = [...shown]
    .sort((a, b) => b.scores.tier - a.scores.tier || b.scores.final - a.scores.final)
    .slice(0, 100)
    .map(({ id }) => id);
  return {
    query,
    ranked,
    metrics: measure(ranked, query.judged),
    topRelevance: shown[0]?.scores.relevance ?? 0,
    answered: hits.length > 0,
  };
}
