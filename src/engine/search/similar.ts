/** Finds the memories nearest in meaning to a given one, using its own vectors as the query. */
import { HybridSearchError } from '../../core/errors.ts';
import { type Memory, type MemoryRow, type Ordinal, toRow } from '../../core/record/memory.ts';
import type { SimilarMemory, SimilarOptions } from '../../protocol/engine-values.ts';
import { selector, visibleOrdinal } from '../table/listing.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { nearest } from '../vector/nearest.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

const DEFAULT_SIMILAR = 10;
const MAX_SIMILAR = 100;

export interface SimilarParts {
  readonly table: MemoryTable;
  readonly semantic: { readonly vectors: VectorIndex };
  read(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  now(): number;
}

/** @throws HybridSearchError `invalid-option`; `not-found`; `mode-unavailable` while the memory has no vector */
export async function similarMemories(
  { table, semantic, read, now }: SimilarParts,
  id: string,
  { limit = DEFAULT_SIMILAR, ...options }: SimilarOptions,
): Promise<SimilarMemory[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_SIMILAR) {
    throw new HybridSearchError('invalid-option', `1 to ${MAX_SIMILAR}`, { path: 'limit' });
  }
  const time = now();
  const sees = selector(options, time);
  const at = visibleOrdinal(table, id, options.viewer, time);
  const found = nearestTo(at, table, semantic.vectors, sees, limit);
  const memories = await read(found.map((near) => near.id));
  return found.flatMap(({ similarity }, index) => {
    const memory = memories[index];
    return memory && sees(toRow(memory, 0)) ? [{ memory, similarity }] : [];
  });
}

/** Returns the most similar memories, with a similarity of −1–1. Leaves out the memory itself. */
function nearestTo(
  at: Ordinal,
  table: MemoryTable,
  vectors: VectorIndex,
  sees: (row: MemoryRow) => boolean,
  limit: number,
): { id: string; similarity: number }[] {
  const own = vectors.get(at);
  if (own.length === 0) throw new HybridSearchError('mode-unavailable', 'semantic: the memory isn’t embedded yet');
  // Adds up the passages' vectors, each scaled to unit length, so that all passages count the same.
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
