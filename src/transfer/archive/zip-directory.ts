/** Reads a zip's central directory (PKWARE APPNOTE 6.3.10, §4.3). The rest of the archive needn't be in memory. */
import { ArchiveError, MAX_ENTRIES, safePath } from './limits.ts';

const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
export const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** Covers the longest comment, the end record, and the zip64 locator. */
export const END_SEARCH_BYTES = END_BYTES + 0xffff + LOCATOR_BYTES;

const ENCRYPTED = 1;
const UTF8_NAMES = 0x800;
const ZIP64_EXTRA = 1;
const EXTENDED_TIME_EXTRA = 0x5455;
const HAS_MODIFIED = 1;

export interface ZipEntry {
  path: string;
  /** 0 is stored, 8 is deflated. */
  method: number;
  encrypted: boolean;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
  /** Milliseconds since 1970, in the user's time zone without an extended timestamp. Undefined without a valid date. */
  modified: number | undefined;
}

export interface DirectoryPlace {
  offset: number;
  length: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** `from` is the position of these bytes in the archive. */
export function findDirectory(tail: Uint8Array, from: number): DirectoryPlace | { end64: number } {
  const view = viewOf(tail);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const length = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (offset !== 0xffffffff && length !== 0xffffffff && view.getUint16(at + 10, true) !== 0xffff)
      return { offset, length };
    const locator = at - LOCATOR_BYTES;
    if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) return { offset, length };
    return { end64: bigNumber(view, locator + 8) };
  }
  throw new ArchiveError(from === 0 ? 'not-an-archive' : 'cut-off-archive');
}

/** Reads the zip64 end record, of which it needs the first 56 bytes. */
export function readEnd64(bytes: Uint8Array): DirectoryPlace {
  const view = viewOf(bytes);
  if (bytes.length < 56 || view.getUint32(0, true) !== END64) throw new ArchiveError('damaged-archive');
  return { length: bigNumber(view, 40), offset: bigNumber(view, 48) };
}

function bigNumber(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ArchiveError('damaged-archive');
  return Number(value);
}

/**
 * Adds the files of a piece of the directory to `entries`, without folders. Returns the number of bytes up to the first
 * record that's incomplete, or undefined if the directory ends in this piece.
 */
export function readDirectory(bytes: Uint8Array, entries: ZipEntry[]): number | undefined {
  const view = viewOf(bytes);
  let at = 0;
  while (at + CENTRAL_BYTES <= bytes.length) {
    if (view.getUint32(at, true) !== CENTRAL) return undefined;
    const nameEnd = at + CENTRAL_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > bytes.length) break;
    const flags = view.getUint16(at + 8, true);
    const name = nameText(bytes.subarray(at + CENTRAL_BYTES, nameEnd), (flags & UTF8_NAMES) !== 0);
    const path = safePath(name);
    if (!/[/\\]$/.test(name) && path !== '') {
      entries.push({
        path,
        method: view.getUint16(at + 10, true),
        encrypted: (flags & ENCRYPTED) !== 0,
        modified:
          extendedTime(view, nameEnd, extraEnd) ??
          dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
        crc: view.getUint32(at + 16, true),
        ...sizesOf(view, at, nameEnd, extraEnd),
      });
      if (entries.length > MAX_ENTRIES) throw new ArchiveError('too-many-entries', { most: MAX_ENTRIES });
    }
    at = next;
  }
  return at;
}

/** If a value is the 32-bit maximum, the real one is in the zip64 field. */
function sizesOf(view: DataView, at: number, extra: number, extraEnd: number) {
  const sizes = {
    size: view.getUint32(at + 24, true),
    packedSize: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  for (const { id, start, end } of extraFields(view, extra, extraEnd)) {
    let value = start;
    for (const name of ['size', 'packedSize', 'offset'] as const) {
      if (id !== ZIP64_EXTRA || sizes[name] !== 0xffffffff || value + 8 > end) continue;
      sizes[name] = bigNumber(view, value);
      value += 8;
    }
  }
  return sizes;
}

/** Info-ZIP's extended timestamp is in UTC. Its seconds are signed. */
function extendedTime(view: DataView, extra: number, extraEnd: number): number | undefined {
  for (const { id, start, end } of extraFields(view, extra, extraEnd)) {
    if (id !== EXTENDED_TIME_EXTRA || end - start < 5 || (view.getUint8(start) & HAS_MODIFIED) === 0) continue;
    const seconds = view.getInt32(start + 1, true);
    if (seconds > 0) return seconds * 1_000;
  }
  return undefined;
}

function* extraFields(view: DataView, extra: number, extraEnd: number) {
  for (let field = extra; field + 4 <= extraEnd; ) {
    const start = field + 4;
    const end = start + view.getUint16(field + 2, true);
    yield { id: view.getUint16(field, true), start, end: Math.min(end, extraEnd) };
    field = end;
  }
}

export function dataOffset(header: Uint8Array): number {
  const view = viewOf(header);
  if (header.length < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL) throw new ArchiveError('damaged-file');
  return LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

export const LOCAL_HEADER_BYTES = LOCAL_BYTES;

/** Names without the UTF-8 flag are often UTF-8 anyway. If not, we assume Windows-1252, as on Western PCs. */
function nameText(bytes: Uint8Array, marked: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !marked }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function dosTime(date: number, time: number): number | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  // Programs that don't record a time write the format's first day, so a date in 1980 counts as missing.
  if (month < 1 || month > 12 || day < 1 || year <= 1980) return undefined;
  return new Date(year, month - 1, day, time >> 11, (time >> 5) & 63, 2 * (time & 31)).getTime();
}
