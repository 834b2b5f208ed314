import { html, nothing, type TemplateResult } from 'lit';
import type { Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import { renderRegions } from '../../session/announcer.ts';
import type { Part, View } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { EmptyState, renderWeakButton } from './empty-state.ts';
import { listStyles } from './list.styles.ts';
import { resultListStyles } from './result-list.styles.ts';
import { ResultList } from './result-list.ts';
import { rowStyles } from './row.styles.ts';
import { renderSessionSummary } from './summary.ts';
import { warmUpRows } from './warm-up.ts';

const LIST_ORDERS: readonly SortOrder[] = ['newest', 'updated', 'oldest', 'title'];

interface ResultsPart extends Part {
  readonly limit: number;
  readonly order: Exclude<SortOrder, 'relevance'>;
  readonly filters: Filters | null;
}

export class ResultsView implements View {
  readonly styles = [contentStyles, listStyles, resultListStyles, rowStyles];
  readonly watched;
  readonly #part: ResultsPart;
  readonly #session: Session;
  readonly #list: ResultList;
  readonly #empty: EmptyState;

  constructor(part: ResultsPart, session: Session) {
    const { search, results, selection, panel, recents, connection, writing, announcer, places } = session;
    this.#part = part;
    this.#session = session;
    this.#list = new ResultList(part, session);
    this.#empty = new EmptyState(part, session);
    places.list = this.#list.place;
    const { keeper } = this.#empty;
    this.watched = [search, results, selection, panel, recents, connection, writing, announcer, keeper];
    void warmUpRows(part, session, this.#list);
  }

  render(strings: SearchStrings): TemplateResult {
    const { search, announcer } = this.#session;
    const busy = search.state.phase === 'searching';
    const list = this.#list;
    const { onPointer } = list.place;
    return html`<div
        class="list"
        part="list"
        aria-busy=${busy ? 'true' : 'false'}
        @mousedown=${list.onMousedown}
        @click=${list.onClick}
        @keydown=${list.onKeydown}
        @pointermove=${onPointer}
        @pointerleave=${onPointer}
      >${this.#content(strings)}</div>
      ${renderRegions(strings, announcer.state)}`;
  }

  updated(): void {
    const { alone, limit, order, filters } = this.#part;
    if (!alone) return;
    const { search } = this.#session;
    search.setLimit(limit);
    search.setOrder(LIST_ORDERS.includes(order) ? order : 'newest');
    search.setScope(filters);
  }

  close(): void {
    const { places } = this.#session;
    if (places.list === this.#list.place) places.list = null;
    this.#list.close();
    this.#empty.keeper.stop();
  }

  #content(strings: SearchStrings): TemplateResult {
    const session = this.#session;
    const { search, results } = session;
    const { length } = results.ids;
    const empty = this.#empty.read();
    const { isWhole } = this.#list;
    return html`
      <slot name="row" @slotchange=${() => this.#part.requestUpdate()}></slot>
      ${this.#part.composed ? nothing : renderSessionSummary(strings, session)} ${renderRecent(strings, session)}
      ${this.#list.render(strings)} ${length > 0 || empty === null ? nothing : this.#empty.render(strings, empty)}
      ${search.state.hasMore && (results.rows.length > 0 || empty === null) && isWhole ? renderMore(strings, session) : nothing}
      ${
        results.rows.length > 0 && results.folded > 0 && isWhole
          ? html`<div class="load-more">${renderWeakButton(strings, session)}</div>`
          : nothing
      }
    `;
  }
}

function renderMore(strings: SearchStrings, { search }: Session): TemplateResult {
  const { loadingMore } = search.state;
  return html`<div class="load-more">
    <button type="button" class="outlined" part="button" aria-disabled=${loadingMore ? 'true' : 'false'} @click=${() => search.loadMore()}>
      ${loadingMore ? strings.loadingMore : strings.loadMore}
    </button>
  </div>`;
}

function renderRecent(strings: SearchStrings, session: Session): TemplateResult | typeof nothing {
  const { search, recents, places } = session;
  const { list } = recents.state;
  if (search.state.query.trim() !== '' || list.length === 0) return nothing;
  const clear = (): void => {
    recents.clear();
    places.focusBox();
  };
  return html`<div class="recent" part="recent">
    <h2>${icons.clock}<span class="visually-hidden">${strings.recent}</span></h2>
    <ul>
      ${list.map(
        (text) =>
          html`<li><button type="button" dir="auto" @click=${() => session.ask(text, false)}>${text}</button></li>`,
      )}
    </ul>
    <button
      type="button"
      class="icon-only quiet"
      aria-label=${strings.clearRecent}
      title=${strings.clearRecent}
      @click=${clear}
    >${icons.clear}</button>
  </div>`;
}
