/**
 * The one way by which a search reads whole memories. Those that the last searches read are kept: while somebody types, a
 * keystroke finds most of what the one before found, and reading it from the database was half of an answer at 10,000
 * memories: 1.8 of 3.8 ms, 12 to 27 where the database is busy.
 */
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/table.ts';

/** In the order of `rows`; undefined where a memory was removed meanwhile. */
export type LoadMemories = (rows: readonly Ordinal[]) => Promise<(Memory | undefined)[]>;

/** UTF-16 code units as JSON: some 2 MB at most. */
const MOST_UNITS = 1_000_000;
/** A longer one would put many others out. */
const LONGEST_UNITS = 50_000;

/** A memory is as it was read as long as its row says the same `seq`. */
interface KeptMemory {
  memory: Memory;
  seq: number;
  units: number;
}

export class MemoryLoader {
  readonly #table: Pick<MemoryTable, 'rowsVersion' | 'changedSince' | 'row'>;
  readonly #read: (ids: readonly string[]) => Promise<(Memory | undefined)[]>;
  /** By id; those that were asked for longest ago come first. */
  readonly #kept = new Map<string, KeptMemory>();
  #units = 0;
  #rowsVersion: number;

  constructor(
    table: Pick<MemoryTable, 'rowsVersion' | 'changedSince' | 'row'>,
    read: (ids: readonly string[]) => Promise<(Memory | undefined)[]>,
  ) {
    this.#table = table;
    this.#read = read;
    this.#rowsVersion = table.rowsVersion;
  }

  /**
   * For one search, which reads each memory once, however long: for its duplicates, its answer by words and its fused one. Each
   * reading is a transaction of the database.
   */
  forSearch(): LoadMemories {
    const read = new Map<string, { seq: number; memory: Promise<Memory | undefined> }>();
    return (rows) => {
      this.#forgetOtherLives();
      const wanted = rows.map((at) => this.#table.row(at));
      const missing = new Map<string, { at: Ordinal; seq: number }>();
      wanted.forEach((row, position) => {
        if (row === undefined || read.get(row.id)?.seq === row.seq) return;
        const kept = this.#known(row.id, row.seq);
        if (kept === undefined) missing.set(row.id, { at: rows[position]!, seq: row.seq });
        else read.set(row.id, { seq: row.seq, memory: Promise.resolve(kept) });
      });
      if (missing.size > 0) {
        const memories = this.#load(missing);
        [...missing].forEach(([id, { seq }], position) => {
          read.set(id, { seq, memory: memories.then((list) => list[position]) });
        });
      }
      return Promise.all(wanted.map((row) => (row === undefined ? undefined : read.get(row.id)!.memory)));
    };
  }

  /** For what changes without a change of its row. */
  forget(id: string): void {
    this.#units -= this.#kept.get(id)?.units ?? 0;
    this.#kept.delete(id);
  }

  async #load(wanted: ReadonlyMap<string, { at: Ordinal; seq: number }>): Promise<(Memory | undefined)[]> {
    const memories = await this.#read([...wanted.keys()]);
    [...wanted].forEach(([id, { at, seq }], position) => {
      const memory = memories[position];
      const row = this.#table.row(at);
      // What was written while it was read may be newer or older than this.
      if (memory !== undefined && row?.id === id && row.seq === seq) this.#keep(memory, seq);
    });
    return memories;
  }

  #keep(memory: Memory, seq: number): void {
    // What is long by these alone is not worth writing out.
    if (memory.text.length > LONGEST_UNITS || memory.images !== undefined) return;
    const units = JSON.stringify(memory).length;
    if (units > LONGEST_UNITS) return;
    this.forget(memory.id);
    this.#kept.set(memory.id, { memory, seq, units });
    this.#units += units;
    for (const oldest of this.#kept.keys()) {
      if (this.#units <= MOST_UNITS) return;
      this.forget(oldest);
    }
  }

  /** The one asked for last goes last. */
  #known(id: string, seq: number): Memory | undefined {
    const kept = this.#kept.get(id);
    if (kept?.seq !== seq) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.memory;
  }

  /** Where all rows were made anew, the store may live another life, whose numbers say nothing of those before. */
  #forgetOtherLives(): void {
    const { rowsVersion } = this.#table;
    if (rowsVersion === this.#rowsVersion) return;
    if (this.#table.changedSince(this.#rowsVersion) === null) {
      this.#kept.clear();
      this.#units = 0;
    }
    this.#rowsVersion = rowsVersion;
  }
}
