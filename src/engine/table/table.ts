/** An ordinal is the number of a row. A removed row leaves a hole that isn't filled. `renumber` closes the holes. */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { Steps } from '../../core/steps.ts';
import { type LanguageId, UNKNOWN_LANGUAGE } from '../../core/text/language.ts';
import type { EngineTable, FoundRow, RowsWithoutHoles, TableEntry } from './memory-table.ts';
import { type PackedChunks, unpackChunks } from './packed-chunks.ts';
import { openRows, type PackedEntry, type PackedRows, packRows } from './packed-rows.ts';

const NO_CHUNKS: readonly { start: number; end: number }[] = [];
const NO_LINKS: readonly string[] = [];

const NOWHERE = 0;
const PACKED = 1;
const WRITTEN = 2;

/** Both limits must be reached before holes are closed. */
const MOST_HOLES = 0.25;
const FEWEST_HOLES = 1_024;
/** A reader that's further behind reads all rows. */
const CHANGES_KEPT = 4_096;

export function createTable(fewestHoles = FEWEST_HOLES): EngineTable {
  return new RowTable(fewestHoles);
}

class RowTable implements EngineTable {
  readonly #fewestHoles: number;
  #packed: PackedRows | null = null;
  #place: number[] = [];
  #entries: (TableEntry | undefined)[] = [];
  #chunks: (PackedChunks | null)[] = [];
  #fingerprint = '';
  #unsavedChunks = 0;
  /** Null after `restore` until an id is looked up, because few searches need it. */
  #byId: Map<string, Ordinal> | null = new Map();
  #count = 0;
  #version = 0;
  #rowsVersion = 0;
  /** Oldest first, one for each version up to `#rowsVersion`. */
  #changes: Ordinal[] = [];
  #holders = 0;

  constructor(fewestHoles: number) {
    this.#fewestHoles = fewestHoles;
  }

  get size(): number {
    return this.#place.length;
  }

  get liveCount(): number {
    return this.#count;
  }

  get version(): number {
    return this.#version;
  }

  get rowsVersion(): number {
    return this.#rowsVersion;
  }

  get unsavedChunks(): number {
    return this.#unsavedChunks;
  }

  changedSince(rowsVersion: number): readonly Ordinal[] | null {
    const first = this.#changes.length - (this.#rowsVersion - rowsVersion);
    return first < 0 ? null : this.#changes.slice(first);
  }

  row(ordinal: number): MemoryRow | undefined {
    return this.#place[ordinal] === PACKED ? this.#packed!.row(ordinal) : this.#entries[ordinal]?.row;
  }

  ordinalOf(id: string): Ordinal | undefined {
    return this.#ordinals().get(id);
  }

  find(id: string): FoundRow | undefined {
    const ordinal = this.ordinalOf(id);
    return ordinal === undefined ? undefined : { ordinal, row: this.row(ordinal)! };
  }

  links(ordinal: number): readonly string[] {
    if (this.#place[ordinal] === PACKED) return this.#packed!.links(ordinal);
    return this.#entries[ordinal]?.links ?? NO_LINKS;
  }

  chunks(ordinal: Ordinal): readonly { start: number; end: number }[] {
    const packed = this.#chunks[ordinal];
    return packed ? unpackChunks(packed).chunks : NO_CHUNKS;
  }

  hasChunks(ordinal: Ordinal): boolean {
    return Boolean(this.#chunks[ordinal]);
  }

  language(ordinal: number): LanguageId {
    if (this.#place[ordinal] === PACKED) return this.#packed!.language(ordinal);
    return this.#entries[ordinal]?.language ?? UNKNOWN_LANGUAGE;
  }

  put(entry: TableEntry): Ordinal {
    const { id } = entry.row;
    const known = this.#ordinals().get(id);
    const ordinal = known ?? (this.#place.length as Ordinal);
    if (known === undefined) this.#count++;
    this.#ordinals().set(id, ordinal);
    this.#place[ordinal] = WRITTEN;
    this.#entries[ordinal] = entry;
    this.#rowChanged(ordinal);
    return ordinal;
  }

  remove(id: string): Ordinal | undefined {
    const ordinal = this.#ordinals().get(id);
    if (ordinal === undefined) return undefined;
    this.#ordinals().delete(id);
    this.#count--;
    this.#place[ordinal] = NOWHERE;
    this.#entries[ordinal] = undefined;
    this.#chunks[ordinal] = null;
    this.#rowChanged(ordinal);
    return ordinal;
  }

  beginChunks(fingerprint: string): void {
    this.#fingerprint = fingerprint;
    this.#chunks = [];
    this.#unsavedChunks = 0;
    this.#version++;
  }

  snapshotChunks(ordinal: number): PackedChunks | undefined {
    return this.#place[ordinal] === PACKED ? this.#packed!.chunks(ordinal, this.#fingerprint) : undefined;
  }

  packedChunks(ordinal: Ordinal): PackedChunks | undefined {
    return this.#chunks[ordinal] ?? undefined;
  }

  setChunks(ordinal: Ordinal, packed: PackedChunks | null): void {
    if (packed !== null && packed !== this.snapshotChunks(ordinal)) this.#unsavedChunks++;
    this.#chunks[ordinal] = packed;
    this.#version++;
  }

  clear(): void {
    this.#packed = null;
    this.#place = [];
    this.#entries = [];
    this.#chunks = [];
    this.#unsavedChunks = 0;
    this.#byId = new Map();
    this.#count = 0;
    this.#changes = [];
    this.#rowsVersion++;
    this.#version++;
  }

  *rows(): IterableIterator<[Ordinal, MemoryRow]> {
    for (let at = 0; at < this.#place.length; at++) {
      if (this.#place[at] !== NOWHERE) yield [at as Ordinal, this.row(at)!];
    }
  }

  *pack(): Steps<Uint8Array> {
    const all = Array.from(this.#place, (where, at) => (where === NOWHERE ? null : this.#packable(at)));
    this.#unsavedChunks = 0;
    return yield* packRows(all, this.#fingerprint, this.#packed?.names);
  }

  restore(rows: PackedRows): void {
    this.clear();
    this.#packed = rows;
    this.#byId = null;
    for (let at = 0; at < rows.size; at++) {
      const there = rows.has(at);
      this.#place.push(there ? PACKED : NOWHERE);
      if (there) this.#count++;
    }
  }

  holdOrdinals(): () => void {
    this.#holders++;
    return () => void this.#holders--;
  }

  closeHoles(): Steps<RowsWithoutHoles> | null {
    const holes = this.size - this.#count;
    if (this.#holders > 0 || holes < Math.max(this.#fewestHoles, this.size * MOST_HOLES)) return null;
    return this.#withoutHoles();
  }

  *#withoutHoles(): Steps<RowsWithoutHoles> {
    const fingerprint = this.#fingerprint;
    const ordinals = new Int32Array(this.size).fill(-1);
    const entries = Array.from(this.rows(), ([at], ordinal) => {
      ordinals[at] = ordinal;
      return this.#packable(at);
    });
    const packed = openRows(yield* packRows(entries, fingerprint, this.#packed?.names));
    return { ordinals, packed, fingerprint, chunks: entries.map(({ chunks }) => chunks) };
  }

  renumber({ ordinals, packed, fingerprint, chunks }: RowsWithoutHoles): boolean {
    if (this.#holders > 0 || fingerprint !== this.#fingerprint) return false;
    const before = this.#chunks;
    const unsaved = this.#unsavedChunks;
    this.restore(packed);
    for (const [at, ordinal] of ordinals.entries()) {
      if (ordinal < 0) continue;
      const list = before[at] ?? null;
      // Keeps a list that was set after the rows were packed.
      this.#chunks[ordinal] = list === chunks[ordinal] ? (this.snapshotChunks(ordinal) ?? null) : list;
    }
    this.#unsavedChunks = unsaved;
    return true;
  }

  #rowChanged(ordinal: Ordinal): void {
    if (this.#changes.length === 2 * CHANGES_KEPT) this.#changes = this.#changes.slice(CHANGES_KEPT);
    this.#changes.push(ordinal);
    this.#rowsVersion++;
    this.#version++;
  }

  #ordinals(): Map<string, Ordinal> {
    if (this.#byId === null) {
      this.#byId = new Map();
      for (let at = 0; at < this.#place.length; at++) {
        if (this.#place[at] === PACKED) this.#byId.set(this.#packed!.id(at), at as Ordinal);
      }
    }
    return this.#byId;
  }

  /** An engine without a model never uses its chunk lists, but must keep them. */
  #packable(at: number): PackedEntry {
    return {
      row: this.row(at)!,
      links: this.links(at),
      language: this.language(at),
      chunks: this.#chunks[at] ?? this.snapshotChunks(at) ?? null,
    };
  }
}
