/** The column of results: the line above, recent searches, rows or what stands in their place, and the way to more. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Completion } from '../../session/completion.ts';
import { hasFilters } from '../../session/filter-values.ts';
import type { ResultRow } from '../../session/result-row.ts';
import type { ResultsController } from '../../session/results-controller.ts';
import type { SearchController } from '../../session/search-controller.ts';
import { isUnfinished, type Meaning } from '../../shared/meaning.ts';
import type { Strings } from '../../strings/strings.ts';
import type { EmptyKind } from './empty-kind.ts';
import { renderEmptyState } from './empty-state.ts';
import { renderRecent } from './recent.ts';
import type { RestedRows } from './rested-rows.ts';
import { renderResultList } from './result-list.ts';
import type { RowAction } from './row-keys.ts';
import type { OwnRow } from './row-template.ts';
import { renderSummary } from './summary.ts';

export interface ResultsView {
  strings: Strings;
  search: SearchController;
  results: ResultsController;
  rested: RestedRows;
  /** So many rows are drawn. */
  most: number;
  recent: readonly string[];
  empty: EmptyKind | null;
  /** Why the store or the search failed, or what is the matter with the store. */
  detail: string;
  meaning: Meaning;
  /** The page's own row. */
  own: OwnRow | null;
  onOwnChange: () => void;
  activeId: string | null;
  openId: string | null;
  readonly: boolean;
  completions: readonly Completion[];
  onComplete: (completion: Completion) => void;
  onQuery: (text: string) => void;
  onClearRecent: () => void;
  onChoose: (row: ResultRow) => void;
  onAction: (action: RowAction, row: ResultRow) => void;
  onPointer: (id: string) => void;
  onLeaveRow: () => void;
  onAdd: () => void;
  onImport: () => void;
  onRetry: () => void;
  onShowWeak: () => void;
  onClearFilters: () => void;
}

export function renderResults(view: ResultsView): TemplateResult {
  const { strings, search, results } = view;
  const { rows, weak } = results;
  const all = rows.length + weak.length <= view.most;
  return html`
    <slot name="row" @slotchange=${view.onOwnChange}></slot>
    ${renderSummary({
      strings,
      search: search.state,
      meaning: view.meaning,
      shown: rows.length,
      weak: weak.length,
      hidden: search.state.rows.length - rows.length,
      onVerbatim: () => search.searchVerbatim(),
    })}
    ${search.state.query.trim() === '' && view.recent.length > 0 ? renderRecent(strings, view.recent, view.onQuery, view.onClearRecent) : nothing}
    ${
      rows.length + weak.length + view.completions.length > 0
        ? renderResultList({
            strings,
            completions: view.completions,
            onComplete: view.onComplete,
            rows,
            weak,
            doubtful: results.doubtful,
            asked: search.state.response?.understood.words ?? [],
            unfinished: isUnfinished(view.meaning),
            own: view.own,
            activeId: view.activeId,
            openId: view.openId,
            whyIds: results.state.whyIds,
            rested: view.rested,
            most: view.most,
            readonly: view.readonly,
            now: Date.now(),
            optionId: (id) => results.optionId(id),
            onChoose: view.onChoose,
            onAction: view.onAction,
            onPointer: view.onPointer,
            onLeaveRow: view.onLeaveRow,
          })
        : nothing
    }
    ${
      rows.length + weak.length > 0 || view.empty === null
        ? nothing
        : renderEmptyState({
            strings,
            kind: view.empty,
            detail: view.detail,
            readonly: view.readonly,
            filtered: hasFilters(search.state.filters),
            folded: results.folded,
            onShowWeak: view.onShowWeak,
            onAdd: view.onAdd,
            onImport: view.onImport,
            onRetry: view.onRetry,
            onClearFilters: view.onClearFilters,
          })
    }
    ${search.state.hasMore && (rows.length > 0 || view.empty === null) && all ? renderMore(strings, search) : nothing}
    ${
      rows.length > 0 && results.folded > 0 && all
        ? html`<div class="load-more">
            <button type="button" class="outlined" part="button" @click=${view.onShowWeak}>${strings.showWeak(results.folded)}</button>
          </div>`
        : nothing
    }
  `;
}

function renderMore(strings: Strings, search: SearchController): TemplateResult {
  const { loadingMore } = search.state;
  return html`<div class="load-more">
    <button type="button" class="outlined" part="button" aria-disabled=${loadingMore ? 'true' : 'false'} @click=${() => search.loadMore()}>
      ${loadingMore ? strings.loadingMore : strings.loadMore}
    </button>
  </div>`;
}
