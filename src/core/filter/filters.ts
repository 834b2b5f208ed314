/** The types of filters and viewers. `predicate.ts` compiles them. */
import type { JsonValue, TimeInput } from '../record/memory.ts';

export const METADATA_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'exists',
  'not_exists',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'is_null',
  'is_not_null',
  'array_contains',
] as const;
export type MetadataOperator = (typeof METADATA_OPERATORS)[number];

export interface MetadataFilter {
  /** Dotted path into `metadata`, such as `project.name`. */
  path?: string;
  /** Another name for `path`. */
  key?: string;
  operator: MetadataOperator;
  value?: JsonValue;
}

export interface Filters {
  /** Any of these tags. `[]` filters nothing, but turns off reading tags from the query. */
  tags?: readonly string[];
  /** All of these tags. */
  allTags?: readonly string[];
  type?: string | readonly string[];
  source?: string | readonly string[];
  thread?: string | readonly string[];
  session?: string | readonly string[];
  contentType?: 'text' | 'multimodal';
  /** Compares `createdAt`, inclusive. A bare date means the whole day in the person's time zone. */
  startDate?: TimeInput;
  endDate?: TimeInput;
  minConfidence?: number;
  metadata?: { [path: string]: JsonValue };
  metadataFilters?: readonly MetadataFilter[];
  /** Only these ids. `[]` matches nothing. */
  ids?: readonly string[];
  /** Filters nothing. Same as the search option `includeImages`, which wins. */
  includeImages?: boolean;
  /** Further filters that have to match too. `mergeFilters` uses it to combine two filters on one field. */
  and?: readonly Filters[];
  /** None of these may match: `{ not: [{ tags: ['work'] }] }` is the query's `-tag:work`. */
  not?: readonly Filters[];
}

export interface Viewer {
  id: string;
  context: 'direct' | 'channel' | 'group';
  group?: string;
  channel?: string;
}

export const FACET_NAMES = ['tags', 'type', 'source', 'month'] as const;
export type FacetName = (typeof FACET_NAMES)[number];
/** For each facet, the number of matches by value. Months look like `2026-11`. */
export type Facets = { [name in FacetName]: { [value: string]: number } };
