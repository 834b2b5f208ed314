/**
 * Where snapshots are: in files while the store stands in database and log, else in the store itself. What remains
 * in the other place from before goes with the next saving.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { SnapshotStore } from './snapshot-files.ts';

type Store = Pick<MemoryStore, 'derived' | 'durability' | 'state'>;

/** @param files undefined where the context has none */
export function createSnapshotPlace(store: Store, files: SnapshotStore | undefined): SnapshotStore {
  /** Names of which the store holds none. */
  const cleared = new Set<string>();
  return {
    // Files are read before the store is open: who asks again found nothing in them.
    readSnapshot: (name) => store.derived.readSnapshot(name),
    async writeSnapshot(name, bytes, meta) {
      if (!files || store.durability !== 'durable') {
        cleared.delete(name);
        await store.derived.writeSnapshot(name, bytes, meta);
        await files?.deleteSnapshot(name);
        return;
      }
      await files.writeSnapshot(name, bytes, meta);
      // Another tab deletes the store file by file: what was written after its last look would stay for ever.
      const generation = await store.state().then(
        (state) => state.generation,
        () => undefined,
      );
      if (generation !== meta.generation) {
        await files.deleteSnapshot(name);
        throw new HybridSearchError('closed', 'the store has gone while its snapshot was written');
      }
      if (!cleared.has(name)) await store.derived.deleteSnapshot(name);
      cleared.add(name);
    },
    async deleteSnapshot(name) {
      await Promise.all([files?.deleteSnapshot(name), store.derived.deleteSnapshot(name)]);
    },
  };
}
