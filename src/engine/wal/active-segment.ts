/**
 * The log file that one tab appends to. After a kill it may end in an incomplete frame, cut off at the next opening.
 */
import type { FileHeader } from './file-header.ts';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import type { Frame, WalEntry } from './frames.ts';
import { decodeFrames, encodeFrame, unabortedEntries } from './frames.ts';
import type { SyncAccessHandle } from './log-files.ts';
import { readFully, writeFully } from './log-files.ts';
import { lastSeqOf } from './replay.ts';

export class ActiveSegment {
  readonly name: string;
  readonly storeId: string;
  readonly #handle: SyncAccessHandle;
  readonly #salt: number;
  #end: number;
  #nextBatch: number;
  /** The batch at the end of the file, and where it begins. */
  #last: { batch: number; start: number } | undefined;
  /** Batches that were neither committed nor aborted yet. */
  readonly #pending = new Set<number>();
  #isClosing = false;
  /** Highest position in the file, 0 if it's empty. */
  lastSeq: number;

  private constructor(
    name: string,
    handle: SyncAccessHandle,
    header: FileHeader,
    frames: readonly Frame[],
    end: number,
  ) {
    this.name = name;
    this.storeId = header.storeId;
    this.#handle = handle;
    this.#salt = header.salt;
    this.#end = end;
    this.#nextBatch = frames.reduce((next, frame) => Math.max(next, frame.batch + 1), 0);
    this.lastSeq = lastSeqOf(unabortedEntries(frames));
  }

  static create(name: string, handle: SyncAccessHandle, storeId: string): ActiveSegment {
    const header: FileHeader = {
      kind: 'active',
      salt: crypto.getRandomValues(new Uint32Array(1))[0]!,
      compressed: false,
      contentCrc: 0,
      contentLength: 0,
      seq: 0,
      storeId,
    };
    handle.truncate(0);
    writeFully(handle, encodeHeader(header), 0);
    handle.flush();
    return new ActiveSegment(name, handle, header, [], HEADER_BYTES);
  }

  /** Returns undefined if the file is damaged, and leaves it unchanged for a repair. */
  static reopen(name: string, handle: SyncAccessHandle): { segment: ActiveSegment; entries: WalEntry[] } | undefined {
    const bytes = readFully(handle);
    const header = decodeHeader(bytes);
    if (header?.kind !== 'active') return undefined;
    const { frames, end, damaged } = decodeFrames(bytes, header.salt, HEADER_BYTES);
    if (damaged) return undefined;
    if (end < bytes.length) {
      handle.truncate(end);
      handle.flush();
    }
    return { segment: new ActiveSegment(name, handle, header, frames, end), entries: unabortedEntries(frames) };
  }

  get size(): number {
    return this.#end;
  }

  /** Returns the number of the batch, which is pending. Don't append after an error: the disk's content is unknown. */
  append(entries: readonly WalEntry[]): number {
    const batch = this.#nextBatch++;
    const stamp = nextStamp();
    this.#put({ kind: 'batch', batch, entries: entries.map((entry) => stamped(entry, stamp)) });
    this.#pending.add(batch);
    for (const entry of entries) this.lastSeq = Math.max(this.lastSeq, entry.seq);
    return batch;
  }

  commit(batch: number): void {
    this.#settle(batch);
  }

  /** Undoes a batch because its transaction didn't commit. Cutting off the last one works on a full disk too. */
  abort(batch: number): void {
    try {
      if (this.#last?.batch === batch) this.#cutOff(this.#last.start);
      else this.#put({ kind: 'abort', batch });
    } finally {
      this.#settle(batch);
    }
  }

  entries(): WalEntry[] {
    return unabortedEntries(decodeFrames(readFully(this.#handle), this.#salt, HEADER_BYTES).frames);
  }

  /** Batches keep their numbers, so that a batch whose transaction is still running can be aborted here. */
  copyFrom(source: ActiveSegment, after: number): void {
    const { frames } = decodeFrames(readFully(source.#handle), source.#salt, HEADER_BYTES);
    this.#nextBatch = source.#nextBatch;
    for (const batch of source.#pending) this.#pending.add(batch);
    const aborted = new Set(frames.flatMap(({ kind, batch }) => (kind === 'abort' ? [batch] : [])));
    for (const frame of frames) {
      if (frame.kind === 'abort' || aborted.has(frame.batch)) continue;
      const entries = frame.entries.filter(({ seq }) => seq > after);
      if (entries.length > 0) this.#put({ ...frame, entries });
    }
    this.lastSeq = lastSeqOf(this.entries());
  }

  empty(): void {
    this.#cutOff(HEADER_BYTES);
    this.lastSeq = 0;
  }

  close(): void {
    this.#handle.close();
  }

  /** Closes the file once no batch is pending. */
  closeWhenSettled(): void {
    this.#isClosing = true;
    if (this.#pending.size === 0) this.close();
  }

  #settle(batch: number): void {
    this.#pending.delete(batch);
    if (this.#isClosing) this.closeWhenSettled();
  }

  #cutOff(end: number): void {
    this.#handle.truncate(end);
    this.#handle.flush();
    this.#end = end;
    this.#last = undefined;
  }

  #put(frame: Frame): void {
    const bytes = encodeFrame(frame, this.#salt, this.#end);
    writeFully(this.#handle, bytes, this.#end);
    this.#handle.flush();
    this.#last = frame.kind === 'batch' ? { batch: frame.batch, start: this.#end } : undefined;
    this.#end += bytes.length;
  }
}

function stamped({ seq, kind, id, crc, body }: WalEntry, stamp: number): WalEntry {
  return { seq, kind, id, crc, body, stamp };
}

/** Milliseconds since 1970. Never decreases while this tab is open, even if the system clock is set back. */
let clock = Date.now();
let readAt = performance.now();

/**
 * Returns the time with a random fraction, so that two tabs don't get the same stamp. If the system clock is set back,
 * each open tab continues from the time it had reached, so the order of batches stays right. A tab that's opened later
 * starts at the lower time. That's safe, because it repairs what a killed tab left before it writes.
 */
function nextStamp(): number {
  const now = performance.now();
  const least = clock + Math.max(now - readAt, 1 / 1024);
  readAt = now;
  clock = Math.max(least, Date.now() + Math.random());
  return clock;
}
