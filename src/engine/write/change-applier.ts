/** Applies changes of any tab to the indexes, one batch after the other, and announces them to the page. */

import type { Memory } from '../../core/record/memory.ts';
import { indexedHash, indexedHashOf, withKnownWords } from '../../core/record/picture-words.ts';
import { isTrashed } from '../../core/record/trashed-memory.ts';
import type { Serial } from '../../core/serial.ts';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import type { PictureQueue } from '../embed/picture-queue.ts';
import type { Change, Committed, MemoryStore, Plan, SeenStore } from '../store/memory-store.ts';
import type { Position } from '../store/position.ts';
import type { EngineTable } from '../table/memory-table.ts';
import type { Trashed } from '../table/trashed.ts';
import type { Indexes } from './indexes.ts';
import type { SnapshotSaver } from './snapshot-saver.ts';

export interface ChangeApplierParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly trashed: Trashed;
  readonly indexes: Indexes;
  readonly snapshots: SnapshotSaver;
  readonly inOrder: Serial;
  reloadVectors(): Promise<void>;
  readonly emit: (name: 'change', change: ChangeEvent) => void;
  /** Woken after each change, because what was written may have pictures to read. */
  readonly pictures: Pick<PictureQueue, 'on' | 'wake'>;
  onFailure(event: string, error: unknown): void;
}

export class ChangeApplier {
  readonly #parts: ChangeApplierParts;
  readonly #seen: SeenStore;

  constructor(parts: ChangeApplierParts) {
    const { indexes, table, trashed } = parts;
    this.#parts = parts;
    this.#seen = {
      get generation() {
        return indexes.generation;
      },
      get seq() {
        return indexes.applied;
      },
      get count() {
        return table.liveCount + trashed.size;
      },
      has: (id) => table.ordinalOf(id) !== undefined || trashed.has(id),
    };
  }

  /** Resolves when the write is stored and keyword search finds it. */
  async write<Outcome>({ ids, decide }: Plan<Outcome>): Promise<Committed<Outcome>> {
    const keepingWords: typeof decide = (current, stored) => {
      const decided = decide(current, stored);
      return { ...decided, decisions: decided.decisions.map((next, at) => next && withKnownWords(next, current[at])) };
    };
    const committed = await this.#parts.store.commit({ ids, decide: keepingWords, seen: this.#seen });
    const after = new Map(ids.map((id, at) => [id, committed.after[at]]));
    const written = new Map<number, Memory>();
    for (const { seq, id } of committed.changes) {
      const memory = after.get(id);
      if (memory) written.set(seq, memory);
    }
    await this.#applyOwn(committed.changes, written);
    // If another tab has just written the same, this write is acknowledged too. So search must find it here.
    if (committed.changes.length === 0 && committed.after.some((memory) => this.#lacks(memory))) await this.catchUp();
    return committed;
  }

  async clear(at?: Position): Promise<boolean> {
    const changes = await this.#parts.store.clear(at);
    await this.#applyOwn(changes, new Map());
    return changes.length > 0;
  }

  catchUp(): Promise<void> {
    return this.#parts.inOrder(() => this.#catchUp());
  }

  /** Like `catchUp`, but can't be awaited. A failure is only logged. */
  catchUpSoon(): void {
    void this.catchUp().catch((error) => this.#parts.onFailure('catch-up-failed', error));
  }

  rebuildSoon(): void {
    const { inOrder, onFailure } = this.#parts;
    void inOrder(() => this.#rebuild()).catch((error) => onFailure('rebuild-failed', error));
  }

  async #applyOwn(changes: readonly Change[], written: ReadonlyMap<number, Memory>): Promise<void> {
    const { indexes, inOrder } = this.#parts;
    const [first] = changes;
    if (first === undefined) return;
    await inOrder(async () => {
      if (first.seq === indexes.applied + 1) await this.#apply(changes, written);
      else if (changes.at(-1)!.seq > indexes.applied) await this.#catchUp(written);
    });
  }

  async #catchUp(written?: ReadonlyMap<number, Memory>): Promise<void> {
    const { indexes, store } = this.#parts;
    const changes = await store.changesSince(indexes.applied, indexes.generation);
    if (changes === null) await this.#rebuild();
    else if (changes.length > 0) await this.#apply(changes, written);
  }

  async #apply(changes: readonly Change[], written?: ReadonlyMap<number, Memory>): Promise<void> {
    const { indexes, snapshots } = this.#parts;
    await indexes.apply(changes, written);
    snapshots.schedule();
    this.#announce(changes);
  }

  async #rebuild(): Promise<void> {
    const { indexes, reloadVectors, snapshots, table } = this.#parts;
    await indexes.rebuild();
    await reloadVectors();
    snapshots.schedule();
    this.#tell({ ids: [], kind: 'clear', origin: 'remote' });
    // Announces all ids, because a page that keeps its own list has to read everything again.
    const ids = Array.from(table.rows(), ([, { id }]) => id);
    if (ids.length > 0) this.#tell({ ids, kind: 'put', origin: 'remote' });
  }

  /** In the order of the log, because a put and a remove of the same memory aren't interchangeable. */
  #announce(changes: readonly Change[]): void {
    const events = changes.map(({ kind, id, seq }) => ({
      id,
      // For the page, putting a memory into the trash removes it.
      kind: kind === 'put' && this.#parts.trashed.has(id) ? ('remove' as const) : kind,
      origin: this.#parts.store.wrote(seq) ? ('local' as const) : ('remote' as const),
    }));
    for (let at = 0; at < events.length; ) {
      const { kind, origin } = events[at]!;
      const after = events.findIndex((event, i) => i > at && (event.kind !== kind || event.origin !== origin));
      const end = after < 0 ? events.length : after;
      const ids = kind === 'clear' ? [] : [...new Set(events.slice(at, end).map(({ id }) => id))];
      this.#tell({ ids, kind, origin });
      at = end;
    }
  }

  #tell(change: ChangeEvent): void {
    const { emit, pictures } = this.#parts;
    emit('change', change);
    if (pictures.on) pictures.wake();
  }

  #lacks(memory: Memory | undefined): boolean {
    const { table, trashed } = this.#parts;
    if (memory === undefined) return false;
    if (isTrashed(memory)) return !trashed.has(memory.id);
    const found = table.find(memory.id);
    return !found || indexedHash(found.row) !== indexedHashOf(memory);
  }
}
