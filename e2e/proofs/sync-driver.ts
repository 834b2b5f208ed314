import type { HybridSearchClient, SyncHandle, SyncState } from '../../src/client/public-types.ts';
import { openIdbState } from '../../src/sync/state/idb-state.ts';
import type { ReplicationState as StoredState } from '../../src/sync/state/sync-state.ts';
import { keptVersions, type SyncedContent, syncedContent } from '../../src/testing/synced-content.ts';

export interface SyncPlace {
  url: string;
  passphrase: string;
  device: string;
}

export function syncDriver(client: () => HybridSearchClient) {
  let sync: SyncHandle;
  let place: SyncPlace;
  let stored: Promise<StoredState> | undefined;

  const state = (): Promise<StoredState> => {
    stored ??= openIdbState(client().name);
    return stored;
  };
  const versionsOf = async (id: string) => keptVersions(await state(), id);
  const start = async (passphrase?: string): Promise<void> => {
    const { url, device } = place;
    const headers = () => ({ 'x-device': device });
    sync = await client().sync({ url, headers, messages: true, ...(passphrase && { passphrase }) });
  };
  const resumeSync = async (): Promise<void> => {
    const { stage, detail } = sync.state;
    if (stage !== 'refused') return;
    // A killed device may not have stored the key yet.
    await (detail === 'decryption' ? start(place.passphrase) : sync.resume());
  };

  return {
    async startSync(given: SyncPlace, isFirst: boolean): Promise<void> {
      place = given;
      await start(isFirst ? given.passphrase : undefined);
    },

    resumeSync,

    syncIdle: (): Promise<void> => sync.idle(),

    async syncOffline(): Promise<void> {
      await resumeSync();
      let stopListening = (): void => {};
      await new Promise<void>((resolve) => {
        stopListening = sync.onState(({ stage }) => {
          if (stage === 'offline') resolve();
          else if (stage === 'refused') void sync.resume();
        });
        sync.idle().catch(() => {});
      });
      stopListening();
    },

    /** Returns the memory as JSON with its conflict versions, or null. */
    async removeSynced(id: string): Promise<string | null> {
      const unchangedSince = await client().position();
      const [current] = await client().getMany([id]);
      if (!current) return null;
      const before = await versionsOf(id);
      const isRemoved = await client().remove(id, { unchangedSince });
      return isRemoved ? JSON.stringify([current, before, await versionsOf(id)]) : null;
    },

    async listVersions(id: string): Promise<string | null> {
      const listed = await answered(sync.conflicts(id));
      return listed ? JSON.stringify(listed) : null;
    },

    /** Others may have arrived since the listing. */
    async dropVersions(id: string): Promise<void> {
      await answered(sync.resolve(id));
    },

    async syncContent(): Promise<SyncedContent & { state: SyncState }> {
      await sync.idle();
      // Read at once: if the next round takes more than a second, it shows as catching up.
      const { state: settled } = sync;
      const memories = [];
      for await (const { lastAccessedAt, accessCount, ...memory } of client().memories()) memories.push(memory);
      return { ...(await syncedContent(memories, await state())), state: settled };
    },

    stopSync: (): Promise<void> => sync.stop(),
  };
}

/** Null if the server fails, the engine is just being replaced, or there's no such memory. */
async function answered<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (['sync-refused', 'not-found', 'worker-died'].includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}
