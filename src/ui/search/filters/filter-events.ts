import type { Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import type { SearchBy } from '../../session/answer/answer-page.ts';

export class FiltersChangeEvent extends Event {
  static readonly eventName = 'filters-change';
  readonly filters: Filters;

  constructor(filters: Filters) {
    super(FiltersChangeEvent.eventName);
    this.filters = filters;
  }
}

export class SortChangeEvent extends Event {
  static readonly eventName = 'sort-change';
  readonly sort: SortOrder;

  constructor(sort: SortOrder) {
    super(SortChangeEvent.eventName);
    this.sort = sort;
  }
}

export class SearchByChangeEvent extends Event {
  static readonly eventName = 'search-by-change';
  readonly searchBy: SearchBy;

  constructor(searchBy: SearchBy) {
    super(SearchByChangeEvent.eventName);
    this.searchBy = searchBy;
  }
}
