/** The parts that only read. Each fetches its view when it's on the page. */
import { css } from 'lit';
import { property } from 'lit/decorators.js';
import type { Filters } from '../../core/filter/filters.ts';
import type { SortOrder } from '../../core/options/options.ts';
import { Part, type ViewMaker } from '../session/part.ts';

/**
 * @tagname hybrid-search-filters
 * @summary Filters with counts, and the sort order.
 * @slot - Your own controls after the sort order.
 * @slot summary - Your own text between the filters and the sort order.
 * @csspart filter-bar
 * @csspart chip
 * @csspart chosen
 * @csspart sort
 * @csspart filter-panel
 * @csspart button
 */
export class HybridSearchFiltersElement extends Part {
  protected override readonly inline = false;
  /** Reserves space until the filters are drawn, so that the content below doesn't move. */
  protected override readonly ownStyles = [
    css`
      :host {
        min-block-size: calc(var(--_target) + 0.75rem);
      }
    `,
  ];

  protected override async load(): Promise<ViewMaker> {
    const { FiltersView } = await import('./filters/filters-view.ts');
    return (part, session) => new FiltersView(part, session);
  }
}

/**
 * @tagname hybrid-search-results
 * @summary The rows of an answer, or all notes while the query is empty.
 * @slot row
 * @slot empty
 * @slot no-match
 * @csspart list
 * @csspart summary
 * @csspart recent
 * @csspart completions
 * @csspart completion
 * @csspart results
 * @csspart weak
 * @csspart row
 * @csspart option
 * @csspart active
 * @csspart title
 * @csspart passage
 * @csspart tag
 * @csspart mark
 * @csspart semantic
 * @csspart label
 * @csspart strong
 * @csspart likely
 * @csspart action
 * @csspart why
 * @csspart bar
 * @csspart doubtful
 * @csspart empty
 * @csspart button
 * @csspart primary
 */
export class HybridSearchResultsElement extends Part {
  /** Results per page, 1–100. */
  @property({ type: Number }) limit = 10;
  /** Order of the notes while the query is empty: `newest`, `updated` (last changed first), `oldest` or `title`. */
  @property() order: Exclude<SortOrder, 'relevance'> = 'newest';
  /**
   * Only notes that match these filters are listed and found. Users can narrow them down further. Assign another object
   * to change them.
   */
  @property({ attribute: false }) filters: Filters | null = null;

  protected override async load(): Promise<ViewMaker> {
    const { ResultsView } = await import('./results/results-view.ts');
    return (_, session) => new ResultsView(this, session);
  }
}

/**
 * @tagname hybrid-search-reader
 * @summary The open note.
 * @slot - Shown while no note is open.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart text
 * @csspart tag
 * @csspart mark
 * @csspart semantic
 * @csspart picture
 * @csspart button
 */
export class HybridSearchReaderElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { ReaderPanel } = await import('./reader/reader-panel.ts');
    return (part, session) => new ReaderPanel(part, session);
  }
}

/**
 * @tagname hybrid-search-status
 * @summary Whether search by meaning works, how much is stored and how safely, and short messages.
 * @csspart status
 * @csspart status-line
 * @csspart bar
 * @csspart storage-note
 * @csspart language-offer
 * @csspart toasts
 * @csspart toast
 * @csspart button
 */
export class HybridSearchStatusElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { StatusView } = await import('./status/status-view.ts');
    return (part, session) => new StatusView(part, session);
  }
}

/**
 * @tagname hybrid-search-help
 * @summary The query language, with examples that run when they're clicked.
 * @csspart panel
 * @csspart panel-head
 * @csspart panel-title
 * @csspart panel-body
 * @csspart button
 */
export class HybridSearchHelpElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { HelpPanel } = await import('./help/help-panel.ts');
    return (part, session) => new HelpPanel(part, session);
  }
}
