/**
 * Each tab appends to its own active segment. A full segment is sealed: it's compressed and gets no more entries. A
 * checkpoint contains the whole live store and replaces older files. Files are rearranged only while a Web Lock is
 * held.
 */
import { toHex } from '../../core/bytes/hex.ts';
import { ActiveSegment } from './active-segment.ts';
import type { FileKind } from './file-header.ts';
import { HEADER_BYTES, PREFIX } from './file-header.ts';
import type { WalEntry } from './frames.ts';
import { withHeartbeatLock } from './heartbeat-lock.ts';
import { LogFiles } from './log-files.ts';
import { type Inspected, LogReader } from './log-reader.ts';
import { lastSeqOf, replay } from './replay.ts';
import { writeSealed } from './sealed-file.ts';
import type {
  HeldLog,
  ImagePosition,
  LogPlace,
  PendingBatch,
  ReplayedLog,
  StoreImage,
  Survey,
  WriteAheadLog,
} from './write-ahead-log.ts';
import { imageOfEntries } from './write-ahead-log.ts';

/**
 * A segment is sealed above this size, because every start reads all of it. For a segment of up to 1 MB, Chromium
 * reserves 1 MB of the quota, for a larger one 2 MB.
 */
const SEAL_BYTES = 768 * 1024;
/** The sealed segments together must be larger than both this and the last checkpoint. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
const CHECKPOINT_SEGMENTS = 32;

/** Errors: those of the file system. */
export async function openLog({ folder, lock }: LogPlace): Promise<WriteAheadLog> {
  return new OpfsLog(await LogFiles.open(folder), lock);
}

class OpfsLog implements WriteAheadLog, HeldLog {
  readonly #files: LogFiles;
  readonly #reader: LogReader;
  readonly #lockName: string;
  #active: ActiveSegment | undefined;
  /** A transaction that began earlier may still abort a batch of the old segment. */
  readonly #replaced = new WeakMap<ActiveSegment, ActiveSegment>();
  #sealedBytes = 0;
  #segments = 0;
  #checkpointBytes = 0;

  constructor(files: LogFiles, lockName: string) {
    this.#files = files;
    this.#reader = new LogReader(files);
    this.#lockName = lockName;
  }

  async exclusively<T>(work: (held: HeldLog) => Promise<T>): Promise<T> {
    return await withHeartbeatLock(this.#lockName, async () => {
      try {
        return await work(this);
      } finally {
        this.#reader.closeHeld();
      }
    });
  }

  get storeId(): string | undefined {
    return this.#active?.storeId;
  }

  get checkpointBytes(): number {
    return this.#checkpointBytes;
  }

  get wantsSealing(): boolean {
    return (this.#active?.size ?? 0) > SEAL_BYTES;
  }

  get wantsCheckpoint(): boolean {
    return (
      this.#segments > CHECKPOINT_SEGMENTS || this.#sealedBytes > Math.max(CHECKPOINT_BYTES, this.#checkpointBytes)
    );
  }

  async survey(): Promise<Survey> {
    const files = await Promise.all((await this.#files.list()).map((name) => this.#reader.inspect(name, this.#active)));
    const sound = files.flatMap(({ found }) => found ?? []);
    const sealed = sound.filter(({ kind }) => kind === 'sealed');
    this.#segments = sealed.length;
    this.#sealedBytes = sealed.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#checkpointBytes = sound.findLast(({ kind }) => kind === 'checkpoint')?.bytes ?? 0;
    const newest = sound.reduce<Inspected | undefined>(
      (best, one) => (best && best.seq >= one.seq ? best : one),
      undefined,
    );
    return {
      storeId: newest?.storeId,
      lastSeq: newest?.seq ?? 0,
      hasKnownDamage: files.some(({ damaged }) => damaged),
    };
  }

  async replay(): Promise<ReplayedLog> {
    const { storeId } = await this.survey();
    let checkpoint: { seq: number; entries: readonly WalEntry[] } = { seq: 0, entries: [] };
    const later: WalEntry[] = [];
    for (const name of await this.#files.list()) {
      const { found } = await this.#reader.inspect(name, this.#active);
      if (!found || found.storeId !== storeId) continue;
      const entries = found.kind === 'active' ? found.entries : await this.#reader.readSealed(name);
      if (!entries) continue;
      // An older checkpoint, left by an interrupted run, still helps if the newest is damaged.
      if (found.kind !== 'checkpoint') for (const entry of entries) later.push(entry);
      else if (found.seq >= checkpoint.seq) checkpoint = { seq: found.seq, entries };
    }
    const content = { checkpointSeq: checkpoint.seq, checkpointEntries: checkpoint.entries, laterEntries: later };
    return { storeId, ...replay(content) };
  }

  async openSegment(storeId: string, signal?: AbortSignal): Promise<void> {
    if (this.#active) return;
    for (const name of await this.#files.list()) {
      if (!name.startsWith(PREFIX.active)) continue;
      const handle = await this.#reader.take(name);
      if (!handle) continue;
      const opened = ActiveSegment.reopen(name, handle);
      const ours = opened?.segment.storeId === storeId;
      if (opened && ours && !this.#active) {
        this.#active = opened.segment;
        continue;
      }
      handle.close();
      if (opened && ours) await this.#writeSealed(storeId, opened.entries, signal);
      if (opened) await this.#files.remove(name);
    }
    this.#active ??= await this.#newActive(storeId, signal);
  }

  append(entries: readonly WalEntry[]): void {
    this.begin(entries).commit();
  }

  begin(entries: readonly WalEntry[]): PendingBatch {
    const segment = this.#active;
    if (!segment) throw new DOMException('The write-ahead log is not open', 'InvalidStateError');
    const batch = segment.append(entries);
    return {
      commit: () => this.#current(segment).commit(batch),
      abort: () => this.#current(segment).abort(batch),
    };
  }

  async seal(signal?: AbortSignal): Promise<void> {
    await this.exclusively(async () => {
      const old = this.#active;
      if (!old) return;
      this.#active = await this.#newActive(old.storeId, signal);
      try {
        await this.#writeSealed(old.storeId, old.entries(), signal);
      } finally {
        old.close();
      }
      await this.#files.remove(old.name);
    });
  }

  async checkpoint(image: () => StoreImage, storeId: string, signal?: AbortSignal): Promise<number> {
    const before = await this.#files.list();
    const old = this.#active;
    // From here on, appends go to a new file. The image is started afterwards, so it contains everything in the old
    // file.
    this.#active = await this.#newActive(storeId, signal);
    try {
      const written = await writeSealed(this.#files, nameOf('checkpoint'), 'checkpoint', image(), signal);
      old?.close();
      for (const name of before) await this.#removeCovered(name, written);
      await this.survey();
      return written.seq;
    } finally {
      old?.close();
    }
  }

  async dropCheckpointed(): Promise<void> {
    const old = this.#active;
    if (!old || old.size === HEADER_BYTES) return;
    const covered = await this.#reader.checkpointed(old.storeId, 0);
    // If the segment was sealed meanwhile or replaced by this tab's own checkpoint, its covered entries are gone
    // already.
    if (covered === 0 || old !== this.#active) return;
    if (old.lastSeq <= covered) return old.empty();
    const next = await this.#newActive(old.storeId);
    try {
      if (old !== this.#active) throw new DOMException('The segment was replaced', 'AbortError');
      next.copyFrom(old, covered);
    } catch (error) {
      next.close();
      await this.#files.remove(next.name);
      throw error;
    }
    this.#active = next;
    this.#replaced.set(old, next);
    old.close();
    await this.#files.remove(old.name);
  }

  async hasOtherWriters(): Promise<boolean> {
    for (const name of await this.#files.list()) {
      if (!name.startsWith(PREFIX.active) || name === this.#active?.name) continue;
      const handle = await this.#reader.take(name);
      if (!handle) return true;
      handle.close();
    }
    return false;
  }

  async truncate(): Promise<number> {
    this.#closeNow();
    let bytes = 0;
    for (const name of await this.#files.list()) {
      const handle = await this.#reader.take(name);
      bytes += handle?.getSize() ?? 0;
      handle?.truncate(0);
      handle?.flush();
      handle?.close();
    }
    return bytes;
  }

  close(): void {
    this.#active?.closeWhenSettled();
    this.#active = undefined;
  }

  dropActive(): void {
    this.#active?.empty();
  }

  async destroy(): Promise<void> {
    await this.exclusively(async () => {
      const { storeId, lastSeq } = await this.survey();
      this.#closeNow();
      this.#reader.closeHeld();
      await this.#files.removeAll();
      if (storeId === undefined || (await this.#files.list()).length === 0) return;
      await writeSealed(this.#files, nameOf('checkpoint'), 'checkpoint', imageOfEntries({ storeId, seq: lastSeq }, []));
    });
  }

  #closeNow(): void {
    this.#active?.close();
    this.#active = undefined;
  }

  async #removeCovered(name: string, { storeId, seq }: ImagePosition): Promise<void> {
    if (!name.startsWith(PREFIX.active)) {
      const { found } = await this.#reader.inspect(name, this.#active);
      if (!found || found.storeId !== storeId || found.seq <= seq) await this.#files.remove(name);
      return;
    }
    const handle = await this.#reader.take(name);
    if (!handle) return;
    const opened = ActiveSegment.reopen(name, handle);
    handle.close();
    // A tab that was killed during the checkpoint may have appended entries that the checkpoint doesn't cover.
    if (opened?.segment.storeId === storeId) await this.#writeSealed(storeId, opened.entries);
    await this.#files.remove(name);
  }

  /** Leaves out entries that a checkpoint covers. Otherwise, a removed memory's text could outlive the checkpoint. */
  async #writeSealed(storeId: string, all: readonly WalEntry[], signal?: AbortSignal): Promise<void> {
    const lowest = all.reduce((least, { seq }) => Math.min(least, seq), Number.POSITIVE_INFINITY);
    const covered = await this.#reader.checkpointed(storeId, lowest);
    const entries = all.filter(({ seq }) => seq > covered);
    if (entries.length === 0) return;
    const image = imageOfEntries({ storeId, seq: lastSeqOf(entries) }, entries);
    this.#sealedBytes += (await writeSealed(this.#files, nameOf('sealed'), 'sealed', image, signal)).bytes;
    this.#segments++;
  }

  #current(segment: ActiveSegment): ActiveSegment {
    for (let current = segment; ; ) {
      const next = this.#replaced.get(current);
      if (!next) return current;
      current = next;
    }
  }

  async #newActive(storeId: string, signal?: AbortSignal): Promise<ActiveSegment> {
    const name = nameOf('active');
    const handle = await this.#files.lock(name, true, signal);
    if (!handle) throw new DOMException('A new file of the log is in use', 'NoModificationAllowedError');
    return ActiveSegment.create(name, handle, storeId);
  }
}

function nameOf(kind: FileKind): string {
  return PREFIX[kind] + toHex(crypto.getRandomValues(new Uint8Array(8)));
}
