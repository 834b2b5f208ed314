/**
 * What is asked and what is shown: query, filters, sort and pages in; rows, weak rows, totals and phase out.
 * The newer search supersedes the older (DESIGN F11); keyword results paint first and the fused answer merges in
 * without moving the pinned row (U2). A blank query browses the store instead.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isHybridSearchError } from '../../core/errors.ts';
import type { FacetName, Facets, Filters } from '../../core/filter/filters.ts';
import type { SortOrder } from '../../core/options/options.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import type { HybridSearchClient } from '../engine-access.ts';
import { mergeRows, type ResultRow, rowOfHit, rowOfMemory, weakBeside } from '../result-list/result-row.ts';

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
  /** Row that must not move: the active one, else the one under the pointer. */
  pinnedId(): string | null;
  onResponse(query: string, response: SearchResponse): void;
  /** `again`: the same question, asked again by itself. */
  onSettled(again: boolean): void;
  onLate(): void;
  onSearchError(error: Error): void;
}

export class SearchController implements ReactiveController {
  query = '';
  filters: Filters = {};
  sort: SortOrder = 'relevance';
  limit = 10;
  rows: ResultRow[] = [];
  weak: ResultRow[] = [];
  total = 0;
  hasMore = false;
  phase: SearchPhase = 'idle';
  late = false;
  loadingMore = false;
  response: SearchResponse | null = null;
  facets: Facets | null = null;
  milliseconds = 0;
  error: Error | null = null;

  readonly #host: ReactiveControllerHost;
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
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  hostConnected(): void {}

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
    return this.query.trim() === '';
  }

  /** A key may come at any moment: the backlog keeps to short runs. */
  expectTyping(): void {
    this.#client?.typing();
  }

  /** `typing` waits for a short pause; otherwise the search starts at once. */
  setQuery(query: string, typing: boolean): void {
    this.query = query;
    this.#verbatim = false;
    if (typing) this.expectTyping();
    this.#later(typing ? TYPING_PAUSE_MS : 0);
  }

  setFilters(filters: Filters): void {
    this.filters = filters;
    this.#later(0);
  }

  setSort(sort: SortOrder): void {
    this.sort = sort;
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
      if (this.#running || this.phase === 'searching') this.refresh();
      else this.#start(true);
    }, pause);
  }

  /** Takes a row out that the store no longer has. */
  drop(id: string): void {
    const before = this.rows.length;
    this.rows = this.rows.filter((row) => row.id !== id);
    this.weak = this.weak.filter((row) => row.id !== id);
    const gone = before - this.rows.length;
    this.total = Math.max(0, this.total - gone);
    this.#taken = Math.max(0, this.#taken - gone);
  }

  retry(): void {
    this.#start();
  }

  async loadMore(): Promise<void> {
    const client = this.#client;
    if (!client || !this.hasMore || this.loadingMore) return;
    const query = this.query;
    const signal = this.#abort?.signal;
    this.loadingMore = true;
    this.#host.requestUpdate();
    try {
      const page = await this.#page(client, query, this.#taken, this.limit, signal);
      if (signal?.aborted || query !== this.query) return;
      const known = new Set(this.rows.map((row) => row.id));
      this.rows = [...this.rows, ...page.rows.filter((row) => !known.has(row.id))];
      this.#taken += page.rows.length;
      this.hasMore = page.hasMore && page.rows.length > 0;
    } catch (error) {
      if (!isHybridSearchError(error, 'aborted')) this.#listener.onSearchError(error as Error);
    } finally {
      this.loadingMore = false;
      this.#host.requestUpdate();
    }
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.phase = 'searching';
    if (milliseconds === 0) this.#start();
    else this.#timer = setTimeout(() => this.#start(), milliseconds);
    this.#host.requestUpdate();
  }

  #start(again = false): void {
    clearTimeout(this.#timer);
    if (this.#client) void this.#run(this.#client, again);
  }

  async #run(client: HybridSearchClient, again: boolean): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { query } = this;
    const limit = again ? Math.min(MAX_LIMIT, Math.max(this.limit, this.rows.length)) : this.limit;
    const startedAt = performance.now();
    this.#running = true;
    // Asked again by itself, nothing may flicker: what is shown stays until the whole answer is there.
    if (!again) this.phase = 'searching';
    this.error = null;
    clearTimeout(this.#lateTimer);
    if (!again)
      this.#lateTimer = setTimeout(() => {
        this.late = true;
        this.#listener.onLate();
        this.#host.requestUpdate();
      }, LATE_MS);
    this.#host.requestUpdate();
    try {
      let painted = again;
      let fusedAt: number | null = null;
      const onPartial = (partial: SearchResponse): void => {
        if (again || abort.signal.aborted) return;
        if (partial.modesUsed.includes('semantic')) fusedAt ??= performance.now();
        this.#publish(partial, painted);
        painted = true;
        this.phase = 'partial';
        this.#listener.onResponse(query, partial);
        this.#host.requestUpdate();
      };
      const page = await this.#page(client, query, 0, limit, abort.signal, onPartial);
      if (abort.signal.aborted) return;
      // To the fused answer; the sentences that are marked in it afterwards keep nobody waiting.
      this.milliseconds = (fusedAt ?? performance.now()) - startedAt;
      const pinned = painted ? this.#listener.pinnedId() : null;
      this.rows = mergeRows(this.rows, page.rows, pinned);
      this.weak = weakBeside(this.rows, page.weak);
      this.total = page.total;
      this.hasMore = page.hasMore;
      this.#taken = page.rows.length;
      this.response = page.response;
      if (page.response?.facets) this.facets = page.response.facets;
      this.phase = 'done';
      if (page.response) this.#listener.onResponse(query, page.response);
      this.#listener.onSettled(again);
    } catch (error) {
      if (abort.signal.aborted || isHybridSearchError(error, 'aborted')) return;
      this.phase = 'failed';
      this.error = error as Error;
      this.#listener.onSearchError(error as Error);
    } finally {
      if (this.#abort === abort) {
        clearTimeout(this.#lateTimer);
        this.#running = false;
        this.late = false;
        this.#host.requestUpdate();
      }
    }
  }

  #publish(partial: SearchResponse, merge: boolean): void {
    this.rows = mergeRows(this.rows, partial.hits.map(rowOfHit), merge ? this.#listener.pinnedId() : null);
    // Weak by words alone says nothing yet: the section waits for the fused answer.
    this.weak = partial.modesUsed.includes('semantic') ? weakBeside(this.rows, partial.weak.map(rowOfHit)) : [];
    this.total = partial.total;
    this.hasMore = false;
    this.response = partial;
    if (partial.facets) this.facets = partial.facets;
  }

  async #page(
    client: HybridSearchClient,
    query: string,
    offset: number,
    limit: number,
    signal: AbortSignal | undefined,
    onPartial?: (response: SearchResponse) => void,
  ): Promise<{
    rows: ResultRow[];
    weak: ResultRow[];
    total: number;
    hasMore: boolean;
    response: SearchResponse | null;
  }> {
    if (query.trim() === '') {
      const sort = this.sort === 'relevance' ? 'newest' : this.sort;
      const list = await client.list({ limit, offset, sort, filters: this.filters });
      return {
        rows: list.memories.map(rowOfMemory),
        weak: [],
        total: list.total,
        hasMore: list.hasMore,
        response: null,
      };
    }
    const response = await client.search(query, {
      limit,
      offset,
      sort: this.sort,
      filters: this.filters,
      facets: FACETS,
      ...(this.#verbatim && { typoTolerance: false }),
      ...(signal && { signal }),
      ...(onPartial && { onPartial }),
    });
    return {
      rows: response.hits.map(rowOfHit),
      weak: response.weak.map(rowOfHit),
      total: response.total,
      hasMore: response.hasMore,
      response,
    };
  }
}
