/** Unpacks entries only when they're read. A large one becomes a Blob, which is outside this worker's memory. */
import type { ImportBytes } from '../../core/import/report.ts';
import { crc32 } from './crc32.ts';
import { ArchiveError, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_UNPACKED_BYTES, mostUnpacked } from './limits.ts';
import { memoryBytes } from './memory-bytes.ts';
import { isTarHeader, longName, paxPath, readTarHeader, TAR_BLOCK } from './tar-header.ts';
import {
  CENTRAL_BYTES,
  type DirectoryPlace,
  dataOffset,
  END_SEARCH_BYTES,
  findDirectory,
  LOCAL_HEADER_BYTES,
  readDirectory,
  readEnd64,
  type ZipEntry,
} from './zip-directory.ts';

const DIRECTORY_BYTES = 1_048_576;
const PART_BYTES = 8 * 1_048_576;
/**
 * Archives up to this size are read into memory first. From a Blob, 10,000 entries take a minute, because each entry
 * needs three round trips to the browser process.
 */
const HELD_BYTES = 64 * 1_048_576;
const MAX_NAME_BYTES = 65_536;

export interface ArchiveEntry {
  path: string;
  size: number;
  packedSize: number;
  lastModified?: number;
  /** @throws ArchiveError if the entry can't or mustn't be unpacked */
  open(): Promise<ImportBytes>;
}

/** Includes archives inside the archive. */
export interface UnpackBudget {
  left: number;
}

export const createBudget = (): UnpackBudget => ({ left: MAX_UNPACKED_BYTES });

export function archiveKind(head: Uint8Array): 'zip' | 'tar' | null {
  const mark = head[0] === 0x50 && head[1] === 0x4b;
  if (mark && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))) return 'zip';
  return head.length >= TAR_BLOCK && isTarHeader(head.subarray(0, TAR_BLOCK)) ? 'tar' : null;
}

export async function openArchive(
  file: ImportBytes,
  kind: 'zip' | 'tar',
  budget: UnpackBudget,
): Promise<ArchiveEntry[]> {
  const near = file.size > HELD_BYTES ? file : memoryBytes(new Uint8Array(await file.arrayBuffer()));
  return kind === 'zip' ? zipEntries(near, budget) : tarEntries(near);
}

const bytesAt = async (file: ImportBytes, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

async function zipEntries(file: ImportBytes, budget: UnpackBudget): Promise<ArchiveEntry[]> {
  const from = Math.max(0, file.size - END_SEARCH_BYTES);
  let place = findDirectory(await bytesAt(file, from, file.size), from);
  if ('end64' in place) place = readEnd64(await bytesAt(file, place.end64, place.end64 + 56));
  const entries = await directoryEntries(file, place);
  // A small archive can claim a petabyte if its entries share bytes.
  if (entries.reduce((sum, { packedSize }) => sum + packedSize, 0) > file.size) {
    throw new ArchiveError('overlapping-entries');
  }
  return entries.map((entry) => ({
    path: entry.path,
    size: entry.size,
    packedSize: entry.packedSize,
    ...(entry.modified !== undefined && { lastModified: entry.modified }),
    open: () => unpack(file, entry, budget),
  }));
}

/** Reads piece by piece, so that a directory of up to 256 MB isn't in memory as a whole. */
async function directoryEntries(file: ImportBytes, { offset, length }: DirectoryPlace): Promise<ZipEntry[]> {
  const end = offset + length;
  if (end > file.size) throw new ArchiveError('cut-off-archive');
  if (length > MAX_DIRECTORY_BYTES) throw new ArchiveError('large-directory', { megabytes: MAX_DIRECTORY_BYTES / 1e6 });
  const entries: ZipEntry[] = [];
  for (let at = offset; end - at >= CENTRAL_BYTES; ) {
    const to = Math.min(end, at + DIRECTORY_BYTES);
    const read = readDirectory(await bytesAt(file, at, to), entries);
    if (read === undefined) break;
    if (read === 0) throw new ArchiveError('damaged-archive');
    at += read;
  }
  return entries;
}

async function unpack(file: ImportBytes, entry: ZipEntry, budget: UnpackBudget): Promise<ImportBytes> {
  const { method, offset, packedSize, size, crc } = entry;
  if (entry.encrypted) throw new ArchiveError('encrypted-file');
  if (method !== 0 && method !== 8) throw new ArchiveError('unsupported-compression');
  if (size > mostUnpacked(packedSize)) throw new ArchiveError('implausible-size');
  if (size > budget.left) throw new ArchiveError('archive-too-large', { gigabytes: MAX_UNPACKED_BYTES / 1024 ** 3 });
  const begin = offset + dataOffset(await bytesAt(file, offset, offset + LOCAL_HEADER_BYTES));
  const packed = file.slice(begin, begin + packedSize);
  if (packed.size !== packedSize || (method === 0 && packedSize !== size)) throw new ArchiveError('cut-off-file');
  budget.left -= size;
  if (method === 0) return packed;
  return inflate(packed, size, crc);
}

const FEED_BYTES = 262_144;

async function inflate(packed: ImportBytes, size: number, crc: number): Promise<ImportBytes> {
  const stream = new DecompressionStream('deflate-raw');
  const fed = feed(packed, stream.writable.getWriter());
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  let total = 0;
  let check = 0;
  const reader = stream.readable.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const bytes = read.value as Uint8Array<ArrayBuffer>;
      total += bytes.length;
      if (total > size) throw new ArchiveError('larger-than-stated');
      check = crc32(bytes, check);
      open.push(bytes);
      openBytes += bytes.length;
      if (openBytes < PART_BYTES) continue;
      parts.push(new Blob(open));
      open = [];
      openBytes = 0;
    }
    await fed;
  } catch (error) {
    await reader.cancel().catch(() => {});
    await fed.catch(() => {});
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged-file');
  }
  if (total !== size || check !== crc) throw new ArchiveError('damaged-file');
  return parts.length > 0 ? new Blob([...parts, ...open]) : memoryBytes(joined(open, openBytes));
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function feed(packed: ImportBytes, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  try {
    for (let at = 0; at < packed.size; at += FEED_BYTES) await writer.write(await bytesAt(packed, at, at + FEED_BYTES));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function tarEntries(file: ImportBytes): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  let named: string | undefined;
  for (let at = 0; at + TAR_BLOCK <= file.size; ) {
    const header = readTarHeader(await bytesAt(file, at, at + TAR_BLOCK));
    if (!header) break;
    const begin = at + TAR_BLOCK;
    const end = begin + header.size;
    if (end > file.size) throw new ArchiveError('cut-off-archive');
    at = begin + Math.ceil(header.size / TAR_BLOCK) * TAR_BLOCK;
    if (header.kind === 'pax' || header.kind === 'long-name') {
      const bytes = await bytesAt(file, begin, Math.min(end, begin + MAX_NAME_BYTES));
      named = header.kind === 'pax' ? paxPath(bytes) : longName(bytes);
      continue;
    }
    const path = named ?? header.path;
    named = undefined;
    if (header.kind !== 'file' || path === '') continue;
    entries.push({
      path,
      size: header.size,
      packedSize: header.size,
      ...(header.modified !== undefined && { lastModified: header.modified }),
      open: async () => file.slice(begin, end),
    });
    if (entries.length > MAX_ENTRIES) throw new ArchiveError('too-many-entries', { most: MAX_ENTRIES });
  }
  return entries;
}
