/**
 * Caches the memories that the last searches read, because each keystroke mostly finds the same ones. With 10,000
 * memories, reading them took half of an answer's time (1.8 of 3.8 ms), and 12 to 27 ms while the database was busy.
 */
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';

/** Returns memories in the order of `rows`, undefined for those removed in the meantime. */
export type LoadMemories = (rows: readonly Ordinal[]) => Promise<(Memory | undefined)[]>;

/** Limit of the cache in UTF-16 code units of JSON, about 2 MB. */
const MOST_UNITS = 1_000_000;
/** Each longer memory would displace many others. */
const LONGEST_UNITS = 50_000;

/** A cached memory is current as long as its row has the same `seq`. */
interface KeptMemory {
  memory: Memory;
  seq: number;
  units: number;
}

export class MemoryLoader {
  readonly #table: Pick<MemoryTable, 'rowsVersion' | 'changedSince' | 'row'>;
  readonly #read: (ids: readonly string[]) => Promise<(Memory | undefined)[]>;
  /** The least recently used come first. */
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

  /** A loader serves one search. It reads each memory only once, because each read is a database transaction. */
  forSearch(): LoadMemories {
    const read = new Map<string, { seq: number; memory: Promise<Memory | undefined> }>();
    return (rows) => {
      this.#clearIfRebuilt();
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

  /** Call it after a change to a memory that didn't change its row. */
  forget(id: string): void {
    this.#units -= this.#kept.get(id)?.units ?? 0;
    this.#kept.delete(id);
  }

  async #load(wanted: ReadonlyMap<string, { at: Ordinal; seq: number }>): Promise<(Memory | undefined)[]> {
    const memories = await this.#read([...wanted.keys()]);
    [...wanted].forEach(([id, { at, seq }], position) => {
      const memory = memories[position];
      const row = this.#table.row(at);
      // If the row was written during the read, the memory may be newer or older than this `seq` says.
      if (memory !== undefined && row?.id === id && row.seq === seq) this.#keep(memory, seq);
    });
    return memories;
  }

  #keep(memory: Memory, seq: number): void {
    // A memory with a long text or images is too large anyway, so its size in JSON isn't computed.
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

  #known(id: string, seq: number): Memory | undefined {
    const kept = this.#kept.get(id);
    if (kept?.seq !== seq) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.memory;
  }

  /** If the table no longer knows what changed, the same `seq` may mean another version. */
  #clearIfRebuilt(): void {
    const { rowsVersion } = this.#table;
    if (rowsVersion === this.#rowsVersion) return;
    if (this.#table.changedSince(this.#rowsVersion) === null) {
      this.#kept.clear();
      this.#units = 0;
    }
    this.#rowsVersion = rowsVersion;
  }
}
