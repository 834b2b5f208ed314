import { html, nothing, type TemplateResult } from 'lit';
import { hasFilters } from '../../session/answer/filter-values.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { isTrouble, sentenceOf } from '../../session/storage-trouble.ts';
import { formatLanguages } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { type EmptyKind, EmptyKindKeeper } from './empty-kind.ts';

/** Queries longer than this many UTF-16 units aren't suggested as titles. */
const LONGEST_TITLE = 60;

export class EmptyState {
  readonly keeper = new EmptyKindKeeper();
  readonly #part: Part;
  readonly #session: Session;

  constructor(part: Part, session: Session) {
    this.#part = part;
    this.#session = session;
  }

  /** Null if there's no reason to say anything. */
  read(): EmptyKind | null {
    const { connection, search, results, writing, isUnfinished } = this.#session;
    const clearing = writing.state.clearing !== null;
    return this.keeper.read({
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

  render(strings: SearchStrings, kind: EmptyKind): TemplateResult {
    const { connection, search, results } = this.#session;
    const { storage, error } = connection.state;
    switch (kind) {
      case 'opening':
        // Reserves the space of "Nothing here yet", so that the status bar doesn't move under the pointer.
        return html`<div class="opening">
          <div class="skeleton" aria-label=${strings.opening} role="status">
            ${[1, 2, 3].map(() => html`<div><i></i><i></i><i></i></div>`)}
          </div>
          ${this.render(strings, 'no-notes')}
        </div>`;
      case 'failed':
        return frame(icons.warning, strings.searchFailed, search.state.error?.message, this.#retryButton(strings));
      case 'open-failed':
        return frame(icons.warning, strings.openFailed, error?.message, this.#retryButton(strings));
      case 'no-notes': {
        const buttons: Button[] = [this.#addButton(strings), this.#importButton(strings)];
        const hint = buttons.some((one) => one !== nothing) ? strings.emptyHint : '';
        return html`<slot name="empty">${frame(icons.stack, strings.emptyHeading, hint, ...buttons)}</slot>`;
      }
      case 'storage':
        return frame(icons.warning, storage ? sentenceOf(strings, storage) : '', '', this.#importButton(strings));
      case 'filtered':
        return frame(icons.search, strings.noneWithFilters, '', this.#clearButton(strings));
      case 'unread':
        return frame(icons.search, strings.nothingYet, strings.nothingYetHint);
      default: {
        const { unread } = results;
        const hint =
          unread.length > 0 ? strings.unreadAnswer(formatLanguages(unread, strings.locale)) : hintOf(kind, strings);
        const buttons: Button[] = [this.#weakButton(strings), this.#clearButton(strings), this.#createButton(strings)];
        return html`<slot name="no-match">${frame(icons.search, strings.nothingRelevant, hint, ...buttons)}</slot>`;
      }
    }
  }

  get #creates(): boolean {
    return !this.#part.readonly && this.#session.offers('form');
  }

  #retryButton(strings: SearchStrings): TemplateResult {
    const retry = (): void => {
      const { connection, search } = this.#session;
      if (connection.state.phase === 'failed') void this.#session.reopen(() => this.#part.isConnected);
      else search.retry();
    };
    return html`<button type="button" class="outlined" part="button" @click=${retry}>${strings.retry}</button>`;
  }

  #addButton(strings: SearchStrings): Button {
    return this.#creates
      ? html`<button type="button" class="primary" part="button primary" @click=${() => this.#session.commands.create()}>${icons.add}${strings.add}</button>`
      : nothing;
  }

  #createButton(strings: SearchStrings): Button {
    const title = this.#session.search.state.query.trim();
    if (!this.#creates || title === '' || title.length > LONGEST_TITLE) return nothing;
    return html`<button type="button" class="outlined" part="button" @click=${() => this.#session.commands.create(title)}>${icons.add}<span dir="auto">${strings.createNamed(title)}</span></button>`;
  }

  #importButton(strings: SearchStrings): Button {
    return !this.#part.readonly && this.#session.offers('import')
      ? html`<button type="button" class="outlined" part="button" @click=${() => this.#session.commands.toggle('import')}>${strings.import}</button>`
      : nothing;
  }

  #clearButton(strings: SearchStrings): Button {
    const { search, places } = this.#session;
    if (!hasFilters(search.state.filters)) return nothing;
    const clear = (): void => {
      search.setFilters({});
      places.focusBox();
    };
    return html`<button type="button" class="outlined" part="button" @click=${clear}>${strings.clearFilters}</button>`;
  }

  #weakButton(strings: SearchStrings): Button {
    return this.#session.results.folded > 0 ? renderWeakButton(strings, this.#session) : nothing;
  }
}

type Button = TemplateResult | typeof nothing;

export function renderWeakButton(strings: SearchStrings, { results, places }: Session): TemplateResult {
  const show = (): void => {
    results.showWeak();
    places.focusBox();
  };
  return html`<button type="button" class="outlined" part="button" @click=${show}>${strings.showWeak(results.folded)}</button>`;
}

function hintOf(kind: 'no-match' | 'no-word' | 'no-meaning', strings: SearchStrings): string {
  switch (kind) {
    case 'no-match':
      return strings.nothingRelevantHint;
    case 'no-word':
      return strings.nothingByWordHint;
    case 'no-meaning':
      return strings.nothingByMeaningHint;
  }
}

function frame(icon: TemplateResult, heading: string, hint = '', ...buttons: readonly Button[]): TemplateResult {
  return html`<div class="empty" part="empty">
    <span class="empty-icon">${icon}</span>
    <h2>${heading}</h2>
    ${hint ? html`<p dir="auto">${hint}</p>` : nothing}
    ${buttons.every((one) => one === nothing) ? nothing : html`<div class="empty-buttons">${buttons}</div>`}
  </div>`;
}
