/**
 * The live memories of one engine as dense rows by ordinal: what filters and ranking read without touching storage.
 * Not here: texts (the store), postings (`keyword/`), vectors (`vector/`).
 */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import { type PackedChunks, unpackChunks } from './packed-chunks.ts';
import { type PackedRows, packRows } from './packed-rows.ts';

/** The live rows as everything but the write path sees them. */
export interface MemoryTable {
  /** Highest ordinal + 1: the length of every dense array. */
  readonly size: number;
  readonly liveCount: number;
  /** Raised by every write and by every change of an index (vectors included): the key of all caches of the search. */
  readonly version: number;
  /** Raised by every write alone: of what is derived from rows. While notes are embedded a chunk raises `version` each. */
  readonly rowsVersion: number;
  /** Rows written or removed since `rowsVersion` was that, some more than once; null: too many, or all. */
  changedSince(rowsVersion: number): readonly Ordinal[] | null;
  row(ordinal: Ordinal): MemoryRow | undefined;
  /** The version that the row came with; 0 where there is none. */
  writtenAt(ordinal: Ordinal): number;
  ordinalOf(id: string): Ordinal | undefined;
  /** Targets of the memory's links: `links` and the `[[wiki links]]` of its text. */
  links(ordinal: Ordinal): readonly string[];
  /** Passages of the memory as they were embedded, in chunk order; empty where it has none. */
  chunks(ordinal: Ordinal): readonly { start: number; end: number }[];
  hasChunks(ordinal: Ordinal): boolean;
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
  /** No memory has chunks; those set from now on are of this fingerprint. */
  beginChunks(fingerprint: string): void;
  /** As the snapshot has them, under the present fingerprint; whether their vectors are there is not known here. */
  keptChunks(ordinal: Ordinal): PackedChunks | undefined;
  /** Those that were set; undefined where there are none. */
  packedChunks(ordinal: Ordinal): PackedChunks | undefined;
  /** @param packed null: it has none */
  setChunks(ordinal: Ordinal, packed: PackedChunks | null): void;
  /** Lists that were set since the snapshot and are not as it has them. */
  readonly unsavedChunks: number;
  /** A derived index changed: caches of the search are stale. */
  touch(): void;
  clear(): void;
  rows(): IterableIterator<[Ordinal, MemoryRow]>;
  /** All rows for the snapshot. */
  pack(): Uint8Array;
  /** Takes the place of everything. */
  restore(packed: PackedRows): void;
}

const NO_CHUNKS: readonly { start: number; end: number }[] = [];

/** Where the row of an ordinal is. */
const NOWHERE = 0;
const PACKED = 1;
const WRITTEN = 2;

/** Changes remembered at least; whoever comes later looks at all rows. */
const CHANGES_KEPT = 4_096;

export function createTable(): EngineTable {
  /** Rows as a snapshot holds them; those written since are in `entries`. */
  let packed: PackedRows | null = null;
  let place: number[] = [];
  let written: number[] = [];
  let entries: (TableEntry | undefined)[] = [];
  let chunks: (PackedChunks | null)[] = [];
  let fingerprint = '';
  let unsavedChunks = 0;
  let free: Ordinal[] = [];
  /** Null after a start until an id is asked for: few searches do. */
  let byId: Map<string, Ordinal> | null = new Map();
  let count = 0;
  let version = 0;
  let rowsVersion = 0;
  /** The last one left `rowsVersion` as it is, the one before it the one before. */
  let changes: Ordinal[] = [];

  const rowChanged = (ordinal: Ordinal): number => {
    if (changes.length === 2 * CHANGES_KEPT) changes = changes.slice(CHANGES_KEPT);
    changes.push(ordinal);
    rowsVersion++;
    return ++version;
  };

  const rowAt = (ordinal: number): MemoryRow | undefined =>
    place[ordinal] === PACKED ? packed!.row(ordinal) : entries[ordinal]?.row;
  const linksAt = (ordinal: number): readonly string[] =>
    place[ordinal] === PACKED ? packed!.links(ordinal) : (entries[ordinal]?.links ?? []);
  const keptAt = (ordinal: number): PackedChunks | undefined =>
    place[ordinal] === PACKED ? packed!.chunks(ordinal, fingerprint) : undefined;
  const ordinals = (): Map<string, Ordinal> => {
    if (byId === null) {
      byId = new Map();
      for (let at = 0; at < place.length; at++) if (place[at] === PACKED) byId.set(packed!.id(at), at as Ordinal);
    }
    return byId;
  };

  const clear = (): void => {
    packed = null;
    place = [];
    written = [];
    entries = [];
    chunks = [];
    unsavedChunks = 0;
    free = [];
    byId = new Map();
    count = 0;
    changes = [];
    rowsVersion++;
    version++;
  };

  return {
    get size() {
      return place.length;
    },
    get liveCount() {
      return count;
    },
    get version() {
      return version;
    },
    get rowsVersion() {
      return rowsVersion;
    },
    changedSince(since) {
      const first = changes.length - (rowsVersion - since);
      return first < 0 ? null : changes.slice(first);
    },
    row: rowAt,
    writtenAt: (ordinal) => written[ordinal] ?? 0,
    ordinalOf: (id) => ordinals().get(id),
    links: linksAt,
    chunks: (ordinal) => (chunks[ordinal] ? unpackChunks(chunks[ordinal]).chunks : NO_CHUNKS),
    hasChunks: (ordinal) => Boolean(chunks[ordinal]),
    put(entry) {
      const { id } = entry.row;
      const known = ordinals().get(id);
      const ordinal = known ?? free.pop() ?? (place.length as Ordinal);
      if (known === undefined) count++;
      ordinals().set(id, ordinal);
      place[ordinal] = WRITTEN;
      entries[ordinal] = entry;
      written[ordinal] = rowChanged(ordinal);
      return ordinal;
    },
    remove(id) {
      const ordinal = ordinals().get(id);
      if (ordinal === undefined) return undefined;
      ordinals().delete(id);
      count--;
      place[ordinal] = NOWHERE;
      written[ordinal] = 0;
      entries[ordinal] = undefined;
      chunks[ordinal] = null;
      free.push(ordinal);
      rowChanged(ordinal);
      return ordinal;
    },
    beginChunks(next) {
      fingerprint = next;
      chunks = [];
      unsavedChunks = 0;
      version++;
    },
    keptChunks: keptAt,
    packedChunks: (ordinal) => chunks[ordinal] ?? undefined,
    setChunks(ordinal, list) {
      if (list !== null && list !== keptAt(ordinal)) unsavedChunks++;
      chunks[ordinal] = list;
      version++;
    },
    get unsavedChunks() {
      return unsavedChunks;
    },
    touch() {
      version++;
    },
    clear,
    *rows() {
      for (let at = 0; at < place.length; at++) if (place[at] !== NOWHERE) yield [at as Ordinal, rowAt(at)!];
    },
    pack() {
      // Lists that were not taken up yet, or by an engine without the arm never will be, are kept.
      const all = Array.from(place, (where, at) =>
        where === NOWHERE ? null : { row: rowAt(at)!, links: linksAt(at), chunks: chunks[at] ?? keptAt(at) ?? null },
      );
      unsavedChunks = 0;
      return packRows(all, fingerprint, packed?.names);
    },
    restore(rows) {
      clear();
      packed = rows;
      byId = null;
      for (let at = 0; at < rows.size; at++) {
        const there = rows.has(at);
        place.push(there ? PACKED : NOWHERE);
        written.push(there ? version : 0);
        if (there) count++;
        else free.push(at as Ordinal);
      }
    },
  };
}
