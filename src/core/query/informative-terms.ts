/**
 * Reduces a pasted paragraph to its most informative words, by idf times how often they were typed. Words under an
 * operator come first, because they decide what may be found. Words that few memories contain are cheap to look up, so
 * they may exceed the limit. Measured against BM25 of every word: docs/measurements/0002-keyword.md.
 */
import { isFunctionWordAsTyped } from '../text/function-words.ts';
import { MAX_QUERY_TERMS } from './grammar.ts';
import { leavesOf, type ParsedQuery, type QueryNode } from './parsed-query.ts';

const MOST_TERMS = 96;
/** From this idf on, at most one memory in seven (e⁻²) contains the word. */
const SHORT_POSTINGS_IDF = 2;

type Leaf = Extract<QueryNode, { kind: 'word' | 'phrase' }>;

/** The whole text is still embedded. @param idfs 0 if no memory has the word */
export function informativeTerms(
  parsed: ParsedQuery,
  idfs: (words: readonly string[]) => ArrayLike<number>,
): ParsedQuery {
  if (parsed.root === null) return parsed;
  const free = new Map<string, number>();
  const bound: Leaf[] = [];
  sortLeaves(parsed.root, false, (leaf, isBound) => {
    if (isBound) bound.push(leaf);
    else free.set(leaf.text, (free.get(leaf.text) ?? 0) + 1);
  });
  if (free.size + bound.length <= MAX_QUERY_TERMS) return parsed;
  const idfOf = idfs([...free.keys()]);
  const room = Math.max(0, MAX_QUERY_TERMS - bound.length);
  const best = [...free]
    .map(([word, times], at) => ({ word, idf: idfOf[at]!, weight: idfOf[at]! * times }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, Math.max(room, MOST_TERMS - bound.length))
    .filter(({ idf }, at) => at < room || idf >= SHORT_POSTINGS_IDF);
  const bestWords = new Set(best.map(({ word }) => word));
  const kept = new Set(bound.slice(0, MAX_QUERY_TERMS));
  const dropped = new Set(bound.slice(MAX_QUERY_TERMS));
  const root = reduced(parsed.root, (leaf) => kept.has(leaf) || (bestWords.has(leaf.text) && !dropped.has(leaf)));
  const { typed: _typed, ...leaves } = leavesOf(root);
  return { ...parsed, root, ...leaves };
}

export function contentWords({ words }: Pick<ParsedQuery, 'words'>): string[] {
  return words.filter((word) => !isFunctionWordAsTyped(word));
}

/** Phrases, and words under any operator but OR, are bound, and come first. */
function sortLeaves(node: QueryNode, isBound: boolean, take: (leaf: Leaf, isBound: boolean) => void): void {
  switch (node.kind) {
    case 'word':
      take(node, isBound);
      return;
    case 'phrase':
      take(node, true);
      return;
    case 'or':
      for (const child of node.children) sortLeaves(child, isBound, take);
      return;
    case 'and':
      for (const child of node.children) sortLeaves(child, true, take);
      return;
    case 'must':
    case 'not':
    case 'field':
      sortLeaves(node.child, true, take);
  }
}

function reduced(node: QueryNode, isAsked: (leaf: Leaf) => boolean): QueryNode | null {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return isAsked(node) ? node : null;
    case 'or':
    case 'and': {
      const children = node.children.flatMap((child) => reduced(child, isAsked) ?? []);
      return children.length === 0 ? null : { kind: node.kind, children };
    }
    case 'must':
    case 'not':
    case 'field': {
      const child = reduced(node.child, isAsked);
      return child === null ? null : { ...node, child };
    }
  }
}
