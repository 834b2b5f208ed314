/** One row of the list, from a search (`Hit`) or from browsing (`Memory`), and how two lists merge. */
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, Passage } from '../../core/results/response.ts';

/** UTF-16 units of text that a row shows while browsing. */
const BROWSE_PASSAGE = 280;

export interface ResultRow {
  id: string;
  memory: Memory;
  passage: Passage;
  hit: Hit | null;
}

export function rowOfHit(hit: Hit): ResultRow {
  return { id: hit.id, memory: hit.memory, passage: hit.passage, hit };
}

export function rowOfMemory(memory: Memory): ResultRow {
  // A cut between the halves of a surrogate pair would show a replacement character.
  let end = Math.min(memory.text.length, BROWSE_PASSAGE);
  const last = memory.text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return { id: memory.id, memory, passage: { text: memory.text.slice(0, end), start: 0, end }, hit: null };
}

/**
 * The order of `next`, with the pinned row at its index in `previous`, so that a late answer never moves the row a
 * person is on. A pinned row that the new answer lacks stays as it was.
 */
export function mergeRows(
  previous: readonly ResultRow[],
  next: readonly ResultRow[],
  pinnedId: string | null,
): ResultRow[] {
  if (pinnedId === null) return [...next];
  const index = previous.findIndex((row) => row.id === pinnedId);
  if (index < 0) return [...next];
  const pinned = next.find((row) => row.id === pinnedId) ?? previous[index]!;
  const others = next.filter((row) => row.id !== pinnedId);
  // If the new answer is too short for the pinned row to keep its position, rows that it lacks fill it up.
  if (others.length < index) {
    const known = new Set(others.map((row) => row.id));
    for (const row of previous.slice(0, index)) {
      if (others.length === index) break;
      if (!known.has(row.id)) others.push(row);
    }
  }
  others.splice(index, 0, pinned);
  return others;
}

/** Leaves out weak rows that are already kept in their place. */
export function weakBeside(rows: readonly ResultRow[], weak: readonly ResultRow[]): ResultRow[] {
  const shown = new Set(rows.map((row) => row.id));
  return weak.filter((row) => !shown.has(row.id));
}

/** Returns the rows that only keep their place and aren't part of the answer. */
export function heldRows(rows: readonly ResultRow[], answered: readonly ResultRow[]): ResultRow[] {
  const ids = new Set(answered.map((row) => row.id));
  return rows.filter((row) => !ids.has(row.id));
}

/**
 * Returns a note's row with its current content. Ranges don't fit another text, so a changed text is shown from its
 * beginning.
 */
export function withMemory(row: ResultRow, memory: Memory): ResultRow {
  if (memory.contentHash === row.memory.contentHash && memory.title === row.memory.title)
    return { ...row, memory, hit: row.hit && { ...row.hit, memory } };
  const { passage } = rowOfMemory(memory);
  return { ...row, memory, passage, hit: row.hit && { ...row.hit, memory, passage, highlights: [] } };
}
