/**
 * How a change reaches the indexes and the page, whoever made it: this engine's writes with what other tabs wrote in
 * between, and theirs when a broadcast hints at them (DESIGN S2). One change after the other.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { EmbeddingQueue } from '../embed/embedding-queue.ts';
import type { Emit, Engine } from '../engine-contract.ts';
import type { Change, MemoryStore, SeenStore } from '../store/memory-store.ts';
import type { SnapshotSaver } from '../table/snapshot-saver.ts';
import type { EngineTable } from '../table/table.ts';
import type { IndexWriter } from './index-writer.ts';
import type { Serial } from './serial.ts';

export interface ChangeFlowParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly writer: IndexWriter;
  readonly snapshots: SnapshotSaver;
  readonly inOrder: Serial;
  readonly queue: EmbeddingQueue;
  readonly emit: Emit;
  logFailure(event: string): (error: unknown) => void;
}

export interface ChangeFlow {
  write: Engine['write'];
  clear(): Promise<void>;
  /** Reads what other tabs wrote; their broadcast is only a hint to do so. */
  catchUpSoon(): void;
  /** Everything anew from the memories, after a repair. */
  rescanSoon(): void;
}

export function createChangeFlow(parts: ChangeFlowParts): ChangeFlow {
  const { store, table, writer, snapshots, inOrder, emit, logFailure } = parts;

  const announce = (changes: readonly Change[], origin: 'local' | 'remote'): void => {
    for (const kind of ['put', 'remove', 'clear'] as const) {
      const ids = changes.filter((change) => change.kind === kind).map((change) => change.id);
      if (ids.length > 0) emit('change', { ids: kind === 'clear' ? [] : ids, kind, origin });
    }
  };
  const rescan = async (): Promise<void> => {
    await writer.rescan();
    await parts.queue.load();
    snapshots.schedule();
    emit('change', { ids: [], kind: 'clear', origin: 'remote' });
  };
  const catchUp = async (): Promise<void> => {
    const changes = await store.changesSince(writer.applied, writer.generation);
    if (changes === null) return rescan();
    if (changes.length === 0) return;
    await writer.apply(changes);
    snapshots.schedule();
    announce(changes, 'remote');
  };
  /** Applies what this engine wrote, together with what other tabs wrote in between. */
  const applyOwn = async (changes: readonly Change[], known?: ReadonlyMap<string, Memory>): Promise<void> => {
    if (changes.length === 0) return;
    await inOrder(async () => {
      if (changes[0]!.seq === writer.applied + 1) {
        await writer.apply(changes, known);
        snapshots.schedule();
      } else if (changes.at(-1)!.seq > writer.applied) await catchUp();
    });
    announce(changes, 'local');
  };
  const seen: SeenStore = {
    get generation() {
      return writer.generation;
    },
    get seq() {
      return writer.applied;
    },
    get count() {
      return table.liveCount;
    },
    has: (id) => table.ordinalOf(id) !== undefined,
  };

  return {
    async write(ids, decide) {
      const { changes, after } = await store.mutate(ids, decide, { seen });
      const known = new Map<string, Memory>();
      for (const memory of after) if (memory) known.set(memory.id, memory);
      await applyOwn(changes, known);
      return changes;
    },
    clear: async () => applyOwn(await store.clear()),
    catchUpSoon: () => void inOrder(catchUp).catch(logFailure('catch-up-failed')),
    rescanSoon: () => void inOrder(rescan).catch(logFailure('rescan-failed')),
  };
}
