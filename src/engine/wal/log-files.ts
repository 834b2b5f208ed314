/**
 * The log's folder in the origin private file system: listing, whole-file reading, atomic writing of sealed files,
 * exclusive handles for active segments. What the files hold is not decided here.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { Patience } from '../../protocol/deadline.ts';

/** A file that its tab appends to between being opened and being read is not readable then, and is a moment later. */
const READS = 5;
/** Read at once, so that a deadline is of a step and not of a whole checkpoint. */
const PIECE_BYTES = 4 * 1024 * 1024;

export type SyncHandle = Pick<
  FileSystemSyncAccessHandle,
  'read' | 'write' | 'flush' | 'truncate' | 'getSize' | 'close'
>;

export class LogFiles {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** The folder at the end of `path`, which is made where it is missing. */
  static async open(path: readonly string[]): Promise<LogFiles> {
    let folder = await step(navigator.storage.getDirectory());
    for (const name of path) folder = await step(folder.getDirectoryHandle(name, { create: true }));
    return new LogFiles(folder);
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    const listing = (this.#folder as unknown as { keys(): AsyncIterator<string> }).keys();
    for (;;) {
      const { value, done } = await step(listing.next());
      if (done) return names.sort();
      names.push(value);
    }
  }

  /** The first `length` bytes of a file, or all of it; undefined where it is gone. */
  async read(name: string, length?: number): Promise<Uint8Array | undefined> {
    for (let attempt = 1; attempt <= READS; attempt++) {
      try {
        const handle = await step(this.#folder.getFileHandle(name));
        return await readPieces(await step(handle.getFile()), length);
      } catch (error) {
        if (error instanceof HybridSearchError) throw error;
        if (!(error instanceof DOMException && error.name === 'NotReadableError')) return undefined;
      }
    }
    return undefined;
  }

  /** An exclusive handle; undefined while another tab holds the file. */
  async lock(name: string, create = false): Promise<SyncHandle | undefined> {
    try {
      const file = await step(this.#folder.getFileHandle(name, { create }));
      const opening = file.createSyncAccessHandle();
      return await step(opening, () => void opening.then((late) => late.close(), ignore));
    } catch (error) {
      const inUse = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (inUse || (!create && error instanceof DOMException && error.name === 'NotFoundError')) return undefined;
      throw error;
    }
  }

  /** Removes a file; one that another tab holds stays, and false is returned. */
  async remove(name: string): Promise<boolean> {
    try {
      await step(this.#folder.removeEntry(name));
      return true;
    } catch {
      return false;
    }
  }

  async removeAll(): Promise<void> {
    for (const name of await this.list()) await this.remove(name);
  }
}

async function readPieces(file: File, length = file.size): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(length, file.size));
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = file.slice(at, Math.min(at + PIECE_BYTES, bytes.length));
    bytes.set(new Uint8Array(await step(piece.arrayBuffer())), at);
  }
  return bytes;
}

/** The probe asks for a file that isn't there: "not found" is an answer. */
export const filePatience = new Patience('The file system', async () =>
  (await navigator.storage.getDirectory()).getFileHandle('hybrid-search-probe'),
);

/** One question to the file system. Errors: `timeout`. */
function step<T>(work: Promise<T>, onExpire?: () => void): Promise<T> {
  return filePatience.wait(work, onExpire);
}

const ignore = (): void => {};

/** Writes all of `bytes` at `at`. Errors: what the file system throws, or QuotaExceededError for a short write. */
export function writeFully(handle: SyncHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = handle.write(bytes, { at });
  if (written !== bytes.length) throw new DOMException('The disk is full', 'QuotaExceededError');
}

export function readFully(handle: SyncHandle, length = handle.getSize()): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const read = handle.read(bytes, { at: 0 });
  return bytes.subarray(0, read);
}
