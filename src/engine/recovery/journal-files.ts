/**
 * The journal's folder in the origin private file system: listing, whole-file reading, atomic writing of sealed files,
 * exclusive handles for open tails. What the files hold is not decided here.
 */
import { fileNameOf } from '../store/store-name.ts';

const ROOT = 'hybrid-search-journal';
/** A file that its tab appends to between being opened and being read is not readable then, and is a moment later. */
const READS = 5;

export type SyncHandle = Pick<
  FileSystemSyncAccessHandle,
  'read' | 'write' | 'flush' | 'truncate' | 'getSize' | 'close'
>;

export class JournalFiles {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  static async open(store: string): Promise<JournalFiles> {
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle(ROOT, { create: true });
    return new JournalFiles(await parent.getDirectoryHandle(fileNameOf(store), { create: true }));
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of (this.#folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return names.sort();
  }

  /** The first `length` bytes of a file, or all of it; undefined where it is gone. */
  async read(name: string, length?: number): Promise<Uint8Array | undefined> {
    for (let attempt = 1; attempt <= READS; attempt++) {
      try {
        const file = await (await this.#folder.getFileHandle(name)).getFile();
        return new Uint8Array(await file.slice(0, length ?? file.size).arrayBuffer());
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'NotReadableError')) return undefined;
      }
    }
    return undefined;
  }

  /** An exclusive handle; undefined while another tab holds the file. */
  async lock(name: string, create = false): Promise<SyncHandle | undefined> {
    try {
      const file = await this.#folder.getFileHandle(name, { create });
      return await file.createSyncAccessHandle();
    } catch (error) {
      const inUse = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (inUse || (!create && error instanceof DOMException && error.name === 'NotFoundError')) return undefined;
      throw error;
    }
  }

  /** Removes a file; one that another tab holds stays, and false is returned. */
  async remove(name: string): Promise<boolean> {
    try {
      await this.#folder.removeEntry(name);
      return true;
    } catch {
      return false;
    }
  }

  async removeAll(): Promise<void> {
    for (const name of await this.list()) await this.remove(name);
  }
}

/** Writes all of `bytes` at `at`. Errors: what the file system throws, or QuotaExceededError for a short write. */
export function writeFully(handle: SyncHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = handle.write(bytes, { at });
  if (written !== bytes.length) throw new DOMException('The disk is full', 'QuotaExceededError');
}

export function readFully(handle: SyncHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(handle.getSize());
  const read = handle.read(bytes, { at: 0 });
  return bytes.subarray(0, read);
}
