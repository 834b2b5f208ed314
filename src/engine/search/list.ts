/** Merges near-duplicates, labels each entry, and separates weak ones. Entries refer to memories by ordinal. */
import type { SortOrder } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { duplicateGroups } from './duplicates.ts';
import type { RelevanceScorer } from './label.ts';
import type { LoadMemories } from './memory-loader.ts';
import type { RankedSearch } from './ranked-search.ts';
import type { ListEntry, RankedList, Ranking, SearchPlan } from './stages.ts';

/** The number of pairs grows quadratically. */
const DUPLICATE_WINDOW = 60;
/** Number of matches listed at first. For a deeper page, all that aren't weak are listed. */
const FIRST_LIST = 150;

export interface ListInput extends Omit<RankedSearch, 'list' | 'fusionMs'> {
  readonly table: MemoryTable;
  readonly loadMemories: LoadMemories;
}

export async function listRanked(input: ListInput): Promise<RankedList> {
  const { table, plan, ranking, scorer } = input;
  const first = firstOf(table, plan, ranking);
  const head = first.slice(0, DUPLICATE_WINDOW);
  const groups = plan.settings.groupDuplicates ? await duplicateGroups(input, head) : head.map((ordinal) => [ordinal]);
  for (const ordinal of first.slice(head.length)) groups.push([ordinal]);
  const entries = groups.map(([ordinal, ...duplicates]) => entryOf(scorer, ordinal!, duplicates));
  return {
    hits: entries.filter(({ label }) => label !== 'weak'),
    weak: entries.filter(({ label }) => label === 'weak'),
    complete: first.length >= ranking.matched.length,
    duplicatesBefore: first.length,
    duplicatesAfter: entries.length,
  };
}

/** Leaves out weak matches before sorting, because sorting 10,000 took most of such a search. */
export function completeList(
  table: MemoryTable,
  ranked: RankedSearch,
  { offset, limit }: Pick<ResolvedSettings, 'offset' | 'limit'>,
): RankedSearch {
  const { plan, ranking, scorer, list } = ranked;
  if (list.complete || offset + limit < list.hits.length) return ranked;
  const listed = new Uint8Array(ranking.final.length);
  const first = firstOf(table, plan, ranking);
  for (const ordinal of first) listed[ordinal] = 1;
  const answers = scorer.answers(ranking.matched, listed);
  if (answers.length > 0) ranking.scoreAll();
  const more = answers.sort(orderOf(table, plan, ranking)).map((ordinal) => entryOf(scorer, ordinal, []));
  const later = ranking.matched.length - first.length;
  const complete: RankedList = {
    hits: [...list.hits, ...more],
    weak: list.weak,
    complete: true,
    duplicatesBefore: list.duplicatesBefore + later,
    duplicatesAfter: list.duplicatesAfter + later,
  };
  return { ...ranked, list: complete };
}

function entryOf(scorer: RelevanceScorer, ordinal: Ordinal, duplicates: Ordinal[]): ListEntry {
  return { ordinal, ...scorer.of(ordinal), duplicates, rerankScore: null };
}

function firstOf(table: MemoryTable, plan: SearchPlan, ranking: Ranking): Ordinal[] {
  if (sortOf(plan) === 'relevance') return ranking.top(FIRST_LIST);
  ranking.scoreAll();
  const order = orderOf(table, plan, ranking) as (a: number, b: number) => number;
  return topK(ranking.matched, FIRST_LIST, order) as Ordinal[];
}

/** By default, a search with only filters lists the newest first. */
function sortOf({ settings, browse }: SearchPlan): SortOrder {
  return browse && settings.sort === 'relevance' ? 'newest' : settings.sort;
}

function orderOf(table: MemoryTable, plan: SearchPlan, ranking: Ranking): (a: Ordinal, b: Ordinal) => number {
  const title = (at: Ordinal) => table.row(at)!.title ?? '';
  const time = (at: Ordinal) => table.row(at)!.createdAt;
  const byId = (a: Ordinal, b: Ordinal) => (table.row(a)!.id < table.row(b)!.id ? -1 : 1);
  const orders: { [name in SortOrder]: (a: Ordinal, b: Ordinal) => number } = {
    relevance: ranking.order,
    newest: (a, b) => time(b) - time(a) || byId(a, b),
    updated: (a, b) => table.row(b)!.updatedAt - table.row(a)!.updatedAt || byId(a, b),
    oldest: (a, b) => time(a) - time(b) || byId(a, b),
    title: (a, b) => title(a).localeCompare(title(b)) || byId(a, b),
  };
  return orders[sortOf(plan)];
}
