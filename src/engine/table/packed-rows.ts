/** The rows of a snapshot, read in place from bytes. As objects, 100,000 rows took 250 MB, and 700 ms of a start. */
import type { MemoryRow } from '../../core/record/memory.ts';
import type { Steps } from '../../core/steps.ts';
import { type LanguageId, UNKNOWN_LANGUAGE } from '../../core/text/language.ts';
import type { PackedChunks } from './packed-chunks.ts';
import { type ColumnKind, type ColumnReader, openColumn, type PackedColumn, packColumn } from './packed-column.ts';

const MAGIC = 0x4b524f33;
/** Bytes of the magic and the header's length. */
const PREAMBLE = 8;
const ALIGNMENT = 8;
/** Columns in addition to the fields of a row. */
const LINKS = 'links of the text too';
const CHUNKS = 'packed chunks';
const LANGUAGE = 'language of the text';

interface Header {
  /** Highest ordinal + 1. */
  size: number;
  columns: { name: string; kind: ColumnKind; parts: number[] }[];
  fingerprint?: string;
}

export interface PackedRows {
  readonly size: number;
  readonly names: readonly string[];
  has(ordinal: number): boolean;
  id(ordinal: number): string;
  /** Each field is read from the bytes whenever it's used. */
  row(ordinal: number): MemoryRow;
  links(ordinal: number): readonly string[];
  language(ordinal: number): LanguageId;
  /** Returns undefined if the row has none under this fingerprint. */
  chunks(ordinal: number, fingerprint: string): PackedChunks | undefined;
}

const NO_LINKS: readonly string[] = [];

export interface PackedEntry {
  readonly row: MemoryRow;
  readonly links: readonly string[];
  readonly language?: LanguageId;
  readonly chunks?: PackedChunks | null;
}

/** `Object.keys` doesn't list fields of rows from an earlier snapshot (`names`), because they're a class's getters. */
export function* packRows(
  entries: readonly (PackedEntry | null)[],
  fingerprint = '',
  names: readonly string[] = [],
): Steps<Uint8Array> {
  const fields = new Set(names);
  for (const entry of entries) if (entry) for (const name of Object.keys(entry.row)) fields.add(name);
  // A row without an id marks a hole in the ordinals.
  const readers = new Map<string, (entry: PackedEntry) => unknown>();
  for (const name of fields) readers.set(name, ({ row }) => row[name as keyof MemoryRow]);
  readers.set(LINKS, ({ links }) => (links.length > 0 ? links : undefined));
  readers.set(CHUNKS, ({ chunks }) => chunks ?? undefined);
  readers.set(LANGUAGE, ({ language }) => language);
  const columns: ({ name: string } & PackedColumn)[] = [];
  for (const [name, read] of readers) {
    const values = entries.map((entry) => (entry ? read(entry) : undefined));
    columns.push({ name, ...(yield* packColumn(values)) });
  }
  const header: Header = {
    size: entries.length,
    fingerprint,
    columns: columns.map(({ name, kind, parts }) => ({ name, kind, parts: parts.map(({ length }) => length) })),
  };
  const encoded = new TextEncoder().encode(JSON.stringify(header));
  const parts = columns.flatMap((column) => column.parts);
  const bytes = new Uint8Array(
    parts.reduce((sum, { length }) => align(sum + length), align(PREAMBLE + encoded.length)),
  );
  const preamble = new DataView(bytes.buffer);
  preamble.setUint32(0, MAGIC, true);
  preamble.setUint32(4, encoded.length, true);
  bytes.set(encoded, PREAMBLE);
  let at = align(PREAMBLE + encoded.length);
  for (const part of parts) {
    bytes.set(part, at);
    at = align(at + part.length);
  }
  return bytes;
}

/** Keeps a reference to `given` unless it's unaligned. */
export function openRows(given: Uint8Array): PackedRows {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice();
  const preamble = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREAMBLE || preamble.getUint32(0, true) !== MAGIC) throw new Error('no packed rows');
  const length = preamble.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREAMBLE, PREAMBLE + length))) as Header;
  const { size } = header;
  const columns = new Map<string, ColumnReader>();
  let at = align(PREAMBLE + length);
  for (const { name, kind, parts } of header.columns) {
    const views = parts.map((part) => {
      const view = bytes.subarray(at, at + part);
      if (view.length !== part) throw new Error('packed rows end early');
      at = align(at + part);
      return view;
    });
    columns.set(name, openColumn(kind, views, size));
  }
  if (at !== bytes.length) throw new Error('packed rows of another length');
  const id = columns.get('id') ?? (() => undefined);
  const links = columns.get(LINKS);
  columns.delete(LINKS);
  const chunks = columns.get(CHUNKS);
  columns.delete(CHUNKS);
  const language = columns.get(LANGUAGE);
  columns.delete(LANGUAGE);
  const Row = rowClass(columns);
  return {
    size,
    names: [...columns.keys()],
    has: (ordinal) => ordinal < size && id(ordinal) !== undefined,
    id: (ordinal) => id(ordinal) as string,
    row: (ordinal) => new Row(ordinal) as unknown as MemoryRow,
    links: (ordinal) => (links?.(ordinal) as readonly string[] | undefined) ?? NO_LINKS,
    language: (ordinal) => (language?.(ordinal) as LanguageId | undefined) ?? UNKNOWN_LANGUAGE,
    chunks: (ordinal, fingerprint) =>
      fingerprint === header.fingerprint ? (chunks?.(ordinal) as PackedChunks | undefined) : undefined,
  };
}

/** V8 reads a getter of such a class as fast as a property. */
function rowClass(columns: ReadonlyMap<string, ColumnReader>): new (ordinal: number) => object {
  class Row {
    readonly at: number;
    constructor(ordinal: number) {
      this.at = ordinal;
    }
  }
  for (const [name, column] of columns) {
    Object.defineProperty(Row.prototype, name, {
      enumerable: true,
      get(this: Row) {
        return column(this.at);
      },
    });
  }
  return Row;
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
