import { html, nothing, type TemplateResult } from 'lit';
import type { Understood } from '../../../core/results/response.ts';
import type { Session } from '../../session/session.ts';
import { formatDuration } from '../../shared/format.ts';
import { isUnfinished } from '../../shared/meaning.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export function renderSessionSummary(strings: SearchStrings, session: Session): TemplateResult {
  return html`<div class="summary" part="summary" slot="summary">${contentOf(strings, session)}</div>`;
}

/** The rows of the last answer stay until the next one arrives, and so does this line. */
function contentOf(strings: SearchStrings, session: Session): TemplateResult | typeof nothing {
  const search = session.search.state;
  if (search.phase === 'failed') return nothing;
  if (search.late && search.phase === 'searching') return renderCount(strings.searching);
  const count = countOf(strings, session);
  if (!search.response) return search.whole && count ? renderCount(count) : nothing;
  return html`${count ? renderCount(count) : nothing} ${renderProgress(strings, session)} ${renderUnderstood(strings, session)}`;
}

const renderCount = (text: string): TemplateResult => html`<span class="count">${text}</span>`;

/** Without more pages, the rest of the total is in the weak section, so only the shown rows are counted. */
function countOf(strings: SearchStrings, { search, results, connection }: Session): string {
  const { response, hasMore, whole, rows } = search.state;
  const shown = results.rows.length;
  const total = Math.max(0, search.state.total - (rows.length - shown));
  if (shown > 0 && !response) return strings.allNotes(total);
  if (shown > 0) return strings.resultsFor(shown, hasMore ? Math.max(shown, total) : shown);
  if (!response || !whole || isUnfinished(connection.meaning)) return '';
  return results.weak.length > 0 ? strings.onlyWeak : strings.resultsFor(0, 0);
}

function renderProgress(strings: SearchStrings, session: Session): TemplateResult | typeof nothing {
  const { meaning } = session.connection;
  const search = session.search.state;
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

function renderSuggested(strings: SearchStrings, session: Session): TemplateResult | typeof nothing {
  const { whole, response } = session.search.state;
  const { query = '', understood } = response ?? {};
  if (!whole || !understood || understood.suggested.length === 0) return nothing;
  const instead = suggestedQuery(query, understood.suggested);
  return html`<span>
    ${strings.didYouMean}
    <button type="button" class="link" @click=${() => session.ask(instead, false)}><span dir="auto">${instead}</span></button>
  </span>`;
}

function renderUnderstood(strings: SearchStrings, session: Session): TemplateResult | typeof nothing {
  const { search } = session;
  const understood = search.state.response?.understood;
  if (!understood) return nothing;
  const { corrected, suggested, filters, excluded, literal } = understood;
  const parts = [corrected, suggested, filters, excluded, literal];
  if (parts.every(({ length }) => length === 0)) return nothing;
  return html`<span class="understood">
    ${
      corrected.length > 0
        ? html`<span
            >${strings.correctedTo} <b dir="auto">${corrected.map((entry) => entry.to).join(', ')}</b>
            <button type="button" class="link" @click=${() => search.searchVerbatim()}>
              ${strings.searchInsteadFor} <span dir="auto">${corrected.map((entry) => entry.from).join(', ')}</span>
            </button></span
          >`
        : nothing
    }
    ${renderSuggested(strings, session)} ${filters.map((filter) => renderFilter(filter, strings))}
    ${excluded.length > 0 ? html`<span>${strings.without} <b dir="auto">${excluded.join(', ')}</b></span>` : nothing}
    ${literal.length > 0 ? html`<span>${strings.readAsWords} <code dir="auto">${literal.join(' ')}</code></span>` : nothing}
  </span>`;
}

const WORDS = /[\p{L}\p{M}\p{N}'’-]+/gu;

export function suggestedQuery(query: string, suggested: Understood['suggested']): string {
  const words = new Map(suggested.map(({ from, to }) => [plain(from), to]));
  return query.replace(WORDS, (word) => words.get(plain(word)) ?? word);
}

/** Folds a word roughly as the engine does, without loading its folding tables. */
function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
