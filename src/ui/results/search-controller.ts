/**
 * What is asked and what is shown: query, filters, sort and pages in; rows, weak rows, totals and phase out.
 * The newer search supersedes the older (F11); keyword results paint first and the fused answer merges in without
 * moving the pinned row (U2). A blank query browses the store instead.
 */
import type { ReactiveControllerHost } from 'lit';
import { isHybridSearchError } from '../../core/errors.ts';
import type { FacetName, Facets, Filters } from '../../core/filter/filters.ts';
import type { SortOrder } from '../../core/options/options.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import type { HybridSearchClient } from '../engine-access.ts';
import { StateController } from '../shared/state-controller.ts';
import { heldRows, mergeRows, type ResultRow, rowOfHit, rowOfMemory, weakBeside, withMemory } from './result-row.ts';

export type SearchPhase = 'idle' | 'searching' | 'partial' | 'done' | 'failed';

const FACETS: readonly FacetName[] = ['tags', 'type', 'source', 'month'];
/** Pause after the last key before a search starts; short, because keyword answers take a few milliseconds. */
const TYPING_PAUSE_MS = 50;
/** A search slower than this shows "searching…"; faster ones would only flicker. */
const LATE_MS = 300;
/** Pause that gathers a burst of changes into one refresh. */
const REFRESH_PAUSE_MS = 400;
const MAX_LIMIT = 100;

export interface SearchListener {
  /** The answer by meaning takes its time: what there is by word is shown at once. */
  isUnfinished(): boolean;
  /** Row that must not move: the active one, else the one under the pointer. */
  pinnedId(): string | null;
  onResponse(query: string, response: SearchResponse): void;
  /** `again`: the same question, asked again by itself. */
  onSettled(again: boolean): void;
  onLate(): void;
  onSearchError(error: Error): void;
}

export interface SearchState {
  query: string;
  filters: Filters;
  sort: SortOrder;
  rows: readonly ResultRow[];
  weak: readonly ResultRow[];
  total: number;
  hasMore: boolean;
  phase: SearchPhase;
  late: boolean;
  loadingMore: boolean;
  response: SearchResponse | null;
  facets: Facets | null;
  /** From the question to the fused answer. */
  milliseconds: number;
  error: Error | null;
}

interface Page {
  rows: ResultRow[];
  weak: ResultRow[];
  total: number;
  hasMore: boolean;
  response: SearchResponse | null;
}

export class SearchController extends StateController<SearchState> {
  /** Results a page. */
  limit = 10;
  readonly #listener: SearchListener;
  #client: HybridSearchClient | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshAt = 0;
  #running = false;
  /** Engine rows taken so far; the next page starts here. */
  #taken = 0;
  #verbatim = false;

  constructor(host: ReactiveControllerHost, listener: SearchListener) {
    super(host, {
      query: '',
      filters: {},
      sort: 'relevance',
      rows: [],
      weak: [],
      total: 0,
      hasMore: false,
      phase: 'idle',
      late: false,
      loadingMore: false,
      response: null,
      facets: null,
      milliseconds: 0,
      error: null,
    });
    this.#listener = listener;
  }

  /** Searches with this client from now on; null ends all that runs. */
  attach(client: HybridSearchClient | null): void {
    this.#abort?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#lateTimer);
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#client = client;
    if (client) this.#start();
  }

  get browsing(): boolean {
    return this.state.query.trim() === '';
  }

  /** A key may come at any moment: the backlog keeps to short runs. */
  expectTyping(): void {
    this.#client?.typing();
  }

  /** `typing` waits for a short pause; otherwise the search starts at once. */
  setQuery(query: string, typing: boolean): void {
    this.#verbatim = false;
    this.set({ query });
    if (typing) this.expectTyping();
    this.#later(typing ? TYPING_PAUSE_MS : 0);
  }

  setFilters(filters: Filters): void {
    this.set({ filters });
    this.#later(0);
  }

  setSort(sort: SortOrder): void {
    this.set({ sort });
    this.#later(0);
  }

  /** Takes the query as typed, without the correction of misspelt words. */
  searchVerbatim(): void {
    this.#verbatim = true;
    this.#later(0);
  }

  /**
   * Asks again, keeping as many rows as are shown; for changes of the store and of what is known of its meaning. A
   * stream of changes (an import) refreshes now and then, not only at its end, and never cuts off an answer that is on
   * its way. The rows stay until the whole answer is there.
   * @param pause Milliseconds in which further calls are gathered.
   */
  refresh(pause = REFRESH_PAUSE_MS): void {
    const dueAt = performance.now() + pause;
    if (this.#refreshTimer !== undefined && this.#refreshAt <= dueAt) return;
    clearTimeout(this.#refreshTimer);
    this.#refreshAt = dueAt;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      if (this.#running || this.state.phase === 'searching') this.refresh();
      else this.#start(true);
    }, pause);
  }

  /** Takes rows out that the store no longer has; all of them without ids. */
  drop(ids?: readonly string[]): void {
    const gone = (row: ResultRow): boolean => !ids || ids.includes(row.id);
    const { rows, weak, total } = this.state;
    const left = rows.filter((row) => !gone(row));
    const count = rows.length - left.length;
    this.#taken = Math.max(0, this.#taken - count);
    this.set({
      rows: left,
      weak: weak.filter((row) => !gone(row)),
      total: ids ? Math.max(0, total - count) : 0,
      hasMore: ids ? this.state.hasMore : false,
    });
  }

  retry(): void {
    this.#start();
  }

  async loadMore(): Promise<void> {
    const client = this.#client;
    if (!client || !this.state.hasMore || this.state.loadingMore) return;
    const { query } = this.state;
    const signal = this.#abort?.signal;
    this.set({ loadingMore: true });
    try {
      const page = await this.#page(client, query, this.#taken, this.limit, signal);
      if (signal?.aborted || query !== this.state.query) return;
      const known = new Set(this.state.rows.map((row) => row.id));
      this.#taken += page.rows.length;
      this.set({
        rows: [...this.state.rows, ...page.rows.filter((row) => !known.has(row.id))],
        hasMore: page.hasMore && page.rows.length > 0,
      });
    } catch (error) {
      if (!isHybridSearchError(error, 'aborted')) this.#listener.onSearchError(error as Error);
    } finally {
      this.set({ loadingMore: false });
    }
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.set({ phase: 'searching' });
    if (milliseconds === 0) this.#start();
    else this.#timer = setTimeout(() => this.#start(), milliseconds);
  }

  #start(again = false): void {
    clearTimeout(this.#timer);
    if (this.#client) void this.#run(this.#client, again);
  }

  async #run(client: HybridSearchClient, again: boolean): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { query } = this.state;
    const limit = again ? Math.min(MAX_LIMIT, Math.max(this.limit, this.state.rows.length)) : this.limit;
    const startedAt = performance.now();
    this.#running = true;
    clearTimeout(this.#lateTimer);
    // Asked again by itself, nothing may flicker: what is shown stays until the whole answer is there.
    if (again) this.set({ error: null });
    else {
      this.set({ error: null, phase: 'searching' });
      this.#lateTimer = setTimeout(() => {
        this.set({ late: true });
        this.#listener.onLate();
      }, LATE_MS);
    }
    try {
      let painted = again;
      let fusedAt: number | null = null;
      const onPartial = (partial: SearchResponse): void => {
        if (again || abort.signal.aborted) return;
        if (partial.modesUsed.includes('semantic')) fusedAt ??= performance.now();
        this.#publish(partial, painted);
        painted = true;
        this.#listener.onResponse(query, partial);
      };
      const page = await this.#page(client, query, 0, limit, abort.signal, onPartial);
      if (abort.signal.aborted) return;
      const pinned = painted ? this.#listener.pinnedId() : null;
      const rows = await this.#asStored(client, mergeRows(this.state.rows, page.rows, pinned), page.rows);
      if (abort.signal.aborted) return;
      this.#taken = page.rows.length;
      this.set({
        rows,
        weak: weakBeside(rows, page.weak),
        total: page.total,
        hasMore: page.hasMore,
        response: page.response,
        ...(page.response?.facets && { facets: page.response.facets }),
        // To the fused answer; the sentences that are marked in it afterwards keep nobody waiting.
        milliseconds: (fusedAt ?? performance.now()) - startedAt,
        phase: 'done',
      });
      if (page.response) this.#listener.onResponse(query, page.response);
      this.#listener.onSettled(again);
    } catch (error) {
      if (abort.signal.aborted || isHybridSearchError(error, 'aborted')) return;
      this.set({ phase: 'failed', error: error as Error });
      this.#listener.onSearchError(error as Error);
    } finally {
      if (this.#abort === abort) {
        clearTimeout(this.#lateTimer);
        this.#running = false;
        this.set({ late: false });
      }
    }
  }

  /**
   * A row that only holds its place is no part of the answer, so the answer says nothing of what became of it: it is
   * read again, or it would show for good what the note was before it was changed or deleted.
   */
  async #asStored(
    client: HybridSearchClient,
    rows: readonly ResultRow[],
    answered: readonly ResultRow[],
  ): Promise<readonly ResultRow[]> {
    const held = heldRows(rows, answered);
    if (held.length === 0) return rows;
    const memories = await Promise.all(held.map((row) => client.get(row.id)));
    const fresh = new Map(held.map((row, i) => [row.id, memories[i]]));
    return rows.flatMap((row) => {
      if (!fresh.has(row.id)) return row;
      const memory = fresh.get(row.id);
      return memory ? withMemory(row, memory) : [];
    });
  }

  #publish(partial: SearchResponse, merge: boolean): void {
    const rows = mergeRows(this.state.rows, partial.hits.map(rowOfHit), merge ? this.#listener.pinnedId() : null);
    this.set({
      rows,
      // Weak by words alone says little yet: the section waits for the fused answer where that is near.
      weak:
        partial.modesUsed.includes('semantic') || this.#listener.isUnfinished()
          ? weakBeside(rows, partial.weak.map(rowOfHit))
          : [],
      total: partial.total,
      hasMore: false,
      response: partial,
      phase: 'partial',
      ...(partial.facets && { facets: partial.facets }),
    });
  }

  async #page(
    client: HybridSearchClient,
    query: string,
    offset: number,
    limit: number,
    signal: AbortSignal | undefined,
    onPartial?: (response: SearchResponse) => void,
  ): Promise<Page> {
    const { filters, sort } = this.state;
    if (query.trim() === '') {
      const list = await client.list({ limit, offset, sort: sort === 'relevance' ? 'newest' : sort, filters });
      return { ...list, rows: list.memories.map(rowOfMemory), weak: [], response: null };
    }
    const response = await client.search(query, {
      limit,
      offset,
      sort,
      filters,
      facets: FACETS,
      ...(this.#verbatim && { typoTolerance: false }),
      ...(signal && { signal }),
      ...(onPartial && { onPartial }),
    });
    const { total, hasMore } = response;
    return { rows: response.hits.map(rowOfHit), weak: response.weak.map(rowOfHit), total, hasMore, response };
  }
}
