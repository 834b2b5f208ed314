import { html, nothing, type TemplateResult } from 'lit';
import type { Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import { renderRegions } from '../../session/announcer.ts';
import { limitOf } from '../../session/answer/answer-page.ts';
import { hasFilters } from '../../session/answer/filter-values.ts';
import type { ResultRow } from '../../session/answer/result-row.ts';
import { onOptionKeys } from '../../session/option-keys.ts';
import type { Part, View } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { isTrouble, sentenceOf } from '../../session/storage-trouble.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { type EmptyKind, EmptyKindKeeper } from './empty-kind.ts';
import { renderEmptyState } from './empty-state.ts';
import { FirstRows } from './first-rows.ts';
import { GlidingRows } from './gliding-rows.ts';
import { HoveredRow } from './hovered-row.ts';
import { LineRoom } from './line-room.ts';
import { listStyles } from './list.styles.ts';
import { ListRows } from './list-rows.ts';
import { loadWhyPanel } from './load-why-panel.ts';
import { renderRecent } from './recent.ts';
import { relevanceStyles } from './relevance.styles.ts';
import { RestedRows } from './rested-rows.ts';
import { resultListStyles } from './result-list.styles.ts';
import { renderResultList } from './result-list.ts';
import { rowActionsStyles } from './row-actions.styles.ts';
import type { RowAction } from './row-keys.ts';
import { type OwnRow, RowTemplate } from './row-template.ts';
import { renderSessionSummary } from './summary.ts';

const LIST_ORDERS: readonly SortOrder[] = ['newest', 'updated', 'oldest', 'title'];

interface ResultsPart extends Part {
  readonly limit: number;
  readonly order: Exclude<SortOrder, 'relevance'>;
  readonly filters: Filters | null;
}

export class ResultsView implements View {
  readonly styles = [contentStyles, listStyles, resultListStyles, rowActionsStyles, relevanceStyles];
  readonly watched;
  readonly #part: ResultsPart;
  readonly #session: Session;
  readonly #rested: RestedRows;
  readonly #first: FirstRows;
  readonly #gliding: GlidingRows;
  readonly #empty = new EmptyKindKeeper();
  readonly #template: RowTemplate;
  readonly #list: ListRows;
  readonly #hovered: HoveredRow;
  readonly #room: LineRoom;

  constructor(part: ResultsPart, session: Session) {
    const { search, results, selection, panel, recents, connection, writing, announcer, notices, places } = session;
    this.#part = part;
    this.#session = session;
    this.#rested = new RestedRows(() => results.ids);
    this.#first = new FirstRows(part, results);
    this.#gliding = new GlidingRows(part, search, this.#first);
    this.#template = new RowTemplate(part.outer, notices.report);
    this.#room = new LineRoom(part);
    this.#hovered = new HoveredRow(part, () => search.unpin());
    this.#list = new ListRows(part, this.#hovered, (id) => results.optionId(id));
    places.list = this.#list;
    const own = [this.#rested, this.#empty, this.#template, this.#room];
    this.watched = [search, results, selection, panel, recents, connection, writing, announcer, ...own];
  }

  render(strings: SearchStrings): TemplateResult {
    const { search, announcer } = this.#session;
    const busy = search.state.phase === 'searching';
    return html`<div class="list" part="list" aria-busy=${busy ? 'true' : 'false'}>${this.#content(strings)}</div>
      ${renderRegions(strings, announcer.state)}`;
  }

  updated(): void {
    this.#rested.look();
    const { alone, limit, order, filters } = this.#part;
    if (!alone) return;
    const { search } = this.#session;
    search.setLimit(limitOf(limit));
    search.setOrder(LIST_ORDERS.includes(order) ? order : 'newest');
    search.setScope(filters);
  }

  close(): void {
    const { places } = this.#session;
    if (places.list === this.#list) places.list = null;
    this.#part.removeController(this.#first);
    this.#part.removeController(this.#gliding);
    this.#part.removeController(this.#hovered);
    this.#part.removeController(this.#room);
    this.#room.hostDisconnected();
    this.#hovered.hostDisconnected();
    this.#empty.stop();
  }

  get #readonly(): boolean {
    return this.#part.readonly || !this.#session.offers('form');
  }

  #content(strings: SearchStrings): TemplateResult {
    const session = this.#session;
    const { search, results, recents, completions } = session;
    const { rows, weak } = results;
    const { most } = this.#first;
    const empty = this.#emptyKind();
    // Reads the page's row template even without rows, so that the script that fills it loads early. Otherwise, rows
    // would first appear without the template.
    const own = this.#template.read(strings);
    const all = rows.length + weak.length <= most;
    return html`
      <slot name="row" @slotchange=${() => this.#part.requestUpdate()}></slot>
      ${this.#part.composed ? nothing : renderSessionSummary(strings, session)}
      ${
        search.state.query.trim() === '' && recents.state.list.length > 0
          ? renderRecent(strings, recents.state.list, (text) => session.ask(text, false), this.#clearRecent)
          : nothing
      }
      ${rows.length + weak.length + completions.length > 0 ? this.#rows(strings, own) : nothing}
      ${rows.length + weak.length > 0 || empty === null ? nothing : this.#emptyState(strings, empty)}
      ${search.state.hasMore && (rows.length > 0 || empty === null) && all ? this.#more(strings) : nothing}
      ${
        rows.length > 0 && results.folded > 0 && all
          ? html`<div class="load-more">
              <button type="button" class="outlined" part="button" @click=${this.#showWeak}>${strings.showWeak(results.folded)}</button>
            </div>`
          : nothing
      }
    `;
  }

  #rows(strings: SearchStrings, own: OwnRow | null): TemplateResult {
    const session = this.#session;
    const { search, results, selection, panel, completions } = session;
    return renderResultList({
      strings,
      completions,
      onComplete: ({ query }) => session.ask(query, true),
      rows: results.rows,
      weak: results.weak,
      doubtful: results.doubtful,
      unread: results.unread,
      asked: search.state.response?.understood.words ?? [],
      unfinished: session.isUnfinished,
      own,
      activeId: selection.activeId,
      openId: panel.openMemory?.id ?? null,
      whyIds: results.state.whyIds,
      rested: this.#rested,
      room: this.#room.state.room,
      most: this.#first.most,
      readonly: this.#readonly,
      now: Date.now(),
      optionId: (id) => results.optionId(id),
      onListKeys: this.#part.composed ? null : this.#onListKeys,
      onChoose: (row) => session.choose(row),
      onAction: (action, row) => this.#act(action, row),
      onPointer: (id) => this.#hovered.point(id),
      onLeaveRow: () => this.#leaveRow(),
    });
  }

  #emptyKind(): EmptyKind | null {
    const { connection, search, results, writing, isUnfinished } = this.#session;
    const clearing = writing.state.clearing !== null;
    return this.#empty.read({
      session: connection.state.phase,
      search: search.state,
      browsing: search.browsing,
      filtered: hasFilters(search.state.filters),
      // A pending delete hides only loaded rows. So if there are more pages of results, there are other notes.
      rows: results.ids.length > 0 || (search.state.hasMore && !clearing),
      unread: isUnfinished,
      refreshing: search.refreshing,
      trouble: isTrouble(connection.state.storage),
      clearing,
    });
  }

  #emptyState(strings: SearchStrings, kind: EmptyKind): TemplateResult {
    const session = this.#session;
    const { connection, search, results, places } = session;
    const { storage, phase, error } = connection.state;
    return renderEmptyState({
      strings,
      kind,
      detail:
        kind === 'storage' && storage
          ? sentenceOf(strings, storage)
          : ((kind === 'open-failed' ? error : search.state.error)?.message ?? ''),
      query: search.state.query,
      creates: !this.#readonly,
      imports: !this.#part.readonly && session.offers('import'),
      filtered: hasFilters(search.state.filters),
      folded: results.folded,
      unread: results.unread,
      onShowWeak: this.#showWeak,
      onAdd: (title) => session.commands.create(title),
      onImport: () => session.commands.toggle('import'),
      onRetry: () => {
        if (phase === 'failed') void session.reopen(() => this.#part.isConnected);
        else search.retry();
      },
      onClearFilters: () => {
        search.setFilters({});
        places.focusBox();
      },
    });
  }

  #more(strings: SearchStrings): TemplateResult {
    const { search } = this.#session;
    const { loadingMore } = search.state;
    return html`<div class="load-more">
      <button type="button" class="outlined" part="button" aria-disabled=${loadingMore ? 'true' : 'false'} @click=${() => search.loadMore()}>
        ${loadingMore ? strings.loadingMore : strings.loadMore}
      </button>
    </div>`;
  }

  #act(action: RowAction, row: ResultRow): void {
    const session = this.#session;
    switch (action) {
      case 'why':
        loadWhyPanel().catch(session.notices.report);
        session.results.toggleWhy(row.id);
        break;
      case 'edit':
        session.commands.edit(row.memory);
        break;
      case 'copy':
        void session.reader.copy(row.memory);
        break;
      case 'remove':
        session.commands.remove(row.memory);
        break;
    }
  }

  #leaveRow(): void {
    if (this.#part.composed) this.#session.places.focusBox();
    else this.#list.focus();
  }

  readonly #showWeak = (): void => {
    this.#session.results.showWeak();
    this.#session.places.focusBox();
  };

  readonly #clearRecent = (): void => {
    this.#session.recents.clear();
    this.#session.places.focusBox();
  };

  readonly #onListKeys = (event: KeyboardEvent): void => {
    const { selection, places } = this.#session;
    onOptionKeys(event, this.#session);
    if (selection.activeId === null && event.defaultPrevented) places.focusBox();
  };
}
