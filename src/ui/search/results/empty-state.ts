import { html, nothing, type TemplateResult } from 'lit';
import { formatLanguages } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import type { EmptyKind } from './empty-kind.ts';

export interface EmptyView {
  strings: SearchStrings;
  kind: EmptyKind;
  detail: string;
  query: string;
  creates: boolean;
  imports: boolean;
  filtered: boolean;
  folded: number;
  unread: readonly string[];
  onShowWeak: () => void;
  onAdd: (title: string) => void;
  onImport: () => void;
  onRetry: () => void;
  onClearFilters: () => void;
}

export function renderEmptyState(view: EmptyView): TemplateResult {
  const { strings } = view;
  const clearFilters = view.filtered
    ? html`<button type="button" class="outlined" part="button" @click=${view.onClearFilters}>${strings.clearFilters}</button>`
    : nothing;
  switch (view.kind) {
    case 'opening':
      // Reserves the space of "Nothing here yet", so that the status bar doesn't move under the pointer.
      return html`<div class="opening">
        <div class="skeleton" aria-label=${strings.opening} role="status">
          ${[1, 2, 3].map(() => html`<div><i></i><i></i><i></i></div>`)}
        </div>
        ${renderEmptyState({ ...view, kind: 'no-notes' })}
      </div>`;
    case 'failed':
    case 'open-failed':
      return frame(
        icons.warning,
        view.kind === 'failed' ? strings.searchFailed : strings.openFailed,
        view.detail,
        html`<button type="button" class="outlined" part="button" @click=${view.onRetry}>${strings.retry}</button>`,
      );
    case 'no-notes':
      return own(
        'empty',
        icons.stack,
        strings.emptyHeading,
        view.creates || view.imports ? strings.emptyHint : '',
        view.creates || view.imports ? html`${addButton(view)} ${importButton(view)}` : nothing,
      );
    case 'storage':
      return frame(icons.warning, view.detail, '', importButton(view));
    case 'filtered':
      return frame(icons.search, strings.noneWithFilters, '', clearFilters);
    case 'unread':
      return frame(icons.search, strings.nothingYet, strings.nothingYetHint, nothing);
    case 'no-match':
    case 'no-word':
    case 'no-meaning':
      return own(
        'no-match',
        icons.search,
        strings.nothingRelevant,
        view.unread.length > 0
          ? strings.unreadAnswer(formatLanguages(view.unread, strings.locale))
          : hintOf(view.kind, strings),
        html`${
          view.folded > 0
            ? html`<button type="button" class="outlined" part="button" @click=${view.onShowWeak}>${strings.showWeak(view.folded)}</button>`
            : nothing
        }${clearFilters}${createButton(view)}`,
      );
  }
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

const addButton = ({ creates, strings, onAdd }: EmptyView): TemplateResult | typeof nothing =>
  creates
    ? html`<button type="button" class="primary" part="button primary" @click=${() => onAdd('')}>${icons.add}${strings.add}</button>`
    : nothing;

/** Queries longer than this many UTF-16 units aren't suggested as titles. */
const LONGEST_TITLE = 60;

function createButton({ creates, strings, query, onAdd }: EmptyView): TemplateResult | typeof nothing {
  const title = query.trim();
  if (!creates || title === '' || title.length > LONGEST_TITLE) return nothing;
  return html`<button type="button" class="outlined" part="button" @click=${() => onAdd(title)}>${icons.add}<span dir="auto">${strings.createNamed(title)}</span></button>`;
}

const importButton = ({ imports, strings, onImport }: EmptyView): TemplateResult | typeof nothing =>
  imports
    ? html`<button type="button" class="outlined" part="button" @click=${onImport}>${strings.import}</button>`
    : nothing;

/** Wraps the default content in a slot, so that the page can replace it. */
const own = (slot: string, ...content: Parameters<typeof frame>): TemplateResult =>
  html`<slot name=${slot}>${frame(...content)}</slot>`;

function frame(
  icon: TemplateResult,
  heading: string,
  hint: string,
  buttons: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="empty" part="empty">
    <span class="empty-icon">${icon}</span>
    <h2>${heading}</h2>
    ${hint ? html`<p dir="auto">${hint}</p>` : nothing}
    ${buttons === nothing ? nothing : html`<div class="empty-buttons">${buttons}</div>`}
  </div>`;
}
