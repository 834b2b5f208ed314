/** Reads and writes files in a folder of the origin private file system. Doesn't interpret their content. */
import { HybridSearchError } from '../../core/errors.ts';
import { Patience, unlessAborted } from '../../protocol/deadline.ts';

/** A blob becomes unreadable when another tab appends to its file, so each attempt gets a new blob. */
const READS = 5;
/** Each piece has its own deadline, so a large checkpoint doesn't need a longer one. */
const PIECE_BYTES = 4 * 1024 * 1024;

export type SyncAccessHandle = Pick<
  FileSystemSyncAccessHandle,
  'read' | 'write' | 'flush' | 'truncate' | 'getSize' | 'close'
>;

export class LogFiles {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  static async open(path: readonly string[], create = true): Promise<LogFiles> {
    let folder = await step(navigator.storage.getDirectory());
    for (const name of path) folder = await step(folder.getDirectoryHandle(name, { create }));
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

  /** Returns the first `length` bytes of a file, by default all. Undefined if the file is gone or can't be read. */
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

  async blob(name: string): Promise<File | undefined> {
    return step(this.#folder.getFileHandle(name)).then(
      (handle) => step(handle.getFile()),
      () => undefined,
    );
  }

  /**
   * Returns an exclusive handle. Undefined if another tab has the file open, or it's missing and `create` is false.
   * Errors: the file system's; the signal's reason. Pass a signal to create a file, because on a full disk that may
   * never be answered (Chromium 156, about 1 in 30 times).
   */
  async lock(name: string, create = false, signal?: AbortSignal): Promise<SyncAccessHandle | undefined> {
    let opening: Promise<SyncAccessHandle> | undefined;
    try {
      const file = await step(this.#folder.getFileHandle(name, { create }), signal);
      opening = file.createSyncAccessHandle();
      return await step(opening, signal);
    } catch (error) {
      void opening?.then((late) => late.close(), ignore);
      const inUse = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (inUse || (!create && error instanceof DOMException && error.name === 'NotFoundError')) return undefined;
      throw error;
    }
  }

  /**
   * Writes the header last, so that a half-written file has no valid header. If writing fails, deletes the file.
   * Errors: as `lock`.
   */
  async write(
    name: string,
    header: Uint8Array<ArrayBuffer>,
    content: Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<void> {
    const handle = await this.lock(name, true, signal);
    if (!handle) throw new DOMException('A file of the log is in use', 'NoModificationAllowedError');
    try {
      handle.truncate(0);
      writeFully(handle, content, header.length);
      handle.flush();
      writeFully(handle, header, 0);
      handle.flush();
      handle.close();
    } catch (error) {
      handle.close();
      if (isFullDisk(error) && (await this.#writeExactly(name, [header, content], signal))) return;
      await this.remove(name);
      throw error;
    }
  }

  /**
   * Writes through a stream, which uses only the space that's needed. The file changes only when the stream is closed.
   * For a sync access handle, Chromium reserves the next power of two, at least 1 MB.
   */
  async #writeExactly(
    name: string,
    parts: readonly Uint8Array<ArrayBuffer>[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    let stream: FileSystemWritableFileStream | undefined;
    try {
      const file = await step(this.#folder.getFileHandle(name), signal);
      if (!('createWritable' in file)) return false;
      stream = await step(file.createWritable(), signal);
      for (const part of parts) {
        for (let at = 0; at < part.length; at += PIECE_BYTES) {
          await step(stream.write(part.subarray(at, at + PIECE_BYTES)), signal);
        }
      }
      await step(stream.close(), signal);
      return true;
    } catch {
      if (stream) await step(stream.abort()).catch(ignore);
      return false;
    }
  }

  /** Returns false if it can't, for example because another tab has the file open. */
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

/** Asks for a missing file, because even "not found" proves that the file system answers. */
export const filePatience = new Patience('The file system', async () =>
  (await navigator.storage.getDirectory()).getFileHandle('hybrid-search-probe'),
);

/** Errors: those of `work`; `timeout`; the signal's reason. */
function step<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  return unlessAborted(filePatience.wait(work), signal);
}

const ignore = (): void => {};

export function writeFully(handle: SyncAccessHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = handle.write(bytes, { at });
  if (written !== bytes.length) throw new DOMException('The disk is full', 'QuotaExceededError');
}

export function readFully(handle: SyncAccessHandle, length = handle.getSize()): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const read = handle.read(bytes, { at: 0 });
  return bytes.subarray(0, read);
}

function isFullDisk(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
