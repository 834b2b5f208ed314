/**
 * The shadow of the store (S1): everything needed to build it again when IndexedDB has lost it. One open tail per tab;
 * full tails are sealed into compressed segments; compaction writes the live store as a new base and drops the rest.
 * Sealing, compaction and recovery hold a Web Lock, so that one tab at a time rearranges files.
 * What to restore, and when, is in `recovery-plan.ts` and the store's `recover.ts`.
 */
import type { FileHeader } from './file-header.ts';
import { decodeHeader, HEADER_BYTES } from './file-header.ts';
import { JournalFiles } from './journal-files.ts';
import type { LiveSet } from './live-set.ts';
import { liveSet } from './live-set.ts';
import type { JournalEntry } from './record.ts';
import { decodeFrames, standingEntries } from './record.ts';
import { decodeSegment, writeSegment } from './segment.ts';
import { Tail } from './tail.ts';

/** A tail is read whole at every start and is not compressed: sealed from here on. */
export const SEAL_BYTES = 1024 * 1024;
/** Segments are compacted when they outweigh the base and this: rewriting the base then costs as much as was written. */
const COMPACT_BYTES = 4 * 1024 * 1024;
const COMPACT_SEGMENTS = 32;
/** Waiting for another tab's compaction; a tab that was frozen while it held the lock is not waited for any longer. */
const LOCK_DEADLINE_MS = 10_000;

/** Where a batch went, for `void`. */
export interface Receipt {
  tail: Tail;
  batch: number;
}

/** What the files say without reading the sealed ones: cheap enough for every start. */
export interface Survey {
  /** Of the newest file; undefined for an empty journal. */
  epoch: string | undefined;
  lastSeq: number;
  /** A file could not be read to its end: the next compaction replaces it. */
  damaged: boolean;
}

export interface Contents extends LiveSet {
  epoch: string | undefined;
}

/** The whole store at `seq`, for a base. */
export interface StoreImage {
  epoch: string;
  seq: number;
  entries: JournalEntry[];
}

export class Journal {
  readonly #files: JournalFiles;
  readonly #lockName: string;
  #tail: Tail | undefined;
  #sealedBytes = 0;
  #segments = 0;
  #baseBytes = 0;

  private constructor(files: JournalFiles, store: string) {
    this.#files = files;
    this.#lockName = `hybrid-search/journal/${store}`;
  }

  static async open(store: string): Promise<Journal> {
    return new Journal(await JournalFiles.open(store), store);
  }

  /** Runs `work` while no other tab rearranges the journal. Not reentrant. Errors: TimeoutError behind a frozen holder. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(LOCK_DEADLINE_MS);
    return (await navigator.locks.request(this.#lockName, { signal }, work)) as T;
  }

  /** The epoch for which this tab appends; undefined before `begin`. */
  get epoch(): string | undefined {
    return this.#tail?.epoch;
  }

  /** Stored bytes of the newest survey's base. */
  get baseBytes(): number {
    return this.#baseBytes;
  }

  get wantsSealing(): boolean {
    return (this.#tail?.size ?? 0) > SEAL_BYTES;
  }

  get wantsCompaction(): boolean {
    return this.#segments > COMPACT_SEGMENTS || this.#sealedBytes > Math.max(COMPACT_BYTES, this.#baseBytes);
  }

  /** Call within `exclusively`. */
  async survey(): Promise<Survey> {
    const survey: Survey = { epoch: undefined, lastSeq: -1, damaged: false };
    this.#sealedBytes = 0;
    this.#segments = 0;
    this.#baseBytes = 0;
    for (const name of await this.#files.list()) {
      const { header, entries, damaged } = await this.#inspect(name);
      survey.damaged ||= damaged;
      if (!header) continue;
      if (header.kind === 'base') this.#baseBytes = header.contentLength;
      if (header.kind === 'segment') {
        this.#segments++;
        this.#sealedBytes += header.contentLength;
      }
      const seq = header.kind === 'tail' ? lastOf(entries) : header.seq;
      if (seq > survey.lastSeq) Object.assign(survey, { epoch: header.epoch, lastSeq: seq });
    }
    return { ...survey, lastSeq: Math.max(0, survey.lastSeq) };
  }

  /** Everything the files hold of the newest epoch. Call within `exclusively`. */
  async contents(): Promise<Contents> {
    const { epoch } = await this.survey();
    let base: { seq: number; entries: JournalEntry[] } = { seq: 0, entries: [] };
    const later: JournalEntry[] = [];
    for (const name of await this.#files.list()) {
      const { header, entries } = await this.#inspect(name);
      if (!header || header.epoch !== epoch) continue;
      if (header.kind === 'tail') {
        later.push(...entries);
        continue;
      }
      const bytes = await this.#files.read(name);
      const sealed = bytes && (await decodeSegment(bytes));
      if (!sealed) continue;
      // An older base left by an interrupted compaction still helps where the newest is damaged.
      if (header.kind === 'base' && header.seq >= base.seq) base = { seq: header.seq, entries: sealed };
      else if (header.kind === 'segment') for (const entry of sealed) later.push(entry);
    }
    return { epoch, ...liveSet({ baseSeq: base.seq, baseEntries: base.entries, laterEntries: later }) };
  }

  /** Takes an orphaned tail as this tab's own, or a new one, and seals other orphans. Call within `exclusively`. */
  async begin(epoch: string): Promise<void> {
    if (this.#tail) return;
    for (const name of await this.#files.list()) {
      if (!name.startsWith('tail-')) continue;
      const handle = await this.#files.lock(name);
      if (!handle) continue;
      const opened = Tail.reopen(name, handle);
      if (opened && opened.tail.epoch === epoch && !this.#tail) {
        this.#tail = opened.tail;
        continue;
      }
      handle.close();
      if (opened && opened.tail.epoch === epoch && opened.entries.length > 0)
        await this.#writeSegment(epoch, opened.entries);
      if (opened) await this.#files.remove(name);
    }
    this.#tail ??= await this.#newTail(epoch);
  }

  /** Appends one committed or committing batch and flushes it. Errors: those of the file system. */
  append(entries: JournalEntry[]): Receipt {
    const tail = this.#tail;
    if (!tail) throw new DOMException('The journal is not open', 'InvalidStateError');
    return { tail, batch: tail.append(entries) };
  }

  void({ tail, batch }: Receipt): void {
    tail.void(batch);
  }

  /** Moves this tab's tail into a compressed segment. */
  async seal(): Promise<void> {
    await this.exclusively(async () => {
      const old = this.#tail;
      if (!old) return;
      this.#tail = await this.#newTail(old.epoch);
      const entries = old.entries();
      if (entries.length > 0) await this.#writeSegment(old.epoch, entries);
      old.close();
      await this.#files.remove(old.name);
    });
  }

  /** Replaces all files by a base of the store as it is, tails of other open tabs excepted. Call within `exclusively`. */
  async compact(image: () => Promise<StoreImage>, epoch: string): Promise<number> {
    const before = await this.#files.list();
    const old = this.#tail;
    // From here on appends go to a new file; the image, read later, holds everything that the old one has.
    this.#tail = await this.#newTail(epoch);
    const content = await image();
    const base = `base-${randomName()}`;
    await writeSegment(this.#files, base, { kind: 'base', ...content });
    old?.close();
    for (const name of before) await this.#removeCovered(name, content);
    await this.survey();
    return content.seq;
  }

  /** After another tab's compaction: this tab's tail is dropped where a base that is there covers all of it. */
  async dropCovered(): Promise<void> {
    const epoch = this.#tail?.epoch;
    let covered = 0;
    for (const name of await this.#files.list()) {
      if (!name.startsWith('base-')) continue;
      const bytes = await this.#files.read(name);
      const header = bytes && decodeHeader(bytes);
      if (header?.epoch === epoch && bytes && (await decodeSegment(bytes)))
        covered = Math.max(covered, header?.seq ?? 0);
    }
    if (this.#tail && this.#tail.epoch === epoch && this.#tail.lastSeq <= covered) this.#tail.empty();
  }

  /** Whether another tab has a tail open, to which it may be writing. */
  async hasOtherWriters(): Promise<boolean> {
    for (const name of await this.#files.list()) {
      if (!name.startsWith('tail-') || name === this.#tail?.name) continue;
      const handle = await this.#files.lock(name);
      if (!handle) return true;
      handle.close();
    }
    return false;
  }

  /**
   * Empties every file that no other tab holds. Empty, not gone: a start takes an empty file for a damaged one and writes
   * the journal anew, however far this got. Call within `exclusively`.
   */
  async giveUp(): Promise<void> {
    this.close();
    for (const name of await this.#files.list()) {
      const handle = await this.#files.lock(name);
      handle?.truncate(0);
      handle?.flush();
      handle?.close();
    }
  }

  close(): void {
    this.#tail?.close();
    this.#tail = undefined;
  }

  /** Empties this tab's tail, for a store that another tab deletes. */
  dropTail(): void {
    this.#tail?.empty();
  }

  /** Removes every file; what a frozen tab still holds is covered by an empty base, so that it brings nothing back. */
  async destroy(): Promise<void> {
    await this.exclusively(async () => {
      const { epoch, lastSeq } = await this.survey();
      this.close();
      await this.#files.removeAll();
      if (epoch === undefined || (await this.#files.list()).length === 0) return;
      await writeSegment(this.#files, `base-${randomName()}`, { kind: 'base', epoch, seq: lastSeq, entries: [] });
    });
  }

  async #removeCovered(name: string, content: StoreImage): Promise<void> {
    if (!name.startsWith('tail-')) {
      const header = decodeHeader((await this.#files.read(name, HEADER_BYTES)) ?? new Uint8Array());
      if (!header || header.epoch !== content.epoch || header.seq <= content.seq) await this.#files.remove(name);
      return;
    }
    const handle = await this.#files.lock(name);
    if (!handle) return;
    const opened = Tail.reopen(name, handle);
    handle.close();
    if (!opened || opened.tail.epoch !== content.epoch || opened.tail.lastSeq <= content.seq)
      await this.#files.remove(name);
  }

  async #writeSegment(epoch: string, entries: readonly JournalEntry[]): Promise<void> {
    const name = `segment-${randomName()}`;
    const content = { kind: 'segment', epoch, seq: lastOf(entries), entries } as const;
    this.#sealedBytes += await writeSegment(this.#files, name, content);
    this.#segments++;
  }

  async #newTail(epoch: string): Promise<Tail> {
    const name = `tail-${randomName()}`;
    const handle = await this.#files.lock(name, true);
    if (!handle) throw new DOMException('A new journal file is in use', 'NoModificationAllowedError');
    return Tail.create(name, handle, epoch);
  }

  /** Header of a file and, of a tail, its entries; sealed files are not read further. */
  async #inspect(name: string): Promise<{ header: FileHeader | undefined; entries: JournalEntry[]; damaged: boolean }> {
    if (name === this.#tail?.name) {
      const { epoch } = this.#tail;
      const header: FileHeader = {
        kind: 'tail',
        salt: 0,
        compressed: false,
        contentCrc: 0,
        contentLength: 0,
        seq: 0,
        epoch,
      };
      return { header, entries: this.#tail.entries(), damaged: false };
    }
    const isTail = name.startsWith('tail-');
    const bytes = await this.#files.read(name, isTail ? undefined : HEADER_BYTES);
    const header = bytes && decodeHeader(bytes);
    if (!bytes || !header) return { header: undefined, entries: [], damaged: bytes !== undefined };
    if (!isTail) return { header, entries: [], damaged: false };
    const { frames, damaged } = decodeFrames(bytes, header.salt, HEADER_BYTES);
    return { header, entries: standingEntries(frames), damaged };
  }
}

const lastOf = (entries: readonly JournalEntry[]): number =>
  entries.reduce((last, entry) => Math.max(last, entry.seq), 0);

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
