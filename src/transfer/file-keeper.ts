/**
 * Keeps files in the origin private file system, named by their SHA-256. A file gets its name when it's complete,
 * before any memory refers to it. The engine deletes files to which no memory refers any more
 * (`engine/write/kept-files.ts`).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../core/bytes/hex.ts';
import { HybridSearchError } from '../core/errors.ts';
import type { ImportBytes } from '../core/import/report.ts';
import type { FilesPlace } from '../protocol/transfer-api.ts';

const PIECE_BYTES = 1_048_576;
/** Bytes of the quota that stay free for memories. */
const LEFT_FREE = 64 * 1_048_576;

/** Chromium, Firefox and Safari have `move`, but TypeScript's types don't. */
interface MovableFile extends FileSystemFileHandle {
  move(name: string): Promise<void>;
}

type Bytes = Uint8Array<ArrayBuffer>;

export class FileKeeper {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** Returns null if the origin private file system is missing or can't be used. */
  static async open({ folder }: Pick<FilesPlace, 'folder'>): Promise<FileKeeper | null> {
    try {
      let at = await navigator.storage.getDirectory();
      for (const name of folder) at = await at.getDirectoryHandle(name, { create: true });
      return new FileKeeper(at);
    } catch {
      return null;
    }
  }

  /** Returns the file's SHA-256 in hex. Rejects if there's no room, and leaves nothing behind. */
  async keep(file: ImportBytes, signal: AbortSignal): Promise<string> {
    const digest = sha256.create();
    for await (const piece of pieces(file, signal)) digest.update(piece);
    const hash = toHex(digest.digest());
    if (!(await this.read(hash))) await this.write(hash, file.size, pieces(file, signal));
    return hash;
  }

  async read(hash: string): Promise<File | undefined> {
    return this.#folder.getFileHandle(hash).then(
      (handle) => handle.getFile(),
      () => undefined,
    );
  }

  /**
   * Rejects if there's no room, and leaves nothing behind. Hold the lock of `FilesPlace` meanwhile.
   *
   * @param bytes at most how many `content` has
   */
  async write(hash: string, bytes: number, content: AsyncIterable<Bytes>): Promise<void> {
    const { quota, usage = 0 } = (await navigator.storage.estimate?.()) ?? {};
    if (quota !== undefined && quota - usage < bytes + LEFT_FREE) throw new HybridSearchError('quota');
    // Another tab may be keeping the same file.
    const temporary = `${hash}.${crypto.randomUUID()}`;
    const target = (await this.#folder.getFileHandle(temporary, { create: true })) as MovableFile;
    try {
      await writeAll(target, content);
      await target.move(hash);
    } catch (error) {
      await this.#folder.removeEntry(temporary).catch(() => {});
      if (!(await this.read(hash))) throw error;
    }
  }
}

async function writeAll(target: FileSystemFileHandle, content: AsyncIterable<Bytes>): Promise<void> {
  const handle = await target.createSyncAccessHandle();
  try {
    let at = 0;
    for await (const piece of content) {
      if (handle.write(piece, { at }) !== piece.length) throw new HybridSearchError('quota');
      at += piece.length;
    }
    handle.flush();
  } finally {
    handle.close();
  }
}

async function* pieces(file: ImportBytes, signal: AbortSignal): AsyncGenerator<Bytes> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    signal.throwIfAborted();
    yield new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
  }
}
