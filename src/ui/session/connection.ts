/** Opens a client with the element's attributes, or uses the page's own client. Closes only a client that it opened. */
import {
  type ChangeEvent,
  createHybridSearch,
  type DurabilityMode,
  type HybridSearchClient,
  type HybridSearchOptions,
  type Progress,
  type Stats,
  type StorageNotice,
} from '../shared/engine-access.ts';
import { HsErrorEvent } from '../shared/error-event.ts';
import { HsChangeEvent, HsProgressEvent, HsStorageEvent } from '../shared/events.ts';
import { languageOf } from '../shared/language-of.ts';
import { type Meaning, meaningOf } from '../shared/meaning.ts';
import { State } from '../shared/state.ts';
import { readStored, storedName } from '../shared/stored.ts';
import type { SessionHost } from './session-host.ts';

const STATS_PAUSE_MS = 500;
/** Milliseconds between two repetitions of the query while many notes are embedded. Each search delays embedding. */
const BACKLOG_PAUSE_MS = 3_000;

export interface ConnectionListener {
  onOpen(client: HybridSearchClient): void;
  onFailed(): void;
  onChange(change: ChangeEvent): void;
  /** Called when a new search may find more. Further calls within `pause` milliseconds cause only one search. */
  onMeaning(pause?: number): void;
}

export interface ConnectionState {
  client: HybridSearchClient | null;
  phase: 'closed' | 'opening' | 'open' | 'failed';
  progress: Progress | null;
  stats: Stats | null;
  storage: StorageNotice | null;
  error: Error | null;
}

const CLOSED: ConnectionState = {
  client: null,
  phase: 'closed',
  progress: null,
  stats: null,
  storage: null,
  error: null,
};

export class ClientConnection extends State<ConnectionState> {
  readonly #host: SessionHost;
  readonly #listener: ConnectionListener;
  #ready: Deferred<HybridSearchClient> = deferred();
  #owned = false;
  #model: string | null = null;
  #unsubscribe: (() => void)[] = [];
  #statsTimer: ReturnType<typeof setTimeout> | undefined;
  #hasBeenReady = false;

  constructor(host: SessionHost, listener: ConnectionListener) {
    super(CLOSED);
    this.#host = host;
    this.#listener = listener;
  }

  /** A new promise for each opening. */
  get ready(): Promise<HybridSearchClient> {
    return this.#ready.promise;
  }

  get meaning(): Meaning {
    return meaningOf(this.state.progress, this.state.stats);
  }

  get durability(): DurabilityMode | null {
    const { storage, stats } = this.state;
    // A store that isn't open yet has no durability mode.
    return (storage?.kind === 'waiting' ? null : storage?.durability) ?? stats?.storage.durability ?? null;
  }

  get model(): string | null {
    return this.#model;
  }

  get client(): HybridSearchClient | null {
    return this.state.phase === 'open' ? this.state.client : null;
  }

  async setModel(model: string): Promise<void> {
    this.#model = model;
    await this.state.client?.setModel(model);
  }

  open(): void {
    const host = this.#host;
    const language = languageOf(host);
    const options: HybridSearchOptions = {
      name: host.name,
      model: host.model,
      modelLoad: host.modelLoad,
      readPictures: readStored(storedName('read-pictures', host.name)) === 'on',
      ...(host.assetBase !== null && { assetBase: host.assetBase }),
      ...(language && { language }),
    };
    let client: HybridSearchClient;
    try {
      client = host.client ?? createHybridSearch(options);
    } catch (error) {
      this.#ready.promise.catch(() => {});
      this.#ready.reject(error as Error);
      this.set({ ...CLOSED, phase: 'failed', error: error as Error });
      this.#fail(error as Error);
      return;
    }
    this.#owned = host.client === null;
    this.#model = host.model;
    this.set({ ...CLOSED, client, phase: 'opening' });
    this.#subscribe(client);
    const { resolve, reject, promise } = this.#ready;
    promise.catch(() => {});
    client.ready.then(
      () => {
        resolve(client);
        if (this.state.client !== client) return;
        this.set({ phase: 'open' });
        this.#listener.onOpen(client);
        this.refreshStats(0);
      },
      (error: Error) => {
        reject(error);
        if (this.state.client === client) {
          this.set({ phase: 'failed', error });
          this.#listener.onFailed();
        }
        this.#fail(error);
      },
    );
  }

  close(): void {
    clearTimeout(this.#statsTimer);
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    this.#ready = deferred();
    const { client } = this.state;
    this.#model = null;
    this.#hasBeenReady = false;
    this.set(CLOSED);
    if (client && this.#owned) client.close().catch(this.#fail);
  }

  refreshStats(pause = STATS_PAUSE_MS): void {
    clearTimeout(this.#statsTimer);
    this.#statsTimer = setTimeout(() => void this.#readStats(), pause);
  }

  #subscribe(client: HybridSearchClient): void {
    const host = this.#host;
    this.#unsubscribe = [
      client.subscribe((change) => {
        this.refreshStats();
        this.#listener.onChange(change);
        host.dispatchEvent(new HsChangeEvent(change));
      }),
      client.onProgress((progress) => {
        this.#onProgress(progress);
        host.dispatchEvent(new HsProgressEvent(progress));
      }),
      client.onStorage((storage) => {
        this.set({ storage });
        this.refreshStats();
        host.dispatchEvent(new HsStorageEvent(storage));
      }),
      client.onError(this.#fail),
    ];
  }

  #onProgress(progress: Progress): void {
    const before = this.state.progress;
    this.set({ progress });
    const { model, embedding } = progress;
    if (model.state !== before?.model.state || embedding.queued === 0) this.refreshStats();
    else if (progress.pictures?.unread !== before?.pictures?.unread) this.refreshStats();
    const isReady = canAnswer(model);
    const becomesReady = isReady && !(before && canAnswer(before.model));
    this.#hasBeenReady ||= isReady;
    // An idle model is unloaded, and its state is then `off`. But other tabs may embed, and a search loads it again.
    if (!isReady && !(this.#hasBeenReady && model.state === 'off')) return;
    const learned = embedding.embedded > (before?.embedding.embedded ?? 0);
    if (becomesReady || (learned && embedding.queued === 0)) this.#listener.onMeaning();
    else if (learned) this.#listener.onMeaning(BACKLOG_PAUSE_MS);
  }

  async #readStats(): Promise<void> {
    const { client, phase } = this.state;
    if (!client || phase !== 'open') return;
    try {
      const stats = await client.stats();
      if (this.state.client === client) this.set({ stats });
    } catch (error) {
      if (this.state.client === client) this.#fail(error as Error);
    }
  }

  readonly #fail = (error: Error): void => void this.#host.dispatchEvent(new HsErrorEvent(error));
}

function canAnswer({ state, unresponsive }: Progress['model']): boolean {
  return state === 'ready' && !unresponsive;
}

export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

export function deferred<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
