/** Lists the words and phrases that `keyword-search.ts` scores. `constraints.ts` decides which memories to exclude. */
import type { QueryNode } from '../../core/query/parsed-query.ts';
import type { FieldLimit } from './postings-reader.ts';

export interface Leaf {
  node: Extract<QueryNode, { kind: 'word' | 'phrase' }>;
  limit: FieldLimit;
  /** The leaf is scored once, with this as a factor. */
  times: number;
}

/** Returns the last word if nothing was typed after it, because it may be unfinished. */
export function unfinishedWord(root: QueryNode, raw: string): QueryNode | null {
  let last: QueryNode = root;
  while (last.kind !== 'word' && last.kind !== 'phrase') {
    // An excluded word isn't completed, and the word before it is finished.
    if (last.kind === 'not') return null;
    last = last.kind === 'must' || last.kind === 'field' ? last.child : (last.children.at(-1) as QueryNode);
  }
  return last.kind === 'word' && /\S$/u.test(raw) && raw.endsWith(last.text) ? last : null;
}

export function leavesOf(root: QueryNode, unfinished: QueryNode | null): Leaf[] {
  const leaves = new Map<string, Leaf>();
  collectLeaves(root, 'all', unfinished, leaves);
  return [...leaves.values()];
}

function collectLeaves(
  node: QueryNode,
  limit: FieldLimit,
  unfinished: QueryNode | null,
  leaves: Map<string, Leaf>,
): void {
  switch (node.kind) {
    case 'word':
    case 'phrase': {
      const key = JSON.stringify([node, limit, node === unfinished]);
      const known = leaves.get(key);
      if (known === undefined) leaves.set(key, { node, limit, times: 1 });
      else if (known.node !== node) known.times += 1;
      return;
    }
    case 'not':
      return;
    case 'must':
      collectLeaves(node.child, limit, unfinished, leaves);
      return;
    case 'field':
      collectLeaves(node.child, 'title', unfinished, leaves);
      return;
    case 'and':
    case 'or':
      for (const child of node.children) collectLeaves(child, limit, unfinished, leaves);
  }
}
