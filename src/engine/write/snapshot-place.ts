/**
 * Where snapshots are: in files while the store is in database and log, otherwise in the store itself. Old ones in the
 * other place are removed with the next save.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { SnapshotStore } from './snapshot-files.ts';

type Store = Pick<MemoryStore, 'derived' | 'durability' | 'state'>;

/** @param files undefined if the context has none */
export function createSnapshotPlace(store: Store, files: SnapshotStore | undefined): SnapshotStore {
  /** Names for which the store has no snapshot. */
  const cleared = new Set<string>();
  return {
    // Files are read before the store is open, so a second read means that they had nothing.
    readSnapshot: (name) => store.derived.readSnapshot(name),
    async writeSnapshot(name, bytes, meta) {
      if (!files || store.durability !== 'durable') {
        cleared.delete(name);
        await store.derived.writeSnapshot(name, bytes, meta);
        await files?.deleteSnapshot(name);
        return;
      }
      await files.writeSnapshot(name, bytes, meta);
      // Another tab may be deleting the store file by file. A file written after its last look would stay for ever.
      const generation = await store.state().then(
        (state) => state.generation,
        () => undefined,
      );
      if (generation !== meta.generation) {
        await files.deleteSnapshot(name);
        throw new HybridSearchError('closed', 'the store was deleted while its snapshot was written');
      }
      if (!cleared.has(name)) await store.derived.deleteSnapshot(name);
      cleared.add(name);
    },
    async deleteSnapshot(name) {
      await Promise.all([files?.deleteSnapshot(name), store.derived.deleteSnapshot(name)]);
    },
  };
}
