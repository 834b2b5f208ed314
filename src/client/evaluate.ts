import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import {
  COLUMN_SETTINGS,
  COLUMNS,
  type Column,
  type EvaluationReport,
  type JudgedQuery,
} from '../core/metrics/columns.ts';
import { type MetricValues, meanMetrics, measure } from '../core/metrics/ranking-metrics.ts';
import type { SearchSettings } from '../core/options/options.ts';
import { joinSettings } from '../core/options/resolve-options.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';

type Ranking = Remote<Pick<EngineApi, 'rank'>>;

export async function evaluate(
  engine: Ranking,
  judged: readonly JudgedQuery[],
  settings: SearchSettings,
  signal: AbortSignal | undefined,
): Promise<EvaluationReport> {
  if (judged.length === 0)
    throw new HybridSearchError('invalid-option', 'needs at least one query', { path: 'judged' });
  const values = new Map<Column, (MetricValues | null)[]>();
  for (const column of COLUMNS) {
    const own = column === 'hybrid' ? settings : {};
    const rows: (MetricValues | null)[] = [];
    for (const { query, relevant } of judged) {
      rows.push(await measured(engine, query, relevant, joinSettings(COLUMN_SETTINGS[column], own), signal));
    }
    values.set(column, rows);
  }
  const columns = Object.fromEntries(
    COLUMNS.map((column) => {
      const rows = values.get(column)!;
      return [column, rows.some((row) => row === null) ? null : meanMetrics(rows as MetricValues[])];
    }),
  ) as EvaluationReport['columns'];
  const score = (column: Column): number => columns[column]?.['ndcg@10'] ?? -1;
  return {
    columns,
    perQuery: judged.map(({ query }, at) => ({
      query,
      ndcg: Object.fromEntries(
        COLUMNS.map((column) => [column, values.get(column)![at]?.['ndcg@10'] ?? null]),
      ) as EvaluationReport['perQuery'][number]['ndcg'],
    })),
    // On a tie, the later column wins, so `hybrid`, which is the last, wins every tie.
    best: COLUMNS.reduce((best, column) => (score(column) >= score(best) ? column : best)),
  };
}

async function measured(
  engine: Ranking,
  query: string,
  relevant: JudgedQuery['relevant'],
  settings: SearchSettings,
  signal: AbortSignal | undefined,
): Promise<MetricValues | null> {
  try {
    return measure(await engine.call('rank', [query, settings], { signal }), new Map(Object.entries(relevant)));
  } catch (error) {
    if (isHybridSearchError(error, 'mode-unavailable') || isHybridSearchError(error, 'search-failed')) return null;
    throw error;
  }
}
