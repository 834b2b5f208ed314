import { html, type TemplateResult } from 'lit';
import type { Facets } from '../../../core/filter/filters.ts';
import type { Part, View } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { defineInner } from '../../shared/define-inner.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { FilterBarElement } from './filter-bar.ts';
import type { FiltersChangeEvent, SearchByChangeEvent, SortChangeEvent } from './filter-events.ts';

export class FiltersView implements View {
  readonly styles = [contentStyles];
  readonly watched;
  readonly #session: Session;

  constructor(_: Part, session: Session) {
    defineInner('hs-filter-bar', FilterBarElement);
    this.#session = session;
    this.watched = [session.search, session.connection, session.writing];
  }

  render(strings: SearchStrings): TemplateResult {
    const { search } = this.#session;
    const { filters, sort, order, searchBy } = search.state;
    return html`<hs-filter-bar
      part="filter-bar"
      exportparts=${INNER_PARTS}
      .strings=${strings}
      .facets=${this.#facets()}
      .filters=${filters}
      .sort=${sort}
      .order=${order}
      .searchBy=${searchBy}
      .browsing=${search.browsing}
      @filters-change=${(event: FiltersChangeEvent) => search.setFilters(event.filters)}
      @sort-change=${(event: SortChangeEvent) => search.setSort(event.sort)}
      @search-by-change=${(event: SearchByChangeEvent) => search.setSearchBy(event.searchBy)}
    ><slot name="summary" slot="summary"></slot><slot></slot></hs-filter-bar>`;
  }

  /** Returns the answer's facets. While browsing, or if nothing matches, returns the store's tags and types instead. */
  #facets(): Partial<Facets> {
    const { search, connection, results } = this.#session;
    const { facets } = search.state;
    const { stats } = connection.state;
    if (!search.browsing && facets && results.ids.length > 0) return facets;
    return stats ? { tags: stats.tags, type: stats.byType } : {};
  }
}
