/** The caches that searches share. docs/ARCHITECTURE.md lists their keys, limits and invalidation. */

import { Lru } from '../../core/lru.ts';
import type { SearchSettings } from '../../core/options/options.ts';
import { rankedKey } from '../../core/results/ranked-key.ts';
import { ArrayPool } from '../../core/row-arrays.ts';
import { createRowIndexes, type RowIndexes } from '../table/row-indexes.ts';
import type { SearchCounters, SearchParts } from './contract.ts';
import { type CountFacets, createFacetCounter } from './facet-counter.ts';
import { MemoryLoader } from './memory-loader.ts';
import { createMessageGroups } from './message-groups.ts';
import { Ranker } from './rank.ts';
import type { RankedSearch } from './ranked-search.ts';
import { Retriever } from './retrieve.ts';
import { Scopes } from './scope.ts';
import type { SearchPlan } from './stages.ts';

/** Each list takes some 60 bytes a row. */
const LISTS_KEPT = 6;
const LEAST_LISTS_KEPT = 2;
const ROWS_KEPT = 120_000;

export class SearchSession {
  readonly scopes: Scopes;
  readonly indexes: RowIndexes;
  readonly memories: MemoryLoader;
  readonly retriever: Retriever;
  readonly ranker: Ranker;
  readonly countFacets: CountFacets;
  readonly counters: SearchCounters = { queryHits: 0, queryMisses: 0, pageHits: 0, pageMisses: 0 };
  readonly #parts: SearchParts;
  readonly #arrays = new ArrayPool();
  readonly #lists = new Lru<RankedSearch>(LISTS_KEPT, ({ plan }) => this.drop(plan));
  #listsOf = '';

  constructor(parts: SearchParts) {
    const { table } = parts;
    const zone = parts.timeZone === undefined ? {} : { timeZone: parts.timeZone };
    this.#parts = parts;
    this.indexes = createRowIndexes(table);
    const groups = createMessageGroups(table, this.indexes);
    this.scopes = new Scopes(table, zone);
    this.memories = new MemoryLoader(table, parts.readMemories);
    this.retriever = new Retriever(parts, this.indexes, groups);
    this.ranker = new Ranker(table, this.indexes, groups);
    this.countFacets = createFacetCounter(table, this.indexes, zone);
  }

  /** While any search runs, rows keep their ordinals and no array is reused. */
  async run<Answer>(search: () => Promise<Answer>): Promise<Answer> {
    const releaseOrdinals = this.#parts.table.holdOrdinals();
    const releaseArrays = this.#arrays.read();
    try {
      return await search();
    } finally {
      releaseOrdinals();
      releaseArrays();
    }
  }

  lendArrays(): SearchPlan['arrays'] {
    return this.#arrays.lend();
  }

  keyOf(query: string, settings: SearchSettings): string {
    return rankedKey(query, settings, stateOf(this.#parts));
  }

  /**
   * Returns null if none is cached, or if a row has expired since. Also if the clock was set back, because expired rows
   * may be live again.
   */
  listOf(key: string, now: number): RankedSearch | null {
    const state = String(stateOf(this.#parts));
    if (state !== this.#listsOf) {
      // Lists of an earlier state are never requested again, and each has arrays as long as the store.
      this.#lists.clear();
      this.#listsOf = state;
    }
    const kept = this.#lists.get(key);
    const valid = kept !== undefined && now >= kept.plan.now && now < kept.plan.scopes.validUntil;
    if (valid) this.counters.pageHits++;
    else this.counters.pageMisses++;
    return valid ? kept : null;
  }

  keep(key: string, ranked: RankedSearch): void {
    const rows = Math.max(1, this.#parts.table.size);
    this.#lists.set(key, ranked, Math.min(LISTS_KEPT, Math.max(LEAST_LISTS_KEPT, Math.floor(ROWS_KEPT / rows))));
    // A completed list replaces the shorter one of the same plan.
    this.#arrays.keep(ranked.plan.arrays);
  }

  drop(plan: SearchPlan): void {
    this.#arrays.giveBack(plan.arrays);
  }

  prepare(): Generator<undefined, void, undefined> {
    return this.indexes.prepare();
  }
}

function stateOf({ table, keyword, modes, semantic }: SearchParts): (string | number)[] {
  const view = semantic();
  return [
    table.version,
    view?.profile.id ?? '',
    keyword === null ? 0 : 1,
    view === null || view.embedder === null ? 0 : 1,
    (modes ?? []).join(),
  ];
}
