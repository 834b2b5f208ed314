/**
 * What is derived from the rows of the whole table: made of all of them on first need or a little before, and from then on
 * brought up to date by those that were written or removed since. Made anew after every write it cost a search of 100,000
 * memories 60 to 90 ms.
 */
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from './table.ts';

/** What one searcher derives from the rows. */
export interface RowIndexes {
  /**
   * @param start of no rows
   * @param take puts what the row says now, or that it is gone, in the place of what it said before
   */
  add<Value>(start: () => Value, take: (value: Value, at: Ordinal) => void): () => Value;
  /** Reads ahead of the first need, a millisecond or two a step. */
  prepare(): Generator<undefined, void, undefined>;
}

const ROWS_A_STEP = 1_000;

export function createRowIndexes(table: MemoryTable): RowIndexes {
  const all: { read(most: number): boolean }[] = [];
  return {
    add(start, take) {
      const index = new RowIndex(table, start, take);
      all.push(index);
      return () => index.value;
    },
    *prepare() {
      for (const index of all) while (!index.read(ROWS_A_STEP)) yield;
    },
  };
}

export class RowIndex<Value> {
  readonly #table: MemoryTable;
  readonly #start: () => Value;
  readonly #take: (value: Value, at: Ordinal) => void;
  /** Rows below `end` are taken as they were at `version`. */
  #kept: { version: number; end: number; value: Value } | null = null;

  constructor(table: MemoryTable, start: () => Value, take: (value: Value, at: Ordinal) => void) {
    this.#table = table;
    this.#start = start;
    this.#take = take;
  }

  /** Of all rows as they are. */
  get value(): Value {
    return this.#read(Number.POSITIVE_INFINITY).value;
  }

  /** Takes up what has changed, and of the rows not read yet `most`; false where some are left. */
  read(most: number): boolean {
    return this.#read(most).end === this.#table.size;
  }

  #read(most: number): { version: number; end: number; value: Value } {
    const { rowsVersion, size } = this.#table;
    const kept = this.#kept;
    if (kept?.version === rowsVersion && kept.end === size) return kept;
    const changed = kept === null ? null : this.#table.changedSince(kept.version);
    const { value, end: from } = kept === null || changed === null ? { value: this.#start(), end: 0 } : kept;
    // What fails half-way is made anew.
    this.#kept = null;
    for (const at of new Set(changed)) if (at < from) this.#take(value, at);
    const end = Math.min(size, from + most);
    for (let at = from; at < end; at++) this.#take(value, at as Ordinal);
    this.#kept = { version: rowsVersion, end, value };
    return this.#kept;
  }
}

/** At least so long, with room for what is written next. */
export function longEnough<List extends Uint8Array | Uint32Array | Float64Array>(list: List, size: number): List {
  if (list.length >= size) return list;
  const longer = new (list.constructor as new (length: number) => List)(Math.ceil(size * 1.5));
  longer.set(list);
  return longer;
}
