import type { Filters } from '../filter/filters.ts';

export type QueryNode =
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'phrase'; text: string; field?: 'title' }
  | { kind: 'field'; field: 'title'; child: QueryNode }
  | { kind: 'must'; child: QueryNode }
  | { kind: 'not'; child: QueryNode }
  | { kind: 'and'; children: QueryNode[] }
  | { kind: 'or'; children: QueryNode[] };

/** The words and phrases of a query by role, in typed order. Only `excluded` may contain duplicates. */
export interface QueryLeaves {
  words: string[];
  phrases: string[];
  excluded: string[];
  required: string[];
}

export interface ParsedQuery extends QueryLeaves {
  raw: string;
  /** Null if nothing is left to match by keyword. */
  root: QueryNode | null;
  filters: Filters;
  /** The filters as they were read, for display. A negated filter's field begins with a dash. */
  filterTerms: { field: string; value: string }[];
  /** This text is embedded: words and phrases in typed order, without operators, filters and exclusions. */
  semanticText: string;
  literal: string[];
  blank: boolean;
}

export type QueryClass = 'identifier' | 'coordinates' | 'name' | 'natural' | 'mixed';

export interface QueryClassification {
  class: QueryClass;
  /** Distinct identifiers and quoted phrases, folded. */
  identifiers: string[];
  rare: string[];
  /** At least a third of the meaningful words are identifiers, or a phrase is quoted. */
  identifierQuery: boolean;
  /** If keywords find anything, such a query isn't embedded. */
  pureIdentifier: boolean;
}

type Role = 'plain' | 'required' | 'excluded';

/** `typed` has all words and phrases that aren't excluded, in typed order. Only plain words can occur twice in it. */
export function leavesOf(root: QueryNode | null): QueryLeaves & { typed: string[] } {
  const words = new Set<string>();
  const phrases = new Set<string>();
  const excluded: string[] = [];
  const required = new Set<string>();
  const typed: string[] = [];
  const collect = (node: QueryNode, role: Role): void => {
    switch (node.kind) {
      case 'word':
      case 'phrase': {
        if (role === 'excluded') {
          excluded.push(node.text);
          return;
        }
        const list = node.kind === 'word' ? words : phrases;
        if (!list.has(node.text) || (node.kind === 'word' && role === 'plain')) typed.push(node.text);
        list.add(node.text);
        if (role === 'required') required.add(node.text);
        return;
      }
      case 'must':
        collect(node.child, role === 'excluded' ? role : 'required');
        return;
      case 'field':
        collect(node.child, role);
        return;
      case 'not':
        collect(node.child, role === 'excluded' ? 'plain' : 'excluded');
        return;
      case 'and':
      case 'or':
        for (const child of node.children) collect(child, role);
    }
  };
  if (root !== null) collect(root, 'plain');
  return { words: [...words], phrases: [...phrases], excluded, required: [...required], typed };
}
