/**
 * The open journal file of one tab: frames are appended and flushed before the write is acknowledged. A torn end, left
 * by a kill, is cut off when the file is opened again.
 */
import type { FileHeader } from './file-header.ts';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import type { SyncHandle } from './journal-files.ts';
import { readFully, writeFully } from './journal-files.ts';
import type { Frame, JournalEntry } from './record.ts';
import { decodeFrames, encodeFrame, standingEntries } from './record.ts';

export class Tail {
  readonly name: string;
  readonly epoch: string;
  readonly #handle: SyncHandle;
  readonly #salt: number;
  #end: number;
  #nextBatch: number;
  /** Highest position inside, 0 when empty. */
  lastSeq: number;

  private constructor(name: string, handle: SyncHandle, header: FileHeader, frames: readonly Frame[], end: number) {
    this.name = name;
    this.epoch = header.epoch;
    this.#handle = handle;
    this.#salt = header.salt;
    this.#end = end;
    this.#nextBatch = frames.reduce((next, frame) => Math.max(next, frame.batch + 1), 0);
    this.lastSeq = standingEntries(frames).reduce((last, entry) => Math.max(last, entry.seq), 0);
  }

  /** A new file behind an empty `handle`. */
  static create(name: string, handle: SyncHandle, epoch: string): Tail {
    const header: FileHeader = {
      kind: 'tail',
      salt: crypto.getRandomValues(new Uint32Array(1))[0]!,
      compressed: false,
      contentCrc: 0,
      contentLength: 0,
      seq: 0,
      epoch,
    };
    handle.truncate(0);
    writeFully(handle, encodeHeader(header), 0);
    handle.flush();
    return new Tail(name, handle, header, [], HEADER_BYTES);
  }

  /** An existing file, its torn end cut off; undefined where it is no sound tail and must be left to a repair. */
  static reopen(name: string, handle: SyncHandle): { tail: Tail; entries: JournalEntry[] } | undefined {
    const bytes = readFully(handle);
    const header = decodeHeader(bytes);
    if (header?.kind !== 'tail') return undefined;
    const { frames, end, damaged } = decodeFrames(bytes, header.salt, HEADER_BYTES);
    if (damaged) return undefined;
    if (end < bytes.length) {
      handle.truncate(end);
      handle.flush();
    }
    return { tail: new Tail(name, handle, header, frames, end), entries: standingEntries(frames) };
  }

  get size(): number {
    return this.#end;
  }

  /**
   * Appends and flushes; returns the number by which the batch can be voided. After an error the file is as before and
   * must not be appended to again: what the disk holds is unknown.
   */
  append(entries: JournalEntry[]): number {
    const batch = this.#nextBatch++;
    this.#put({ kind: 'batch', batch, entries });
    for (const entry of entries) this.lastSeq = Math.max(this.lastSeq, entry.seq);
    return batch;
  }

  /** Takes back a batch whose transaction did not commit. */
  void(batch: number): void {
    this.#put({ kind: 'void', batch });
  }

  entries(): JournalEntry[] {
    return standingEntries(decodeFrames(readFully(this.#handle), this.#salt, HEADER_BYTES).frames);
  }

  /** Drops every frame. */
  empty(): void {
    this.#handle.truncate(HEADER_BYTES);
    this.#handle.flush();
    this.#end = HEADER_BYTES;
    this.lastSeq = 0;
  }

  close(): void {
    this.#handle.close();
  }

  #put(frame: Frame): void {
    const bytes = encodeFrame(frame, this.#salt, this.#end);
    writeFully(this.#handle, bytes, this.#end);
    this.#handle.flush();
    this.#end += bytes.length;
  }
}
