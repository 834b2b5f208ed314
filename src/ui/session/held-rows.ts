/**
 * A row that only holds its place is no part of the answer, so the answer says nothing of what became of it: it is read
 * again, or it would show for good what the note was before it was changed or deleted.
 */
import type { HybridSearchClient } from '../shared/engine-access.ts';
import { heldRows, type ResultRow, withMemory } from './result-row.ts';

export async function asStored(
  client: HybridSearchClient,
  rows: readonly ResultRow[],
  answered: readonly ResultRow[],
): Promise<readonly ResultRow[]> {
  const held = heldRows(rows, answered);
  if (held.length === 0) return rows;
  const memories = await Promise.all(held.map((row) => client.get(row.id)));
  const fresh = new Map(held.map((row, i) => [row.id, memories[i]]));
  return rows.flatMap((row) => {
    if (!fresh.has(row.id)) return row;
    const memory = fresh.get(row.id);
    return memory ? withMemory(row, memory) : [];
  });
}
