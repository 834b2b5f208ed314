/**
 * The one way in which a change reaches the indexes and the page, whoever made it: this engine's writes with what other
 * tabs wrote in between, and theirs when a broadcast hints at them (S2). One change after the other.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { Serial } from '../../core/serial.ts';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import type { Change, Decide, MemoryStore, Mutation, SeenStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import type { Indexes } from './indexes.ts';
import type { SnapshotSaver } from './snapshot-saver.ts';

export interface WriterParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
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
  clear(): Promise<void>;
  /** Reads what other tabs wrote. */
  catchUp(): Promise<void>;
  /** The same in the background: their broadcast is only a hint to do so. */
  catchUpSoon(): void;
  /** Everything anew from the memories, after a repair. */
  rebuildSoon(): void;
}

/** What one write of this engine did, with the memories that it left, by seq. */
interface OwnWrite {
  changes: readonly Change[];
  written: ReadonlyMap<number, Memory>;
}

export function createWriter(parts: WriterParts): Writer {
  const { store, table, indexes, snapshots, inOrder } = parts;

  const announce = (changes: readonly Change[], origin: ChangeEvent['origin']): void => {
    for (const kind of ['put', 'remove', 'clear'] as const) {
      const ids = changes.filter((change) => change.kind === kind).map((change) => change.id);
      if (ids.length > 0) parts.announce({ ids: kind === 'clear' ? [] : ids, kind, origin });
    }
  };
  const rebuild = async (): Promise<void> => {
    await indexes.rebuild();
    await parts.reloadVectors();
    snapshots.schedule();
    parts.announce({ ids: [], kind: 'clear', origin: 'remote' });
  };
  const catchUp = async (own?: OwnWrite): Promise<void> => {
    const changes = await store.changesSince(indexes.applied, indexes.generation);
    if (changes === null) return rebuild();
    if (changes.length === 0) return;
    await indexes.apply(changes, own?.written);
    snapshots.schedule();
    const ours = new Set(own?.changes.map(({ seq }) => seq));
    announce(
      changes.filter(({ seq }) => !ours.has(seq)),
      'remote',
    );
  };
  /** What this engine wrote, together with what other tabs wrote before it. */
  const apply = async (own: OwnWrite): Promise<void> => {
    const { changes, written } = own;
    const [first] = changes;
    if (first === undefined) return;
    await inOrder(async () => {
      if (first.seq === indexes.applied + 1) {
        await indexes.apply(changes, written);
        snapshots.schedule();
      } else if (changes.at(-1)!.seq > indexes.applied) await catchUp(own);
    });
    announce(changes, 'local');
  };
  const seen: SeenStore = {
    get generation() {
      return indexes.generation;
    },
    get seq() {
      return indexes.applied;
    },
    get count() {
      return table.liveCount;
    },
    has: (id) => table.ordinalOf(id) !== undefined,
  };

  return {
    async write(ids, decide) {
      const mutation = await store.mutate(ids, decide, { seen });
      const left = new Map(ids.map((id, at) => [id, mutation.after[at]]));
      const written = new Map<number, Memory>();
      for (const { seq, id } of mutation.changes) {
        const memory = left.get(id);
        if (memory) written.set(seq, memory);
      }
      await apply({ changes: mutation.changes, written });
      return mutation;
    },
    clear: async () => apply({ changes: await store.clear(), written: new Map() }),
    catchUp: () => inOrder(() => catchUp()),
    catchUpSoon: () => void inOrder(() => catchUp()).catch((error) => parts.onFailure('catch-up-failed', error)),
    rebuildSoon: () => void inOrder(rebuild).catch((error) => parts.onFailure('rebuild-failed', error)),
  };
}
