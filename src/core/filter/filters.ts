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
  /** Matches any of these tags. `[]` filters nothing, but keeps the query's words from being read as tags. */
  tags?: readonly string[];
  /** Matches only if all of these tags are there. */
  allTags?: readonly string[];
  type?: string | readonly string[];
  source?: string | readonly string[];
  thread?: string | readonly string[];
  session?: string | readonly string[];
  contentType?: 'text' | 'multimodal';
  /** Compares `createdAt`, inclusive. A bare date means the whole day in the user's time zone. */
  startDate?: TimeInput;
  endDate?: TimeInput;
  minConfidence?: number;
  metadata?: { [path: string]: JsonValue };
  metadataFilters?: readonly MetadataFilter[];
  /** Matches only these ids. `[]` matches nothing. */
  ids?: readonly string[];
  /** Doesn't filter. It's the same as the search option `includeImages`, which takes precedence. */
  includeImages?: boolean;
  /** Further filters that must match too. At most 1,000 conditions in all. */
  and?: readonly Filters[];
  /** Filters that must not match: `{ not: [{ tags: ['work'] }] }` is the query's `-tag:work`. */
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
/** For each facet, the number of matches per value. Months look like `2026-11`. */
export type Facets = { [name in FacetName]: { [value: string]: number } };
