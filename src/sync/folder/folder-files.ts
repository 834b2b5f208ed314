import { toHex } from '../../core/bytes/hex.ts';
import { joinBytes } from '../format/text-bytes.ts';
import { SyncError } from '../sync-error.ts';
import {
  encodeLine,
  type FolderSegment,
  type Line,
  type Operation,
  readSegment,
  SEGMENT_HEADER,
  SEGMENT_SUFFIX,
} from './segment.ts';

/** Larger files get no more lines, because appending copies the whole file, and sync programs send all of it again. */
const SEGMENT_BYTES = 512 * 1_024;
/** A copy of this browser profile may compact a file that's unchanged for a day, so this is less. */
const APPEND_WITHIN_MS = 12 * 3_600_000;

export interface SegmentFile {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
}

interface Active {
  name: string;
  size: number;
  checksum: number;
}

export class FolderFiles {
  readonly #folder: FileSystemDirectoryHandle;
  readonly #device: string;
  #active: Active | null = null;

  /** @param device 16 hexadecimal digits */
  constructor(folder: FileSystemDirectoryHandle, device: string) {
    this.#folder = folder;
    this.#device = device;
  }

  /** Whether this device began the segment, or it's a conflict copy of such a segment. */
  isOwn(name: string): boolean {
    return name.startsWith(`${this.#device}-`);
  }

  get activeName(): string | null {
    return this.#active?.name ?? null;
  }

  list(): Promise<SegmentFile[]> {
    return listSegments(this.#folder);
  }

  /** Returns null if the file is missing, isn't a segment, or is being used by another program. */
  async read(name: string): Promise<FolderSegment | null> {
    const bytes = await this.bytes(name);
    return bytes && readSegment(bytes);
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = await this.#file(name);
    return file && unlessBusy(file.arrayBuffer().then((bytes) => new Uint8Array(bytes)));
  }

  /** The lines are durable when the call resolves. */
  async append(operations: readonly Operation[]): Promise<{ file: SegmentFile; lines: Line[] }> {
    const active = (await this.#stillOurs()) ?? { name: this.#newName(), size: 0, checksum: 0 };
    const parts: Uint8Array[] = active.size === 0 ? [new TextEncoder().encode(SEGMENT_HEADER)] : [];
    let end = active.size + (parts[0]?.length ?? 0);
    let { checksum } = active;
    const lines = operations.map((operation): Line => {
      const line = encodeLine(operation, checksum);
      parts.push(line.bytes);
      ({ checksum } = line);
      const start = end;
      end += line.bytes.length;
      return { ...operation, start, end, checksum };
    });
    const handle = await this.#folder.getFileHandle(active.name, { create: true });
    const writable = await handle.createWritable({ keepExistingData: true });
    await writable.seek(active.size);
    await writable.write(joinBytes(...parts));
    await writable.close();
    this.#active = { name: active.name, size: end, checksum };
    const { lastModified: modified } = await handle.getFile();
    return { file: { name: active.name, size: end, modified }, lines };
  }

  /** Writes a segment and reads it back. @throws SyncError `transport` if the bytes differ */
  async writeNew(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const name = this.#newName();
    const writable = await (await this.#folder.getFileHandle(name, { create: true })).createWritable();
    await writable.write(bytes);
    await writable.close();
    const written = await this.bytes(name);
    if (written?.length === bytes.length && written.every((byte, at) => byte === bytes[at])) return;
    await this.remove(name);
    throw new SyncError('transport', 'A file of the folder was damaged while it was written');
  }

  beginSegment(): void {
    this.#active = null;
  }

  async remove(name: string): Promise<void> {
    await this.#folder.removeEntry(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async #stillOurs(): Promise<Active | null> {
    const active = this.#active;
    if (!active || active.size > SEGMENT_BYTES) return null;
    const file = await this.#file(active.name);
    const isOld = file !== null && Date.now() - file.lastModified > APPEND_WITHIN_MS;
    return file?.size === active.size && !isOld ? active : null;
  }

  /** The name was never used, so no two devices write the same file, not even copies of one profile. */
  #newName(): string {
    return `${this.#device}-${toHex(crypto.getRandomValues(new Uint8Array(12)))}${SEGMENT_SUFFIX}`;
  }

  #file(name: string): Promise<File | null> {
    return fileOf(this.#folder, name);
  }
}

/** Returns the folder's segments, sorted by name. A file that disappears meanwhile is left out. */
export async function listSegments(folder: FileSystemDirectoryHandle): Promise<SegmentFile[]> {
  const names: string[] = [];
  // Some TypeScript libraries lack the iterator.
  const listing = folder as unknown as { keys(): AsyncIterable<string> };
  for await (const name of listing.keys()) if (name.endsWith(SEGMENT_SUFFIX) && !/^[.~]/.test(name)) names.push(name);
  const files = await Promise.all(names.sort().map((name) => fileOf(folder, name)));
  return files.flatMap((file) => (file ? { name: file.name, size: file.size, modified: file.lastModified } : []));
}

async function fileOf(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** Returns null if the file can't be read because another program is replacing it. */
function unlessBusy<Value>(read: Promise<Value>): Promise<Value | null> {
  return read.catch((error: unknown) => {
    if (error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)) return null;
    throw error;
  });
}
