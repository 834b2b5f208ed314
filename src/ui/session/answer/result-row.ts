import type { Memory } from '../../../core/record/memory.ts';
import type { Hit, Passage } from '../../../core/results/response.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';

/** UTF-16 units of text that a row shows while browsing. */
const BROWSE_PASSAGE = 280;
/** Number of UTF-16 units at the beginning of a text in which to look for its title. */
const LOOKED_AT = 600;

export interface ResultRow {
  id: string;
  memory: Memory;
  passage: Passage;
  hit: Hit | null;
}

const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Returns where the text starts after front matter and after a first line that repeats the title. */
export function bodyStart({ text, title }: Memory): number {
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  const start = /^[\w-]+[ \t]*:/m.test(front) ? front.length : 0;
  const [, before = '', line = ''] = /^(\s*(?:#{1,6}[ \t]+)?)(.*)/.exec(text.slice(start, start + LOOKED_AT)) ?? [];
  if (title === undefined || line.trim() !== title.trim() || line.trim() === '') return start;
  const after = start + before.length + line.length;
  return after + /^\s*/.exec(text.slice(after, after + LOOKED_AT))![0].length;
}

export function rowOfHit(hit: Hit): ResultRow {
  const { id, memory, passage } = hit;
  const start = bodyStart(memory);
  // A passage that's only front matter or title stays, because the match is in it.
  if (passage.start >= start || passage.end <= start) return { id, memory, passage, hit };
  return { id, memory, passage: { ...passage, text: passage.text.slice(start - passage.start), start }, hit };
}

export function rowOfMemory(memory: Memory): ResultRow {
  const start = bodyStart(memory);
  let end = Math.min(memory.text.length, start + BROWSE_PASSAGE);
  // A cut between the halves of a surrogate pair would show a replacement character.
  const last = memory.text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return { id: memory.id, memory, passage: { text: memory.text.slice(start, end), start, end }, hit: null };
}

/** Keeps the pinned row at its index in `previous`, so that a late answer never moves the row that the user is on. */
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
  // If the new answer has too few other rows, earlier rows fill the gap before the pinned one.
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

export function weakNotIn(rows: readonly ResultRow[], weak: readonly ResultRow[]): ResultRow[] {
  const shown = new Set(rows.map((row) => row.id));
  return weak.filter((row) => !shown.has(row.id));
}

/** Rows that aren't part of the answer and stay only so that nothing moves. */
export function placeholderRows(rows: readonly ResultRow[], answered: readonly ResultRow[]): ResultRow[] {
  const ids = new Set(answered.map((row) => row.id));
  return rows.filter((row) => !ids.has(row.id));
}

/** Ranges don't fit a changed text, so the row then shows the beginning of the text. */
export function withMemory(row: ResultRow, memory: Memory): ResultRow {
  if (memory.contentHash === row.memory.contentHash && memory.title === row.memory.title)
    return { ...row, memory, hit: row.hit && { ...row.hit, memory } };
  const { passage } = rowOfMemory(memory);
  return { ...row, memory, passage, hit: row.hit && { ...row.hit, memory, passage, highlights: [] } };
}

/** Placeholder rows aren't in the answer, so their notes are read again. Drops rows whose note is gone. */
export async function refreshPlaceholders(
  client: HybridSearchClient,
  rows: readonly ResultRow[],
  answered: readonly ResultRow[],
): Promise<readonly ResultRow[]> {
  const placeholders = placeholderRows(rows, answered);
  if (placeholders.length === 0) return rows;
  const memories = await Promise.all(placeholders.map((row) => client.get(row.id)));
  const fresh = new Map(placeholders.map((row, i) => [row.id, memories[i]]));
  return rows.flatMap((row) => {
    if (!fresh.has(row.id)) return row;
    const memory = fresh.get(row.id);
    return memory ? withMemory(row, memory) : [];
  });
}
