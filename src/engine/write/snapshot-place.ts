/** Keeps snapshots in files while database and log both work, otherwise in the store. A save clears the other place. */
import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { SnapshotStore } from './snapshot-files.ts';

type Store = Pick<MemoryStore, 'derived' | 'durability' | 'state'>;

export function createSnapshotPlace(store: Store, files: SnapshotStore | undefined): SnapshotStore {
  /** Names of snapshots that were removed from the store. */
  const cleared = new Set<string>();
  return {
    // Reads only the store, because the files were read while it was being opened.
    readSnapshot: (name) => store.derived.readSnapshot(name),
    async writeSnapshot(name, bytes, meta) {
      if (!files || store.durability !== 'durable') {
        cleared.delete(name);
        await store.derived.writeSnapshot(name, bytes, meta);
        await files?.deleteSnapshot(name);
        return;
      }
      await files.writeSnapshot(name, bytes, meta);
      // Another tab may be deleting the store. A file written after that tab has deleted the others would stay forever.
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
