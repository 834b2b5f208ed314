import type { ActiveSegment } from './active-segment.ts';
import type { FileKind } from './file-header.ts';
import { decodeHeader, HEADER_BYTES, PREFIX } from './file-header.ts';
import type { WalEntry } from './frames.ts';
import { decodeFrames, unabortedEntries } from './frames.ts';
import { type LogFiles, readFully, type SyncAccessHandle } from './log-files.ts';
import { lastSeqOf } from './replay.ts';
import { decodeSealed, isIntact } from './sealed-file.ts';

export interface Inspected {
  kind: FileKind;
  storeId: string;
  seq: number;
  bytes: number;
  entries: readonly WalEntry[];
}

export class LogReader {
  readonly #files: LogFiles;
  /**
   * Handles of active segments that no other tab has open, kept for `take`. Reading these segments as blobs and locking
   * them later made starts 6 ms longer.
   */
  readonly #held = new Map<string, SyncAccessHandle>();

  constructor(files: LogFiles) {
    this.#files = files;
  }

  /** Reads only the headers of sealed segments and checkpoints. `active` is the segment that this tab has open. */
  async inspect(name: string, active: ActiveSegment | undefined): Promise<{ found?: Inspected; damaged: boolean }> {
    if (name === active?.name) {
      const entries = active.entries();
      const { storeId } = active;
      return { found: { kind: 'active', storeId, seq: lastSeqOf(entries), bytes: 0, entries }, damaged: false };
    }
    const whole = name.startsWith(PREFIX.active);
    const bytes = await this.#read(name, whole);
    const header = bytes && decodeHeader(bytes);
    // A file that has disappeared isn't damaged.
    if (!header) return { damaged: bytes !== undefined };
    const { kind, storeId } = header;
    if (!whole)
      return { found: { kind, storeId, seq: header.seq, bytes: header.contentLength, entries: [] }, damaged: false };
    const { frames, damaged } = decodeFrames(bytes, header.salt, HEADER_BYTES);
    const entries = unabortedEntries(frames);
    return { found: { kind, storeId, seq: lastSeqOf(entries), bytes: 0, entries }, damaged };
  }

  /** Reads through a handle, which takes half as long as through a blob. If `whole` is false, reads only the header. */
  async #read(name: string, whole: boolean): Promise<Uint8Array | undefined> {
    // A file that can't be locked may still be readable.
    const handle = this.#held.get(name) ?? (await this.#files.lock(name).catch(() => undefined));
    if (!handle) return await this.#files.read(name, whole ? undefined : HEADER_BYTES);
    if (whole) this.#held.set(name, handle);
    try {
      return readFully(handle, whole ? undefined : HEADER_BYTES);
    } finally {
      if (!whole) handle.close();
    }
  }

  async take(name: string): Promise<SyncAccessHandle | undefined> {
    const held = this.#held.get(name);
    this.#held.delete(name);
    return held ?? (await this.#files.lock(name));
  }

  closeHeld(): void {
    for (const handle of this.#held.values()) handle.close();
    this.#held.clear();
  }

  /** Returns undefined if the file is gone or damaged. */
  async readSealed(name: string): Promise<WalEntry[] | undefined> {
    const bytes = await this.#files.read(name);
    return bytes && (await decodeSealed(bytes));
  }

  /** Returns the highest position that a valid checkpoint covers, or 0. Ignores those below `lowest`. */
  async checkpointed(storeId: string, lowest: number): Promise<number> {
    let covered = 0;
    for (const name of await this.#files.list()) {
      if (!name.startsWith(PREFIX.checkpoint)) continue;
      // Reads a blob, because an open handle would keep the tab that holds the lock from deleting the file.
      const head = await this.#files.read(name, HEADER_BYTES);
      const header = head && decodeHeader(head);
      if (!header || header.storeId !== storeId || header.seq < lowest || header.seq <= covered) continue;
      const bytes = await this.#files.read(name);
      if (bytes && isIntact(bytes)) covered = header.seq;
    }
    return covered;
  }
}
