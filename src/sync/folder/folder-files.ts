/** The segments of one folder: listing them, reading them, and appending to the one that this device began. */
import { toHex } from '../../core/bytes/hex.ts';
import { joinBytes } from '../format/text-bytes.ts';
import { encodeLine, type Line, type Operation, readSegment, SEGMENT_HEADER, SEGMENT_SUFFIX } from './segment.ts';

/** Appending copies the file, and programs that sync folders send it again. */
const SEGMENT_BYTES = 512 * 1_024;

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
  #active: Active | null = null;

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  get activeName(): string | null {
    return this.#active?.name ?? null;
  }

  /** In the order of their names. A file that disappears meanwhile is left out. */
  async list(): Promise<SegmentFile[]> {
    const names: string[] = [];
    // The types of some libraries lack the iterator.
    const listing = this.#folder as unknown as { keys(): AsyncIterable<string> };
    for await (const name of listing.keys()) if (name.endsWith(SEGMENT_SUFFIX) && !/^[.~]/.test(name)) names.push(name);
    const files = await Promise.all(names.sort().map((name) => this.#file(name)));
    return files.flatMap((file) => (file ? { name: file.name, size: file.size, modified: file.lastModified } : []));
  }

  /** Null if it isn't a segment, or if another program has it in use. */
  async read(name: string): Promise<Line[] | null> {
    const bytes = await this.bytes(name);
    return bytes && readSegment(bytes);
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = await this.#file(name);
    return file && unlessBusy(file.arrayBuffer().then((bytes) => new Uint8Array(bytes)));
  }

  /**
   * Appends to this device's own segment, and begins a new one if another program touched it. Durable when it resolves.
   *
   * @returns the file, with all of its lines that were appended now
   */
  async append(operations: readonly Operation[]): Promise<{ file: SegmentFile; lines: Line[] }> {
    const active = (await this.#stillOurs()) ?? newSegment();
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

  /** The next line goes to a file that nobody has seen. */
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
    return (await this.#file(active.name))?.size === active.size ? active : null;
  }

  async #file(name: string): Promise<File | null> {
    try {
      return await (await this.#folder.getFileHandle(name)).getFile();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
}

/** Its name has never been used, so that no two devices write one file, not even two copies of one profile. */
function newSegment(): Active {
  const name = toHex(crypto.getRandomValues(new Uint8Array(12)));
  return { name: `${name}${SEGMENT_SUFFIX}`, size: 0, checksum: 0 };
}

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** A file that is being replaced can't be read for a moment. */
function unlessBusy<Value>(read: Promise<Value>): Promise<Value | null> {
  return read.catch((error: unknown) => {
    if (error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)) return null;
    throw error;
  });
}
