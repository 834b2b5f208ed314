/**
 * A newer search replaces an older one. Keyword results are painted first, and the fused answer is merged in without
 * moving the pinned row. A blank query browses the store.
 */
import { isHybridSearchError } from '../../../core/errors.ts';
import type { Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import type { SearchResponse } from '../../../core/results/response.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { State } from '../../shared/state.ts';
import {
  type AnswerPage,
  limitOf,
  MAX_LIMIT,
  pageOfResponse,
  type QuestionPart,
  readPage,
  readUpTo,
  type SearchBy,
  withMore,
} from './answer-page.ts';
import { RefreshTimer } from './refresh-timer.ts';
import { mergeRows, type ResultRow, refreshPlaceholders, weakNotIn } from './result-row.ts';
import {
  BLANK_SEARCH,
  questionOf,
  type SearchListener,
  type SearchState,
  stateOfAnswer,
  withoutRows,
} from './search-state.ts';

/**
 * Milliseconds. Keystrokes that follow each other faster, such as those of a held key, are searched once they pause.
 * Others are searched immediately. People need about 200 ms between two keys.
 */
const BURST_MS = 50;
/** A search slower than this shows "searching…". Faster ones would only flicker. */
const LATE_MS = 300;
/** Milliseconds. Fused answers are faster than this, unless the model is loading. */
const SLOW_MS = 1_000;
const REFRESH_PAUSE_MS = 400;

export class SearchController extends State<SearchState> {
  #limit = 10;
  #alpha: number | null = null;
  readonly #listener: SearchListener;
  #client: HybridSearchClient | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #refreshing = new RefreshTimer(
    () => this.#isBusy,
    () => this.#start(true),
  );
  #running = false;
  #startedAt = 0;
  /** Whether some row isn't at its place in the answer. */
  #displaced = false;
  /** Offset at which the next page starts. */
  #nextOffset = 0;
  #verbatim = false;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(listener: SearchListener) {
    super(BLANK_SEARCH);
    this.#listener = listener;
  }

  /** Searches with this client. Null ends a running search. */
  attach(client: HybridSearchClient | null): void {
    this.#abort?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#lateTimer);
    this.#refreshing.stop();
    this.#client = client;
    if (client) this.#start();
  }

  get browsing(): boolean {
    return this.state.asked.trim() === '';
  }

  /** Whether rows are sorted by relevance. Only then does the row that the user is on stay in place. */
  get byMatch(): boolean {
    return this.state.sort === 'relevance' && !this.browsing;
  }

  /** Tells the engine that a keystroke may follow at any moment, so that it pauses embedding. */
  expectTyping(): void {
    this.#client?.typing();
  }

  /** @param asked the part of the query to search, shorter than the query if its end is half typed */
  setQuery(query: string, typing: boolean, asked = query): void {
    this.#verbatim = false;
    this.set({ query, asked });
    const now = performance.now();
    const burst = typing && now - this.#typedAt < BURST_MS;
    if (typing) this.expectTyping();
    if (typing) this.#typedAt = now;
    this.#later(burst ? BURST_MS : 0);
  }

  setLimit(wished: number): void {
    const limit = limitOf(wished);
    if (limit === this.#limit) return;
    this.#limit = limit;
    if (this.#client) this.#later(0);
  }

  setFilters(filters: Filters): void {
    this.set({ filters });
    this.#later(0);
  }

  setScope(scope: Filters | null): void {
    if (scope === this.state.scope) return;
    this.set({ scope });
    if (this.#client) this.#later(0);
  }

  setOrder(order: SortOrder): void {
    if (order === this.state.order) return;
    this.set({ order });
    if (this.#client) this.#later(0);
  }

  setSort(sort: SortOrder): void {
    this.set({ sort });
    this.#later(0);
  }

  /** Weight of meaning, 0–1. Null: automatic. */
  get alpha(): number | null {
    return this.#alpha;
  }

  setAlpha(alpha: number | null): void {
    if (alpha === this.#alpha) return;
    this.#alpha = alpha;
    if (this.#client) this.#later(0);
  }

  setSearchBy(searchBy: SearchBy): void {
    this.set({ searchBy });
    this.#later(0);
  }

  searchVerbatim(): void {
    this.#verbatim = true;
    this.#later(0);
  }

  /**
   * Searches again for as many rows as are shown. They stay until the complete answer arrives.
   * @param pause milliseconds in which further calls are collected
   */
  refresh(pause = REFRESH_PAUSE_MS): void {
    this.#refreshing.request(pause);
  }

  get refreshing(): boolean {
    return this.#refreshing.isDue || this.#running;
  }

  unpin(): void {
    if (this.#displaced) this.refresh(0);
  }

  drop(ids?: readonly string[]): void {
    const left = withoutRows(this.state, ids);
    this.#nextOffset = Math.max(0, this.#nextOffset - (this.state.rows.length - left.rows.length));
    this.set(left);
  }

  retry(): void {
    this.#start();
  }

  async loadMore(): Promise<void> {
    const client = this.#client;
    if (!client || !this.state.hasMore || this.state.loadingMore) return;
    const { asked } = this.state;
    const signal = this.#abort?.signal;
    this.set({ loadingMore: true });
    try {
      const page = await this.#page(client, { offset: this.#nextOffset, limit: this.#limit, signal });
      if (signal?.aborted || asked !== this.state.asked) return;
      this.#nextOffset += page.rows.length;
      this.set({ rows: withMore(this.state.rows, page.rows), hasMore: page.hasMore && page.rows.length > 0 });
      this.#listener.onMore();
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
    const { asked } = this.state;
    const startedAt = performance.now();
    this.#startedAt = startedAt;
    this.#running = true;
    clearTimeout(this.#lateTimer);
    // An automatic search must not flicker, so what's shown stays until the complete answer arrives.
    if (again) this.set({ error: null });
    else {
      this.set({ error: null, phase: 'searching' });
      this.#lateTimer = setTimeout(() => {
        this.set({ late: true });
        this.#listener.onLate();
      }, LATE_MS);
    }
    let painted = again;
    let settled = false;
    // `loadMore` may add rows to the shown ones until the complete answer is there.
    const wanted = (): number => (again || settled ? this.#nextOffset : 0);
    const show = (page: AnswerPage, rows: readonly ResultRow[]): void => {
      this.#nextOffset = page.rows.length;
      this.#displaced = rows.some((row, at) => row.id !== page.rows[at]?.id);
      const { response } = page;
      this.set({
        ...stateOfAnswer(page, rows, true),
        weak: weakNotIn(rows, page.weak),
        // Nobody waits for sentences to be marked, so they don't count.
        ...(!settled && { milliseconds: performance.now() - startedAt }),
      });
      this.#endLate();
      if (response) this.#listener.onResponse(asked, response);
      if (!settled) this.#listener.onSettled(again);
      settled = true;
    };
    const onPartial = (partial: SearchResponse): void => {
      if (abort.signal.aborted || (again && this.state.rows.length > 0)) return;
      const page = pageOfResponse(partial);
      const rows = mergeRows(this.state.rows, page.rows, painted ? this.#listener.pinnedId() : null);
      painted = true;
      if (partial.modesUsed.includes('semantic')) show(page, rows);
      else this.#showWords(page, rows);
    };
    try {
      const { signal } = abort;
      const limit = Math.min(MAX_LIMIT, Math.max(this.#limit, wanted()));
      const read = (part: QuestionPart) => this.#page(client, { ...part, signal });
      let page = await read({ offset: 0, limit, onPartial });
      let rows: readonly ResultRow[];
      do {
        page = await readUpTo(page, wanted, read);
        if (signal.aborted) return;
        const pinned = painted ? this.#listener.pinnedId() : null;
        rows = await refreshPlaceholders(client, mergeRows(this.state.rows, page.rows, pinned), page.rows);
        if (signal.aborted) return;
      } while (page.hasMore && page.rows.length < wanted());
      show(page, rows);
    } catch (error) {
      if (abort.signal.aborted || isHybridSearchError(error, 'aborted')) return;
      this.set({ phase: 'failed', error: error as Error });
      this.#listener.onSearchError(error as Error);
    } finally {
      if (this.#abort === abort) {
        this.#running = false;
        this.#endLate();
      }
    }
  }

  /**
   * A refresh must not abort a page that the user asked for. It doesn't wait for a search that has shown nothing for a
   * second, because that probably waits for the model, and notes that were just written must appear.
   */
  get #isBusy(): boolean {
    if (this.state.loadingMore) return true;
    if (!this.#running) return this.state.phase === 'searching';
    return this.state.rows.length > 0 || performance.now() - this.#startedAt < SLOW_MS;
  }

  #endLate(): void {
    clearTimeout(this.#lateTimer);
    if (this.state.late) this.set({ late: false });
  }

  #showWords(page: AnswerPage, rows: readonly ResultRow[]): void {
    const { response } = page;
    this.#nextOffset = page.rows.length;
    this.set({
      ...stateOfAnswer(page, rows, false),
      // A weak match by keywords alone means little, so the weak section waits if the fused answer comes soon.
      weak: this.#listener.isUnfinished() ? weakNotIn(rows, page.weak) : [],
    });
    if (response) this.#listener.onResponse(response.query, response);
  }

  #page(client: HybridSearchClient, part: QuestionPart): Promise<AnswerPage> {
    return readPage(client, { ...questionOf(this.state), alpha: this.#alpha, verbatim: this.#verbatim, ...part });
  }
}
