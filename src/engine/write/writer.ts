/**
 * The one way in which a change reaches the indexes and the page, whoever made it: this engine's writes with what other
 * tabs wrote in between, and theirs when a broadcast hints at them (S2). One change after the other.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { Serial } from '../../core/serial.ts';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import type { Change, ClearOptions, Decide, MemoryStore, Mutation, SeenStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import { isTrashed, type Trashed } from '../table/trashed.ts';
import type { Indexes } from './indexes.ts';
import type { SnapshotSaver } from './snapshot-saver.ts';

export interface WriterParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly trashed: Trashed;
  readonly indexes: Indexes;
  readonly snapshots: SnapshotSaver;
  readonly inOrder: Serial;
  /** The vectors that the store has for memories that were all indexed anew. */
  reloadVectors(): Promise<void>;
  announce(change: ChangeEvent): void;
  onFailure(event: string, error: unknown): void;
}

export interface Writer {
  /** One atomic write; resolves when stored and findable by keyword (M3). */
  write(ids: readonly string[], decide: Decide): Promise<Mutation>;
  /** False, with nothing removed, where the store is no longer at the position `at`. */
  clear(at?: ClearOptions['at']): Promise<boolean>;
  /** Reads what other tabs wrote. */
  catchUp(): Promise<void>;
  /** The same in the background: their broadcast is only a hint to do so. */
  catchUpSoon(): void;
  /** Everything anew from the memories, after a repair. */
  rebuildSoon(): void;
}

export function createWriter(parts: WriterParts): Writer {
  const { store, table, trashed, indexes, snapshots, inOrder } = parts;

  /** Positions that writes of this engine have, or are about to have. */
  const ours = new Set<number>();

  /** What went to the trash is gone, for all who hear of it. */
  const toldAs = ({ kind, id }: Change): Change['kind'] => (kind === 'put' && trashed.has(id) ? 'remove' : kind);

  /** In the order of the log: what comes of a list of changes depends on it. */
  const announce = (changes: readonly Change[]): void => {
    for (let at = 0; at < changes.length; ) {
      const kind = toldAs(changes[at]!);
      const own = ours.has(changes[at]!.seq);
      let end = at + 1;
      while (end < changes.length && toldAs(changes[end]!) === kind && ours.has(changes[end]!.seq) === own) end++;
      const ids = kind === 'clear' ? [] : [...new Set(changes.slice(at, end).map(({ id }) => id))];
      parts.announce({ ids, kind, origin: own ? 'local' : 'remote' });
      at = end;
    }
  };
  const rebuild = async (): Promise<void> => {
    await indexes.rebuild();
    await parts.reloadVectors();
    snapshots.schedule();
    parts.announce({ ids: [], kind: 'clear', origin: 'remote' });
    // Whoever keeps a list of its own has all of it again.
    const ids = Array.from(table.rows(), ([, { id }]) => id);
    if (ids.length > 0) parts.announce({ ids, kind: 'put', origin: 'remote' });
  };
  const catchUp = async (written?: ReadonlyMap<number, Memory>): Promise<void> => {
    const changes = await store.changesSince(indexes.applied, indexes.generation);
    if (changes === null) return rebuild();
    if (changes.length === 0) return;
    await indexes.apply(changes, written);
    snapshots.schedule();
    announce(changes);
  };
  /** What this engine wrote, together with what other tabs wrote before it. */
  const apply = async (changes: readonly Change[], written: ReadonlyMap<number, Memory>): Promise<void> => {
    const [first] = changes;
    if (first === undefined) return;
    await inOrder(async () => {
      if (first.seq === indexes.applied + 1) {
        await indexes.apply(changes, written);
        snapshots.schedule();
        announce(changes);
      } else if (changes.at(-1)!.seq > indexes.applied) await catchUp(written);
    });
  };
  const lacks = (memories: Mutation['after']): boolean =>
    memories.some((memory) => {
      if (memory === undefined) return false;
      if (isTrashed(memory)) return !trashed.has(memory.id);
      const at = table.ordinalOf(memory.id);
      return at === undefined || table.row(at)?.contentHash !== memory.contentHash;
    });
  /** Knows the changes of `work` as ours before anybody can read them, and until they were announced. */
  const asOurs = async <Result>(
    work: (planned: (changes: readonly Change[]) => void) => Promise<Result>,
  ): Promise<Result> => {
    let known: readonly Change[] = [];
    const forget = (): void => {
      for (const { seq } of known) ours.delete(seq);
    };
    try {
      return await work((changes) => {
        forget();
        known = changes;
        for (const { seq } of known) ours.add(seq);
      });
    } finally {
      forget();
    }
  };
  const seen: SeenStore = {
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

  return {
    write: (ids, decide) =>
      asOurs(async (planned) => {
        const mutation = await store.mutate(ids, decide, { seen, planned });
        planned(mutation.changes);
        const left = new Map(ids.map((id, at) => [id, mutation.after[at]]));
        const written = new Map<number, Memory>();
        for (const { seq, id } of mutation.changes) {
          const memory = left.get(id);
          if (memory) written.set(seq, memory);
        }
        await apply(mutation.changes, written);
        // Another tab had written the same just before: it is acknowledged here, so it is found here (M3).
        if (mutation.changes.length === 0 && lacks(mutation.after)) await inOrder(() => catchUp());
        return mutation;
      }),
    clear: (at) =>
      asOurs(async (planned) => {
        const changes = await store.clear({ planned, at });
        planned(changes);
        await apply(changes, new Map());
        return changes.length > 0;
      }),
    catchUp: () => inOrder(() => catchUp()),
    catchUpSoon: () => void inOrder(() => catchUp()).catch((error) => parts.onFailure('catch-up-failed', error)),
    rebuildSoon: () => void inOrder(rebuild).catch((error) => parts.onFailure('rebuild-failed', error)),
  };
}
