/** Quoted phrases rank first but exclude nothing, so a misquoted title still finds its memory. `+"phrase"` excludes. */
import type { ParsedQuery, QueryNode } from './parsed-query.ts';

/** Replaces phrases without an operator by their words, for the keyword arm. */
export function softenPhrases(parsed: ParsedQuery): ParsedQuery {
  return parsed.root === null || parsed.phrases.length === 0 ? parsed : { ...parsed, root: soften(parsed.root) };
}

function soften(node: QueryNode): QueryNode {
  if (node.kind === 'or') return { kind: 'or', children: node.children.flatMap(wordsOf) };
  const words = wordsOf(node);
  return words.length === 1 ? words[0]! : { kind: 'or', children: words };
}

function wordsOf(node: QueryNode): QueryNode[] {
  if (node.kind === 'or') return [soften(node)];
  if (node.kind !== 'phrase' || node.field !== undefined) return [node];
  const words = node.text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 ? [node] : words.map((text) => ({ kind: 'word', text, prefix: false }));
}

/** Whether the query has operators that apply to every arm (`-word`, `+word`, NOT, AND, `title:`). */
export function hasOperators(root: QueryNode | null): boolean {
  if (root === null) return false;
  if (root.kind === 'or') return root.children.some(hasOperators);
  return root.kind !== 'word' && (root.kind !== 'phrase' || root.field !== undefined);
}
