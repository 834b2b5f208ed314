/**
 * The tree of a document's revisions. Concurrent writes each add a leaf. All devices choose the same winner among the
 * leaves, as the nodes of a CouchDB cluster do.
 */
import { toHex } from '../../core/bytes/hex.ts';
import { canonicalJson } from '../../core/record/json.ts';
import type { Operation } from './segment.ts';

export interface Node extends Pick<Operation, 'revision' | 'parent' | 'deleted' | 'ancestors'> {
  /** The revision has no fields: it ends a branch that was merged, or removes vectors. */
  readonly isEmpty: boolean;
  /** A compaction dropped the content. */
  readonly isStub: boolean;
}

/** The winner comes first. */
export function leavesOf<Each extends Node>(nodes: ReadonlyMap<string, Each>): Each[] {
  const replaced = new Set([...nodes.values()].flatMap(parentsOf));
  const leaves = [...nodes.values()].filter(({ revision, isStub }) => !isStub && !replaced.has(revision));
  return leaves.sort(
    (a, b) =>
      Number(a.deleted) - Number(b.deleted) ||
      Number(a.isEmpty) - Number(b.isEmpty) ||
      lengthOf(b.revision) - lengthOf(a.revision) ||
      (a.revision < b.revision ? 1 : -1),
  );
}

export const parentsOf = ({ parent, ancestors }: Pick<Node, 'parent' | 'ancestors'>): readonly string[] =>
  parent === null ? ancestors : [parent, ...ancestors];

export function lineageOf<Each extends Node>(
  nodes: ReadonlyMap<string, Each>,
  node: Each,
  isEnd: (node: Each) => boolean = () => false,
): Set<string> {
  const lineage = new Set<string>();
  const left = [...parentsOf(node)];
  for (let revision = left.pop(); revision !== undefined; revision = left.pop()) {
    if (lineage.has(revision)) continue;
    lineage.add(revision);
    const next = nodes.get(revision);
    if (next && !isEnd(next)) left.push(...parentsOf(next));
  }
  return lineage;
}

/** Returns the newest common ancestor whose content is in the folder, or null. */
export function commonAncestor<Each extends Node>(
  nodes: ReadonlyMap<string, Each>,
  one: Each,
  other: Each,
): Each | null {
  const lineage = lineageOf(nodes, one);
  let common: Each | null = null;
  for (const revision of lineageOf(nodes, other)) {
    const node = lineage.has(revision) ? nodes.get(revision) : undefined;
    if (node && !node.isStub && (!common || lengthOf(revision) > lengthOf(common.revision))) common = node;
  }
  return common;
}

/** The same change to the same revision must get the same name on every device. */
export async function revisionOf({
  id,
  parent,
  deleted,
  body,
}: Omit<Operation, 'revision' | 'ancestors'>): Promise<string> {
  const text = canonicalJson([id, parent, deleted, body]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `${(parent === null ? 0 : lengthOf(parent)) + 1}-${toHex(hash, 0, 16)}`;
}

export const lengthOf = (revision: string): number => Number.parseInt(revision, 10);
