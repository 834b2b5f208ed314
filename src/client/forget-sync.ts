import { HybridSearchError } from '../core/errors.ts';
import { syncChannelName, syncDatabaseName } from '../protocol/side-databases.ts';

/** Does what the sync worker does for `forget`, because that worker may be dead or unable to open its database. */
export async function forgetSync(store: string): Promise<void> {
  const channel = new BroadcastChannel(syncChannelName(store));
  // The other tabs use the database too.
  channel.postMessage({ kind: 'pause' });
  channel.close();
  await new Promise<void>((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(syncDatabaseName(store));
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => {
      reject(
        new HybridSearchError('storage', 'the key and the settings of sync are still stored', {
          cause: deletion.error,
        }),
      );
    };
  });
}
