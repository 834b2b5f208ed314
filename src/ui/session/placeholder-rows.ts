/** Placeholder rows aren't in the answer, so their notes are read again. Drops rows whose note is gone. */
import type { HybridSearchClient } from '../shared/engine-access.ts';
import { placeholderRows, type ResultRow, withMemory } from './result-row.ts';

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
