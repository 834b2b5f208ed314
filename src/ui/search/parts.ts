/** The parts that read. Each fetches its view when it's on the page. */
import { css, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { limitOf } from '../session/limit.ts';
import { Part, type ViewMaker } from '../session/part.ts';

/**
 * @tagname hybrid-search-filters
 * @summary Filters with counts, and the sort order.
 */
export class HybridSearchFiltersElement extends Part {
  protected override readonly inline = false;
  /** Reserves the line's space until it's drawn, so that what's below doesn't move. */
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
 * @summary The rows of an answer, or all notes where nothing is asked.
 */
export class HybridSearchResultsElement extends Part {
  /** Results a page, 1–100. */
  @property({ type: Number }) limit = 10;

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.alone) this.session?.search.setLimit(limitOf(this.limit));
  }

  protected override async load(): Promise<ViewMaker> {
    const { ResultsView } = await import('./results/results-view.ts');
    return (part, session) => new ResultsView(part, session);
  }
}

/**
 * @tagname hybrid-search-reader
 * @summary The open note.
 */
export class HybridSearchReaderElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { ReaderPanel } = await import('./reader/reader-panel.ts');
    return (part, session) => new ReaderPanel(part, session);
  }
}

/**
 * @tagname hybrid-search-status
 * @summary What search can do now, how much is stored and how safely, and short messages.
 */
export class HybridSearchStatusElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { StatusView } = await import('./status/status-view.ts');
    return (part, session) => new StatusView(part, session);
  }
}

/**
 * @tagname hybrid-search-help
 * @summary The query language, with examples that ask themselves.
 */
export class HybridSearchHelpElement extends Part {
  protected override async load(): Promise<ViewMaker> {
    const { HelpPanel } = await import('./help/help-panel.ts');
    return (part, session) => new HelpPanel(part, session);
  }
}
