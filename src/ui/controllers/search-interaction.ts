/**
 * Between the box and the answer: what keys and clicks ask, which rows are visible and which must not move, what is
 * remembered, linked and announced. The search itself is in `search-controller.ts`, the keys in `combobox-controller.ts`.
 */
import type { SearchResponse } from '../../core/results/response.ts';
import { HsErrorEvent, HsSearchEvent, HsSelectEvent } from '../events.ts';
import type { RowAction } from '../result-list/result-list.ts';
import type { ResultRow } from '../result-list/result-row.ts';
import type { ComboboxListener } from './combobox-controller.ts';
import { readDeepLink, writeDeepLink } from './deep-link.ts';
import { type ElementHost, wordsOf } from './element-host.ts';
import type { ElementParts } from './element-parts.ts';
import { RecentSearches } from './recent-searches.ts';
import type { SearchListener } from './search-controller.ts';

export class SearchInteraction implements ComboboxListener, SearchListener {
  /** Queries that a person chose to keep, newest first. */
  recent: readonly string[] = [];
  /** Rows whose reasons are shown. */
  whyIds: ReadonlySet<string> = new Set();
  readonly #host: ElementHost;
  readonly #parts: ElementParts;
  readonly #optionIds = new Map<string, string>();
  #recents = new RecentSearches('default');
  #hoveredId: string | null = null;
  #announced = '';

  constructor(host: ElementHost, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
  }

  /** Before a store is opened: its recent searches, and what the address asks. */
  begin(): void {
    const host = this.#host;
    this.#recents = new RecentSearches(host.name);
    this.recent = this.#recents.list();
    if (!host.query) host.query = readDeepLink(host);
    if (host.query !== this.#parts.search.query) this.#parts.search.setQuery(host.query, false);
  }

  // --- rows ---

  get rows(): readonly ResultRow[] {
    return this.#visible(this.#parts.search.rows);
  }

  get weak(): readonly ResultRow[] {
    return this.#visible(this.#parts.search.weak);
  }

  optionIds(): readonly string[] {
    return [...this.rows, ...this.weak].map((row) => row.id);
  }

  pinnedId(): string | null {
    return this.#parts.combobox.activeId ?? this.#hoveredId;
  }

  hover(id: string | null): void {
    this.#hoveredId = id;
  }

  /** A DOM id for a memory's option; memory ids may hold any character. */
  optionId(id: string): string {
    let optionId = this.#optionIds.get(id);
    if (!optionId) {
      optionId = `option-${this.#optionIds.size + 1}`;
      this.#optionIds.set(id, optionId);
    }
    return optionId;
  }

  choose(row: ResultRow): void {
    const { combobox, side, session, notices } = this.#parts;
    this.#remember();
    combobox.setActive(row.id);
    if (!this.#host.dispatchEvent(new HsSelectEvent(row.memory, row.hit))) return;
    side.open({ kind: 'memory', memory: row.memory, hit: row.hit });
    session.client?.touch(row.id).catch(notices.report);
  }

  act(action: RowAction, row: ResultRow): void {
    if (action === 'open') this.choose(row);
    else if (action === 'why') this.#toggleWhy(row.id);
    else this.#parts.memories.run(action, row.memory);
  }

  // --- the box ---

  setQuery(text: string, typing: boolean): void {
    const { combobox, search } = this.#parts;
    combobox.setActive(null);
    this.whyIds = new Set();
    this.#host.query = text;
    search.setQuery(text, typing);
    if (!typing) this.#host.focus();
    writeDeepLink(this.#host, text);
  }

  clearRecent(): void {
    this.#recents.clear();
    this.recent = [];
    this.#host.focus();
    this.#host.requestUpdate();
  }

  onActiveChange(id: string | null): void {
    if (id === null) return;
    const host = this.#host;
    void host.updateComplete.then(() =>
      host.renderRoot.querySelector(`#${this.optionId(id)}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  onChoose(id: string): void {
    const { search } = this.#parts;
    const row = [...search.rows, ...search.weak].find((entry) => entry.id === id);
    if (row) this.choose(row);
  }

  onSubmit(): void {
    const { search } = this.#parts;
    this.#remember();
    if (search.phase !== 'done') search.setQuery(this.#host.query, false);
  }

  onEscape(): boolean {
    const { side } = this.#parts;
    if (side.isOpen) side.close();
    else if (this.#host.query) this.setQuery('', false);
    else return false;
    return true;
  }

  // --- the answer ---

  onResponse(query: string, response: SearchResponse): void {
    this.#host.dispatchEvent(new HsSearchEvent(query, response));
  }

  onLate(): void {
    this.#parts.announcer.say(wordsOf(this.#host).searching);
  }

  onSettled(again: boolean): void {
    const { search, announcer } = this.#parts;
    if (search.browsing) return;
    const words = wordsOf(this.#host);
    const shown = this.rows.length;
    let message = words.nothingRelevant;
    if (shown > 0) message = words.resultsFor(shown, search.hasMore ? search.total : shown);
    else if (this.weak.length > 0) message = words.onlyWeak;
    // What was said of the same question need not be said again.
    if (again && message === this.#announced) return;
    this.#announced = message;
    if (message === words.nothingRelevant) announcer.sayNow(message);
    else announcer.say(message);
  }

  onSearchError(error: Error): void {
    this.#parts.announcer.sayNow(wordsOf(this.#host).searchFailed);
    this.#host.dispatchEvent(new HsErrorEvent(error));
  }

  #visible(rows: readonly ResultRow[]): readonly ResultRow[] {
    return rows.filter((row) => !this.#parts.deletes.has(row.id));
  }

  #toggleWhy(id: string): void {
    const next = new Set(this.whyIds);
    if (!next.delete(id)) next.add(id);
    this.whyIds = next;
    this.#host.requestUpdate();
  }

  #remember(): void {
    this.#recents.remember(this.#host.query);
    this.recent = this.#recents.list();
    this.#host.requestUpdate();
  }
}
