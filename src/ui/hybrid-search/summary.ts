/** The line above the rows: how many, how fast, and how the query was understood (DESIGN K5, K6). Of a fixed height. */
import { html, nothing, type TemplateResult } from 'lit';
import type { SearchController } from '../controllers/search-controller.ts';
import { formatDuration } from '../shared/format.ts';
import type { Strings } from '../strings/strings.ts';

export interface SummaryView {
  strings: Strings;
  search: SearchController;
  shown: number;
  /** Rows that a pending delete hides. */
  hidden: number;
  onVerbatim: () => void;
}

export function renderSummary(view: SummaryView): TemplateResult {
  const { strings, search } = view;
  const { response } = search;
  if (search.browsing)
    return html`<div class="summary">${search.phase === 'done' && view.shown > 0 ? html`<span class="count">${strings.allNotes(Math.max(0, search.total - view.hidden))}</span>` : nothing}</div>`;
  if (search.late && search.phase === 'searching')
    return html`<div class="summary"><span class="count">${strings.searching}</span></div>`;
  if (!response || search.phase === 'failed') return html`<div class="summary"></div>`;
  // Without a further page the rest of the total is in the weak section, and is not claimed.
  const total = search.hasMore ? Math.max(view.shown, search.total - view.hidden) : view.shown;
  const count =
    view.shown > 0
      ? strings.resultsFor(view.shown, total)
      : search.weak.length > 0 && search.phase === 'done'
        ? strings.onlyWeak
        : '';
  return html`<div class="summary" part="summary">
    ${count ? html`<span class="count">${count}</span>` : nothing}
    ${
      search.phase === 'partial' && !response.modesUsed.includes('semantic')
        ? html`<span class="pending"><i aria-hidden="true"></i>${strings.meaningPending}</span>`
        : search.phase === 'done'
          ? html`<span class="time">${formatDuration(search.milliseconds, strings.locale)}</span>`
          : nothing
    }
    ${renderUnderstood(view)}
  </div>`;
}

function renderUnderstood({ strings, search, onVerbatim }: SummaryView): TemplateResult | typeof nothing {
  const understood = search.response?.understood;
  if (!understood) return nothing;
  const { corrected, filters, excluded, literal } = understood;
  if (corrected.length + filters.length + excluded.length + literal.length === 0) return nothing;
  return html`<span class="understood">
    ${
      corrected.length > 0
        ? html`<span
            >${strings.correctedTo} <b dir="auto">${corrected.map((entry) => entry.to).join(', ')}</b>.
            <button type="button" class="link" @click=${onVerbatim}>
              ${strings.searchInsteadFor} <span dir="auto">${corrected.map((entry) => entry.from).join(', ')}</span>
            </button></span
          >`
        : nothing
    }
    ${filters.map((filter) => html`<code dir="auto">${filter.field}: ${filter.value}</code>`)}
    ${excluded.length > 0 ? html`<span>${strings.without} <b dir="auto">${excluded.join(', ')}</b></span>` : nothing}
    ${literal.length > 0 ? html`<span>${strings.readAsWords} <code dir="auto">${literal.join(' ')}</code></span>` : nothing}
  </span>`;
}
