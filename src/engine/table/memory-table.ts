/** What readers see of the rows, and what the write path and the snapshot may change. */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';

import type { Steps } from '../../core/steps.ts';
import type { LanguageId } from '../../core/text/language.ts';
import type { PackedChunks } from './packed-chunks.ts';
import type { PackedRows } from './packed-rows.ts';

export interface FoundRow {
  ordinal: Ordinal;
  row: MemoryRow;
}

export interface MemoryTable {
  /** Highest ordinal + 1, including holes that removed memories left. Arrays by ordinal have this length. */
  readonly size: number;
  readonly liveCount: number;
  /** Incremented by every write and every change of an index, vectors included. The search's caches are keyed by it. */
  readonly version: number;
  /** Incremented only when rows change. `version` also changes whenever a memory is embedded. */
  readonly rowsVersion: number;
  /**
   * Returns the rows written or removed since that `rowsVersion`, some more than once. Null if the table no longer
   * knows all.
   */
  changedSince(rowsVersion: number): readonly Ordinal[] | null;
  row(ordinal: Ordinal): MemoryRow | undefined;
  ordinalOf(id: string): Ordinal | undefined;
  find(id: string): FoundRow | undefined;
  /** Returns the targets of the memory's links: `links` and the `[[wiki links]]` of its text. */
  links(ordinal: Ordinal): readonly string[];
  /** Returns the embedded passages of the memory, in order. Empty if it has none. */
  chunks(ordinal: Ordinal): readonly { start: number; end: number }[];
  hasChunks(ordinal: Ordinal): boolean;
  /** Returns the memory's language, from its `lang` or its text, or `UNKNOWN_LANGUAGE`. */
  language(ordinal: Ordinal): LanguageId;
  /** Prevents `renumber` until the returned function is called. */
  holdOrdinals(): () => void;
}

export interface TableEntry {
  row: MemoryRow;
  links: readonly string[];
  /** Default: unknown. */
  language?: LanguageId;
}

export interface RowsWithoutHoles {
  /** New ordinal of each row by its old one, −1 for a hole. */
  readonly ordinals: Int32Array;
  readonly packed: PackedRows;
  /** Chunk lists by new ordinal, as they were when the rows were packed, and their fingerprint. */
  readonly chunks: readonly (PackedChunks | null | undefined)[];
  readonly fingerprint: string;
}

export interface EngineTable extends MemoryTable {
  /** Inserts a memory with a new ordinal, or replaces it in place. */
  put(entry: TableEntry): Ordinal;
  remove(id: string): Ordinal | undefined;
  /** Drops all chunk lists. Those set afterwards have this fingerprint. */
  beginChunks(fingerprint: string): void;
  /** Returns the snapshot's list for the current fingerprint. Its vectors may not exist. */
  snapshotChunks(ordinal: Ordinal): PackedChunks | undefined;
  packedChunks(ordinal: Ordinal): PackedChunks | undefined;
  setChunks(ordinal: Ordinal, packed: PackedChunks | null): void;
  /** Number of chunk lists that were set since the last snapshot and differ from it. */
  readonly unsavedChunks: number;
  /** Call it when another index has changed, so that the search's caches become stale. */
  invalidate(): void;
  /**
   * Packs the rows without holes, for `renumber`. No row may be written until then. Null if there are few holes, or
   * while `holdOrdinals` is in effect.
   */
  closeHoles(): Steps<RowsWithoutHoles> | null;
  /** Returns false, and changes nothing, if `holdOrdinals` forbids it or the fingerprint has changed. */
  renumber(closed: RowsWithoutHoles): boolean;
  clear(): void;
  rows(): IterableIterator<[Ordinal, MemoryRow]>;
  /** Returns the rows as bytes, as they are at the first step. */
  pack(): Steps<Uint8Array>;
  restore(packed: PackedRows): void;
}
