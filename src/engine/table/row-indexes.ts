/**
 * Data derived from all rows of the table: built from all of them when first needed or slightly before, and then
 * updated with the rows that were written or removed since. Building it again after every write cost a search of
 * 100,000 memories 60 to 90 ms.
 */
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from './table.ts';

/** What one searcher derives from the rows. */
export interface RowIndexes {
  /**
   * @param start the value without rows
   * @param take replaces what a row contributed before by what it contributes now, if it still exists
   */
  add<Value>(start: () => Value, take: (value: Value, at: Ordinal) => void): () => Value;
  /** Prepares it before it's needed, one or two milliseconds a step. */
  prepare(): Generator<undefined, void, undefined>;
}

const ROWS_A_STEP = 1_000;

export function createRowIndexes(table: MemoryTable): RowIndexes {
  const readers: ((most: number) => boolean)[] = [];
  return {
    add(start, take) {
      const index = createRowIndex(table, start, take);
      readers.push(index.read);
      return index.get;
    },
    *prepare() {
      for (const read of readers) while (!read(ROWS_A_STEP)) yield;
    },
  };
}

interface RowIndex<Value> {
  /** The value for all current rows. */
  get(): Value;
  /** Reads what has changed, and up to `most` of the rows that weren't read yet. False if some are left. */
  read(most: number): boolean;
}

function createRowIndex<Value>(
  table: MemoryTable,
  start: () => Value,
  take: (value: Value, at: Ordinal) => void,
): RowIndex<Value> {
  /** Rows below `end` are included as of `version`. */
  let kept: { version: number; end: number; value: Value } | null = null;

  const read = (most: number): NonNullable<typeof kept> => {
    const { rowsVersion, size } = table;
    if (kept?.version === rowsVersion && kept.end === size) return kept;
    const changed = kept === null ? null : table.changedSince(kept.version);
    const { value, end: from } = kept === null || changed === null ? { value: start(), end: 0 } : kept;
    // If it fails half-way, it's built again.
    kept = null;
    for (const at of new Set(changed)) if (at < from) take(value, at);
    const end = Math.min(size, from + most);
    for (let at = from; at < end; at++) take(value, at as Ordinal);
    kept = { version: rowsVersion, end, value };
    return kept;
  };

  return {
    get: () => read(Number.POSITIVE_INFINITY).value,
    read: (most) => read(most).end === table.size,
  };
}

/** Returns an array of at least this length, with room for the next writes. */
export function longEnough<List extends Uint32Array | Float64Array>(list: List, size: number): List {
  if (list.length >= size) return list;
  const longer = new (list.constructor as new (length: number) => List)(Math.ceil(size * 1.5));
  longer.set(list);
  return longer;
}
