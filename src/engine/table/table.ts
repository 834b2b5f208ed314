/**
 * The live memories of one engine as dense rows by ordinal: what filters and ranking read without touching storage.
 * Not here: texts (the store), postings (`keyword/`), vectors (`vector/`).
 */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';

/** The live rows as everything but the write path sees them. */
export interface MemoryTable {
  /** Highest ordinal + 1: the length of every dense array. */
  readonly size: number;
  readonly liveCount: number;
  /** Raised by every write and by every change of an index (vectors included): the key of all caches of the search. */
  readonly version: number;
  row(ordinal: Ordinal): MemoryRow | undefined;
  ordinalOf(id: string): Ordinal | undefined;
  /** Targets of the memory's links: `links` and the `[[wiki links]]` of its text. */
  links(ordinal: Ordinal): readonly string[];
  /** Passages of the memory as they were embedded, in chunk order; empty where it has none. */
  chunks(ordinal: Ordinal): readonly { start: number; end: number }[];
}

export interface TableEntry {
  row: MemoryRow;
  /** `links` and the text's wiki links. */
  links: readonly string[];
}

export interface EngineTable extends MemoryTable {
  /** Inserts or replaces; the ordinal of a replaced memory stays. */
  put(entry: TableEntry): Ordinal;
  /** The freed ordinal, or undefined where there was none. */
  remove(id: string): Ordinal | undefined;
  setChunks(ordinal: Ordinal, chunks: readonly { start: number; end: number }[]): void;
  /** A derived index changed: caches of the search are stale. */
  touch(): void;
  clear(): void;
  rows(): IterableIterator<[Ordinal, MemoryRow]>;
  /** Entries by ordinal for the snapshot; `restore` takes them back. */
  dump(): (TableEntry | null)[];
  restore(entries: readonly (TableEntry | null)[]): void;
}

const NO_CHUNKS: readonly { start: number; end: number }[] = [];

export function createTable(): EngineTable {
  let entries: (TableEntry | undefined)[] = [];
  let chunks: (readonly { start: number; end: number }[] | undefined)[] = [];
  let free: Ordinal[] = [];
  const ordinals = new Map<string, Ordinal>();
  let version = 0;

  const clear = (): void => {
    entries = [];
    chunks = [];
    free = [];
    ordinals.clear();
    version++;
  };

  return {
    get size() {
      return entries.length;
    },
    get liveCount() {
      return ordinals.size;
    },
    get version() {
      return version;
    },
    row: (ordinal) => entries[ordinal]?.row,
    ordinalOf: (id) => ordinals.get(id),
    links: (ordinal) => entries[ordinal]?.links ?? [],
    chunks: (ordinal) => chunks[ordinal] ?? NO_CHUNKS,
    put(entry) {
      const { id } = entry.row;
      const ordinal = ordinals.get(id) ?? free.pop() ?? (entries.length as Ordinal);
      ordinals.set(id, ordinal);
      entries[ordinal] = entry;
      version++;
      return ordinal;
    },
    remove(id) {
      const ordinal = ordinals.get(id);
      if (ordinal === undefined) return undefined;
      ordinals.delete(id);
      entries[ordinal] = undefined;
      chunks[ordinal] = undefined;
      free.push(ordinal);
      version++;
      return ordinal;
    },
    setChunks(ordinal, list) {
      chunks[ordinal] = list;
      version++;
    },
    touch() {
      version++;
    },
    clear,
    *rows() {
      for (const ordinal of ordinals.values()) yield [ordinal, entries[ordinal]!.row];
    },
    dump: () => Array.from(entries, (entry) => entry ?? null),
    restore(dumped) {
      clear();
      dumped.forEach((entry, index) => {
        entries.push(entry ?? undefined);
        if (entry) ordinals.set(entry.row.id, index as Ordinal);
        else free.push(index as Ordinal);
      });
    },
  };
}
