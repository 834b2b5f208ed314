/**
 * Keeps the files that memories were imported from. A memory refers to its file by hash. A sweep deletes files that no
 * memory refers to, not even one in the trash. So a killed import leaves no file forever.
 */
import { keptFileOf } from '../../core/record/kept-file.ts';
import type { FilesPlace } from '../../protocol/transfer-api.ts';
import { canLog, detectContext } from '../store/context.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { fileNameOf } from '../store/store-name.ts';
import type { EngineTable } from '../table/memory-table.ts';
import type { Trashed } from '../table/trashed.ts';
import { LogFiles } from '../wal/log-files.ts';

/** Milliseconds until a removed memory's file is deleted, so that one sweep covers many removals. */
const SWEEP_AFTER_MS = 200;
/** Delay of the first sweep after a start, which isn't urgent. */
const START_PAUSE_MS = 2_000;
const PDF = '%PDF-';

export interface KeptFilesParts {
  readonly name: string;
  readonly store: Pick<MemoryStore, 'commit' | 'durability'>;
  readonly table: EngineTable;
  readonly trashed: Trashed;
  catchUp(): Promise<void>;
  onFailure(error: unknown): void;
}

export class KeptFiles {
  readonly #parts: KeptFilesParts;
  readonly #place: FilesPlace;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: KeptFilesParts) {
    this.#parts = parts;
    const { name } = parts;
    this.#place = { folder: ['hybrid-search-files', fileNameOf(name)], lock: `hybrid-search/files/${name}` };
    if (this.place) this.sweepSoon(START_PAUSE_MS);
  }

  /** Null if the store doesn't last, or the browser can't keep such files. */
  get place(): FilesPlace | null {
    const { durability } = this.#parts.store;
    const lasts = durability === 'durable' || durability === 'best-effort';
    return lasts && canLog(detectContext()) ? this.#place : null;
  }

  sweepSoon(pause = SWEEP_AFTER_MS): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.sweep().catch(this.#parts.onFailure);
    }, pause);
  }

  /** Does nothing during an import that keeps files, because the import sweeps at its end. */
  async sweep(): Promise<void> {
    const files = await this.#files();
    if (!this.place || !files || (await files.list()).length === 0) return;
    await navigator.locks.request(this.#place.lock, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      const { store, catchUp } = this.#parts;
      const there = await files.list();
      // A write, even an empty one, waits until the records are counted and missing ones are restored.
      await store.commit({ ids: [], decide: () => ({ decisions: [], outcome: undefined }) });
      await catchUp();
      // Checks `place` again, because it may have become null meanwhile.
      const keep = this.place && this.#referencedFiles();
      if (keep) for (const name of there) if (!keep.has(name)) await files.remove(name);
    });
  }

  /** Returns the file with the type that its first bytes show. Null if it doesn't exist. */
  async read(hash: string): Promise<Blob | null> {
    const files = await this.#files();
    const file = await files?.blob(hash);
    if (!file) return null;
    const isPdf = (await file.slice(0, PDF.length).text()) === PDF;
    return file.slice(0, file.size, isPdf ? 'application/pdf' : 'application/octet-stream');
  }

  async bytes(): Promise<number> {
    const files = await this.#files();
    let bytes = 0;
    if (files) for (const name of await files.list()) bytes += (await files.blob(name))?.size ?? 0;
    return bytes;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async destroy(): Promise<void> {
    await (await this.#files())?.removeAll();
  }

  #referencedFiles(): ReadonlySet<string> {
    const { table, trashed } = this.#parts;
    const named = new Set<string>();
    for (const [, row] of table.rows()) named.add(keptFileOf(row) ?? '');
    for (const { file } of trashed.values()) named.add(file ?? '');
    return named;
  }

  #files(): Promise<LogFiles | undefined> {
    return LogFiles.open(this.#place.folder, false).catch(() => undefined);
  }
}
