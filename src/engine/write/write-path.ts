/** Composes what changes memories, and keeps the table and the keyword index in step with the change log. */
import { createSerial } from '../../core/serial.ts';
import type { EngineInit } from '../../protocol/engine-api.ts';
import type { CurrentModel } from '../embed/current-model.ts';
import type { Position } from '../store/position.ts';
import { ChangeApplier, type ChangeApplierParts } from './change-applier.ts';
import { startExpiry } from './expiry.ts';
import { Indexes } from './indexes.ts';
import { KeptFiles } from './kept-files.ts';
import { createMemoryCommands, type MemoryCommands } from './memory-commands.ts';
import { createMemoryReader, type ReadMemories } from './memory-reader.ts';
import { createSnapshotSaver, type SnapshotSaver } from './snapshot-saver.ts';
import { deleteSnapshots } from './snapshots.ts';
import { type KeywordOrigin, type OpenedIndexes, startIndexes } from './start.ts';
import { createTrash, type TrashCommands } from './trash.ts';

export const DAY_MS = 86_400_000;

export interface WritePathParts extends Pick<ChangeApplierParts, 'emit' | 'pictures'> {
  readonly init: EngineInit;
  readonly opened: OpenedIndexes;
  readonly model: CurrentModel;
  now(): number;
  onFailure(event: string, error: unknown): void;
}

export class WritePath {
  readonly #parts: WritePathParts;
  readonly #inOrder = createSerial();
  readonly #indexes: Indexes;
  readonly #snapshots: SnapshotSaver;
  readonly #changes: ChangeApplier;
  #stopExpiry: (() => void) | undefined;
  readonly commands: MemoryCommands;
  readonly files: KeptFiles;
  readonly read: ReadMemories;
  readonly trash: TrashCommands;
  readonly write: ChangeApplier['write'];

  constructor(parts: WritePathParts) {
    const { init, model, now, onFailure } = parts;
    const { store, indexed } = parts.opened;
    const { table, trashed } = indexed;
    const catchUp = (): Promise<void> => this.#changes.catchUp();
    this.#parts = parts;
    this.files = new KeptFiles({
      name: init.name,
      store,
      table,
      trashed,
      catchUp,
      onFailure: (error) => onFailure('sweep-failed', error),
    });
    this.#indexes = new Indexes({ store, ...indexed, model, onFileLeft: () => this.files.sweepSoon() });
    this.#snapshots = this.#createSnapshots();
    this.#changes = this.#createChanges();
    this.write = this.#changes.write.bind(this.#changes);
    this.read = createMemoryReader({ store, table, catchUp });
    const conversationTtlMs = init.conversationTtlDays * DAY_MS;
    this.commands = createMemoryCommands({ store, write: this.write, conversationTtlMs, now });
    this.trash = createTrash({ store, trashed, write: this.write, now });
  }

  get position(): Position {
    return { seq: this.#indexes.applied, generation: this.#indexes.generation };
  }

  /** Resolves when the indexes include everything that the store had at the call. */
  async start(): Promise<KeywordOrigin> {
    const { opened, model, now, onFailure } = this.#parts;
    const origin = await startIndexes(opened, this.#indexes, this.#snapshots);
    this.#stopExpiry = startExpiry({
      table: opened.indexed.table,
      write: this.write,
      sweepTrash: this.trash.sweep,
      collectGarbage: () => model.semantic.collectGarbageIfIdle(),
      now,
      onFailure: (error) => onFailure('expiry-failed', error),
    });
    return origin;
  }

  async current(): Promise<void> {
    const { store } = this.#parts.opened;
    // Without other tabs, there's nothing to catch up on, and reading the store's state would slow down every
    // keystroke.
    if (!store.shared) return;
    const { seq, generation } = await store.state();
    if (seq !== this.#indexes.applied || generation !== this.#indexes.generation) await this.#changes.catchUp();
  }

  catchUpSoon(): void {
    this.#changes.catchUpSoon();
  }

  rebuildSoon(): void {
    this.#changes.rebuildSoon();
  }

  noteChunks(): void {
    this.#snapshots.noteChunks();
  }

  async clear(unchangedSince?: Position): Promise<number> {
    await this.current();
    const { files, indexed } = this.#parts.opened;
    const { table, trashed } = indexed;
    // Deletes the snapshots first, because their files would keep the deleted words until the next save.
    if (files) await deleteSnapshots(files).catch(() => {});
    const live = table.liveCount;
    const cleared = await this.#changes.clear(unchangedSince);
    const ids = [...Array.from(table.rows(), ([, { id }]) => id), ...trashed.keys()];
    const removed = cleared ? live : await this.commands.removeAll(ids, unchangedSince);
    // A failure here doesn't fail the call. The next start tries again.
    await this.files.sweep().catch(() => {});
    return removed;
  }

  async purge(): Promise<void> {
    const { model, opened } = this.#parts;
    await this.trash.empty();
    await this.files.sweep();
    await this.#snapshots.discard();
    opened.indexed.keyword.vacuum();
    await model.semantic.collectGarbage();
    await opened.store.purge();
    await this.flush();
  }

  flush(): Promise<void> {
    return this.#snapshots.flush();
  }

  stop(): void {
    this.#snapshots.cancel();
    this.#stopExpiry?.();
    this.files.stop();
  }

  async destroy(): Promise<void> {
    const { store, files } = this.#parts.opened;
    await store.destroy();
    await this.files.destroy();
    // Waits for a running save.
    if (files) await this.#inOrder(() => deleteSnapshots(files));
  }

  #createSnapshots(): SnapshotSaver {
    const { opened, onFailure } = this.#parts;
    return createSnapshotSaver({
      place: opened.place,
      ...opened.indexed,
      fingerprint: opened.fingerprint,
      inOrder: this.#inOrder,
      closeHoles: () => this.#indexes.closeHoles(),
      state: () => this.position,
      onFailure: (error) => onFailure('snapshot-failed', error),
    });
  }

  #createChanges(): ChangeApplier {
    const { opened, model, emit, pictures, onFailure } = this.#parts;
    return new ChangeApplier({
      store: opened.store,
      table: opened.indexed.table,
      trashed: opened.indexed.trashed,
      indexes: this.#indexes,
      snapshots: this.#snapshots,
      inOrder: this.#inOrder,
      reloadVectors: () => model.semantic.load(),
      emit,
      pictures,
      onFailure,
    });
  }
}
