import { html, nothing, type TemplateResult } from 'lit';
import type { Understood } from '../../../core/results/response.ts';
import type { SearchState } from '../../session/answer/search-state.ts';
import type { Session } from '../../session/session.ts';
import { formatDuration } from '../../shared/format.ts';
import { isUnfinished, type Meaning } from '../../shared/meaning.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { suggestedQuery } from './suggested-query.ts';

interface SummaryView {
  strings: SearchStrings;
  search: SearchState;
  meaning: Meaning;
  shown: number;
  weak: number;
  hidden: number;
  onVerbatim: () => void;
  onSuggested: (query: string) => void;
}

export function renderSessionSummary(strings: SearchStrings, session: Session): TemplateResult {
  const { search, connection, results } = session;
  const { rows, weak } = results;
  const content = contentOf({
    strings,
    search: search.state,
    meaning: connection.meaning,
    shown: rows.length,
    weak: weak.length,
    hidden: search.state.rows.length - rows.length,
    onVerbatim: () => search.searchVerbatim(),
    onSuggested: (query) => session.ask(query, false),
  });
  return html`<div class="summary" part="summary" slot="summary">${content}</div>`;
}

/** The rows of the last answer stay until the next one arrives, and so does this line. */
function contentOf(view: SummaryView): TemplateResult | typeof nothing {
  const { strings, search } = view;
  if (search.phase === 'failed') return nothing;
  if (search.late && search.phase === 'searching') return renderCount(strings.searching);
  if (!search.response)
    return search.whole && view.shown > 0
      ? renderCount(strings.allNotes(Math.max(0, search.total - view.hidden)))
      : nothing;
  const count = countOf(view);
  return html`${count ? renderCount(count) : nothing} ${renderProgress(view)} ${renderUnderstood(view)}`;
}

const renderCount = (text: string): TemplateResult => html`<span class="count">${text}</span>`;

/** Without more pages, the rest of the total is in the weak section, so only the shown rows are counted. */
function countOf(view: SummaryView): string {
  const { strings, search, shown, hidden, meaning } = view;
  if (shown > 0) return strings.resultsFor(shown, search.hasMore ? Math.max(shown, search.total - hidden) : shown);
  if (!search.whole || isUnfinished(meaning)) return '';
  return view.weak > 0 ? strings.onlyWeak : strings.resultsFor(0, 0);
}

function renderProgress({ strings, search, meaning }: SummaryView): TemplateResult | typeof nothing {
  const pending = (text: string): TemplateResult =>
    html`<span class="pending"><i aria-hidden="true"></i>${text}</span>`;
  if (meaning.state === 'reading') return pending(strings.readingNotes(meaning.read, meaning.total));
  const wordsOnly = !search.whole && !search.response?.modesUsed.includes('semantic');
  if (meaning.state === 'coming' || wordsOnly) return pending(strings.meaningPending);
  if (!search.whole) return nothing;
  return html`<span class="time">${formatDuration(search.milliseconds, strings.locale)}</span>`;
}

/** A dash before a name is easily overlooked, so `-tag:work` is put into words. */
function renderFilter({ field, value }: Understood['filters'][number], strings: SearchStrings): TemplateResult {
  const excludes = field.startsWith('-');
  const code = html`<code dir="auto">${excludes ? field.slice(1) : field}: ${value}</code>`;
  return excludes ? html`<span>${strings.without} ${code}</span>` : code;
}

function renderSuggested({ strings, search, onSuggested }: SummaryView): TemplateResult | typeof nothing {
  const { query = '', understood } = search.response ?? {};
  if (!search.whole || !understood || understood.suggested.length === 0) return nothing;
  const instead = suggestedQuery(query, understood.suggested);
  return html`<span>
    ${strings.didYouMean}
    <button type="button" class="link" @click=${() => onSuggested(instead)}><span dir="auto">${instead}</span></button>
  </span>`;
}

function renderUnderstood(view: SummaryView): TemplateResult | typeof nothing {
  const { strings, search, onVerbatim } = view;
  const understood = search.response?.understood;
  if (!understood) return nothing;
  const { corrected, suggested, filters, excluded, literal } = understood;
  const parts = [corrected, suggested, filters, excluded, literal];
  if (parts.every(({ length }) => length === 0)) return nothing;
  return html`<span class="understood">
    ${
      corrected.length > 0
        ? html`<span
            >${strings.correctedTo} <b dir="auto">${corrected.map((entry) => entry.to).join(', ')}</b>
            <button type="button" class="link" @click=${onVerbatim}>
              ${strings.searchInsteadFor} <span dir="auto">${corrected.map((entry) => entry.from).join(', ')}</span>
            </button></span
          >`
        : nothing
    }
    ${renderSuggested(view)} ${filters.map((filter) => renderFilter(filter, strings))}
    ${excluded.length > 0 ? html`<span>${strings.without} <b dir="auto">${excluded.join(', ')}</b></span>` : nothing}
    ${literal.length > 0 ? html`<span>${strings.readAsWords} <code dir="auto">${literal.join(' ')}</code></span>` : nothing}
  </span>`;
}
