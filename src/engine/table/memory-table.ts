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
  /** Highest ordinal + 1, including holes. Arrays by ordinal have this length. */
  readonly size: number;
  readonly liveCount: number;
  /** Incremented by every write and every change of an index, vectors included. The search's caches are keyed by it. */
  readonly version: number;
  /** `version` also changes whenever a memory is embedded. */
  readonly rowsVersion: number;
  /** May repeat a row. Null if the table no longer knows all changes. */
  changedSince(rowsVersion: number): readonly Ordinal[] | null;
  row(ordinal: Ordinal): MemoryRow | undefined;
  ordinalOf(id: string): Ordinal | undefined;
  find(id: string): FoundRow | undefined;
  /** Includes the `[[wiki links]]` of the text. */
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
  put(entry: TableEntry): Ordinal;
  remove(id: string): Ordinal | undefined;
  /** Drops all chunk lists. Those set afterwards have this fingerprint. */
  beginChunks(fingerprint: string): void;
  /** The list's vectors may not exist. */
  snapshotChunks(ordinal: Ordinal): PackedChunks | undefined;
  packedChunks(ordinal: Ordinal): PackedChunks | undefined;
  setChunks(ordinal: Ordinal, packed: PackedChunks | null): void;
  /** Chunk lists that differ from the last snapshot. */
  readonly unsavedChunks: number;
  /** No row may be written until `renumber`. Null if there are few holes, or while `holdOrdinals` is in effect. */
  closeHoles(): Steps<RowsWithoutHoles> | null;
  /** Returns false, and changes nothing, if `holdOrdinals` forbids it or the fingerprint has changed. */
  renumber(closed: RowsWithoutHoles): boolean;
  clear(): void;
  rows(): IterableIterator<[Ordinal, MemoryRow]>;
  pack(): Steps<Uint8Array>;
  restore(packed: PackedRows): void;
}
