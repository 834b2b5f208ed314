/** The parsed query: what `parse.ts` makes of the text and every later stage reads (DESIGN K5). */
import type { Filters } from '../filter/filters.ts';
import type { QueryClass } from '../results/response.ts';

export type QueryNode =
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'phrase'; text: string; field?: 'title' }
  | { kind: 'field'; field: 'title'; child: QueryNode }
  | { kind: 'must'; child: QueryNode }
  | { kind: 'not'; child: QueryNode }
  | { kind: 'and'; children: QueryNode[] }
  | { kind: 'or'; children: QueryNode[] };

export interface ParsedQuery {
  /** As typed, capped. */
  raw: string;
  /** Null where nothing is left to match by keyword. */
  root: QueryNode | null;
  /** From `tag:` `type:` `source:` `thread:` `session:` `before:` `after:` `has:`; added to the caller's filters. */
  filters: Filters;
  /** Filters as read, for display. */
  filterTerms: { field: string; value: string }[];
  /** Words and phrases in typed order, without operators, filters and exclusions: what is embedded. */
  semanticText: string;
  words: string[];
  phrases: string[];
  excluded: string[];
  required: string[];
  literal: string[];
  blank: boolean;
}

/** DESIGN F5. */
export interface QueryClassification {
  class: QueryClass;
  /** Distinct identifiers and quoted phrases, folded. */
  identifiers: string[];
  /** Identifiers and rare words, folded. */
  anchors: string[];
  /** At least a third of the meaningful words are identifiers, or a phrase is quoted. */
  identifierQuery: boolean;
  /** Nothing but identifiers: keywords alone answer, and no embedding is paid for. */
  pureIdentifier: boolean;
}
