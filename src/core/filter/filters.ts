/** The vocabulary of filters (P1) and viewers (P4). Compilation to a predicate is in `predicate.ts`. */
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
  /** Dotted path into `metadata`, as in `project.name`. */
  path?: string;
  /** Accepted for `path`. */
  key?: string;
  operator: MetadataOperator;
  value?: JsonValue;
}

export interface Filters {
  /** Any of these tags; `[]` filters nothing and only switches tag extraction off. */
  tags?: readonly string[];
  /** All of these tags. */
  allTags?: readonly string[];
  type?: string | readonly string[];
  source?: string | readonly string[];
  thread?: string | readonly string[];
  session?: string | readonly string[];
  contentType?: 'text' | 'multimodal';
  /** On `createdAt`, inclusive; a bare date means the whole day in the person's time zone. */
  startDate?: TimeInput;
  endDate?: TimeInput;
  minConfidence?: number;
  metadata?: { [path: string]: JsonValue };
  metadataFilters?: readonly MetadataFilter[];
  /** Only these; `[]` matches nothing. */
  ids?: readonly string[];
  /** Filters nothing: the same as the search option `includeImages`, which wins. */
  includeImages?: boolean;
  /** Further filters that must hold too: what `mergeFilters` makes of two filters on one field. */
  and?: readonly Filters[];
  /** None of these may hold: `{ not: [{ tags: ['work'] }] }` is `-tag:work` of a query. */
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
/** For each facet, value → number of matches; months as `2026-11`. */
export type Facets = { [name in FacetName]: { [value: string]: number } };
