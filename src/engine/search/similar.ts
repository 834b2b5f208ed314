/** Finds the memories nearest in meaning to a given one, using its own vectors as the query. */
import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { nearest } from '../vector/nearest.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

export const DEFAULT_SIMILAR = 10;
export const MAX_SIMILAR = 100;

/**
 * Returns the nearest memories, best first, without the memory itself. `similarity` is a cosine, −1–1.
 *
 * @throws HybridSearchError `mode-unavailable` while the memory has no vector.
 */
export function similarTo(
  at: Ordinal,
  { table, vectors }: { table: MemoryTable; vectors: VectorIndex },
  sees: (row: MemoryRow) => boolean,
  limit: number,
): { id: string; similarity: number }[] {
  const own = vectors.get(at);
  if (own.length === 0) throw new HybridSearchError('mode-unavailable', 'semantic: the memory isn’t embedded yet');
  // The mean of all passages. Each counts the same, whatever its length.
  const query = new Float32Array(vectors.dims);
  for (const vector of own) {
    const scale = 1 / Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
    vector.forEach((component, dimension) => {
      query[dimension]! += component * scale;
    });
  }
  const allowed = new Uint8Array(table.size);
  let count = 0;
  for (let ordinal = 0; ordinal < table.size; ordinal++) {
    const row = table.row(ordinal as Ordinal);
    if (!row || ordinal === at || !sees(row)) continue;
    allowed[ordinal] = 1;
    count++;
  }
  if (count === 0) return [];
  const { similarity } = vectors.scan(query, { size: table.size, allowed, count });
  return nearest(similarity, limit).map((ordinal) => ({
    id: table.row(ordinal)!.id,
    similarity: similarity[ordinal]!,
  }));
}
