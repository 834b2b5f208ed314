/**
 * The revisions of one document as a tree. Devices that write at the same time each add a leaf. All of them choose the same
 * winner, as the nodes of a CouchDB cluster do. Pure.
 */
import { toHex } from '../../core/bytes/hex.ts';
import { canonicalJson } from '../../core/record/json.ts';
import type { Operation } from './segment.ts';

export interface Node extends Pick<Operation, 'revision' | 'parent' | 'deleted'> {
  /** It only ends a merged branch, and has no content of its own. */
  readonly isEmpty: boolean;
}

/** Revisions that no other one replaced, the winner first. */
export function leavesOf<Each extends Node>(nodes: ReadonlyMap<string, Each>): Each[] {
  const replaced = new Set([...nodes.values()].map(({ parent }) => parent));
  const leaves = [...nodes.values()].filter(({ revision }) => !replaced.has(revision));
  return leaves.sort(
    (a, b) =>
      Number(a.deleted) - Number(b.deleted) ||
      Number(a.isEmpty) - Number(b.isEmpty) ||
      lengthOf(b.revision) - lengthOf(a.revision) ||
      (a.revision < b.revision ? 1 : -1),
  );
}

/** The newest revision that both come from. Null if it isn't in the folder. */
export function commonOf<Each extends Node>(nodes: ReadonlyMap<string, Each>, one: Each, other: Each): Each | null {
  const lineage = new Set<string>();
  for (let at: Each | undefined = one; at; at = nodes.get(at.parent ?? '')) lineage.add(at.revision);
  for (let at: Each | undefined = other; at; at = nodes.get(at.parent ?? '')) if (lineage.has(at.revision)) return at;
  return null;
}

/** The same change to the same revision has the same name on every device. */
export async function revisionOf({ id, parent, deleted, body }: Omit<Operation, 'revision'>): Promise<string> {
  const text = canonicalJson([id, parent, deleted, body]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `${(parent === null ? 0 : lengthOf(parent)) + 1}-${toHex(hash, 0, 16)}`;
}

const lengthOf = (revision: string): number => Number.parseInt(revision, 10);
