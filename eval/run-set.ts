import { type MetricValues, measure } from '../src/core/metrics/ranking-metrics.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import { joinSettings } from '../src/core/options/resolve-options.ts';
import type { RelevanceLabel } from '../src/core/results/response.ts';
import { COLUMN_SETTINGS, type Column } from './columns.ts';
import type { DataSet, JudgedQuery } from './data-set.ts';
import type { LabelledHit, LabelledQuestion } from './label-metrics.ts';
import { settingsOf } from './settings.ts';

export interface RankedHit {
  id: string;
  label: RelevanceLabel;
  scores: { relevance: number; tier: number; final: number };
}

export interface Answer {
  hits: RankedHit[];
  weak: RankedHit[];
  answerable: number;
}

export type Ask = (query: string, settings: SearchSettings) => Promise<Answer>;

/** Runs `ask` while some memories aren't in the store. If missing, labels are judged only with the full store. */
export type Without = (ids: Iterable<string>, ask: () => Promise<Answer>) => Promise<Answer>;

export const JUDGED_HITS = 10;

export interface QueryResult {
  query: JudgedQuery;
  ranked: string[];
  metrics: MetricValues;
  /** 0–1: how likely it is, according to the search, that the store has an answer. */
  answerable: number;
  answered: boolean;
  /** Labelled hits with the answers in the store, and without them. */
  labelled: LabelledQuestion;
}

export type SetResult = { [column in Column]?: QueryResult[] };

export async function runSet(
  set: DataSet,
  ask: Ask,
  columns: readonly Column[],
  options: SearchSettings = {},
  rewrite: (query: string) => string = (query) => query,
  without: Without | null = null,
): Promise<SetResult> {
  const result: SetResult = {};
  for (const column of columns) {
    const settings = joinSettings(COLUMN_SETTINGS[column], column === 'hybrid' ? options : {});
    const asked = ({ text, metadata }: JudgedQuery) => {
      // A question may have settings of its own, such as the open conversation or the day on which it's asked.
      const own = column === 'hybrid' ? ((metadata.options ?? {}) as SearchSettings) : {};
      return () => ask(rewrite(text), joinSettings(settings, settingsOf(own)));
    };
    const rows: QueryResult[] = [];
    for (const query of set.queries) rows.push(readAnswer(query, await asked(query)()));
    // Runs after all rankings. A message that's removed and put back is the last of its thread, which changes rankings.
    // When rankings and removals alternated, locomo-1 fell from 0.602 to 0.582.
    if (column === 'hybrid' && without !== null) {
      for (const { query, labelled } of rows) {
        const answers = [...query.judged].filter(([, grade]) => grade > 0).map(([id]) => id);
        if (answers.length === 0) continue;
        labelled.without = labelledHits(inRankedOrder(await without(answers, asked(query))), query);
      }
    }
    result[column] = rows;
  }
  return result;
}

function readAnswer(query: JudgedQuery, answer: Answer): QueryResult {
  const inOrder = inRankedOrder(answer);
  const ranked = inOrder.slice(0, 100).map(({ id }) => id);
  return {
    query,
    ranked,
    metrics: measure(ranked, query.judged),
    answerable: answer.answerable,
    answered: answer.hits.length > 0,
    labelled: { hits: labelledHits(inOrder, query), without: null },
  };
}

/** Labels are judged separately. Ties keep the order that was shown. */
export function inRankedOrder<Hit extends RankedHit>({
  hits,
  weak,
}: {
  hits: readonly Hit[];
  weak: readonly Hit[];
}): Hit[] {
  return [...hits, ...weak].sort((a, b) => b.scores.tier - a.scores.tier || b.scores.final - a.scores.final);
}

function labelledHits(ranked: readonly RankedHit[], { judged }: JudgedQuery): LabelledHit[] {
  return ranked.slice(0, JUDGED_HITS).map(({ id, label, scores }) => ({
    relevance: scores.relevance,
    label,
    answer: (judged.get(id) ?? 0) > 0,
  }));
}
