import type { HybridSearchClient } from './hybrid-search-client.ts';
import { hasSynced } from './origin.ts';
import type { SyncHandle, SyncOptions } from './sync-types.ts';
import type { Workers } from './worker-lifecycle.ts';

const loadSync = () => import('./start-sync.ts');

type Syncing = Promise<SyncHandle | null>;

export class ClientSync {
  readonly #client: () => HybridSearchClient;
  readonly #workers: () => Workers;
  #syncing: Syncing | null = null;

  constructor(client: () => HybridSearchClient, workers: () => Workers) {
    this.#client = client;
    this.#workers = workers;
  }

  readonly start = (options?: SyncOptions): Syncing => {
    if (!options && this.#syncing) return this.#syncing;
    const ended = (): void => {
      if (this.#syncing === starting) this.#syncing = null;
    };
    const starting: Syncing = this.#begin(options, this.#syncing, ended);
    // Set before anything is awaited, so that a second call without options gets the same handle.
    this.#syncing = starting;
    starting.then((handle) => handle ?? ended(), ended);
    return starting;
  };

  readonly check: HybridSearchClient['checkSync'] = async (options) => (await loadSync()).checkSync(options);

  async stop(): Promise<void> {
    const stopping = this.#syncing;
    this.#syncing = null;
    await (await stopping?.catch(() => null))?.stop();
  }

  /** Resolves to null if this call has no options and none are stored from an earlier visit. */
  async #begin(options: SyncOptions | undefined, former: Syncing | null, onStopped: () => void): Syncing {
    const client = this.#client();
    if (!options && !(await hasSynced(client.name))) return null;
    const { startSync } = await loadSync();
    await (await former?.catch(() => null))?.stop();
    return startSync(options, client, this.#workers, onStopped);
  }
}
