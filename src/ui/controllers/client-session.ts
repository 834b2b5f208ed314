/**
 * The element's hold on a client: opens one when the element is connected, or takes the one it is given; keeps
 * progress, statistics and storage state for the status bar; closes only what it opened.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  type ChangeEvent,
  createHybridSearch,
  type HybridSearchClient,
  type HybridSearchOptions,
  type Progress,
  type Stats,
  type StorageNotice,
} from '../engine-access.ts';

/** Statistics are read after changes have rested this long. */
const STATS_PAUSE_MS = 500;

export interface SessionListener {
  onOpen(client: HybridSearchClient): void;
  onChange(change: ChangeEvent): void;
  onProgress(progress: Progress): void;
  onStorage(event: StorageNotice): void;
  onError(error: Error): void;
}

export class ClientSession implements ReactiveController {
  client: HybridSearchClient | null = null;
  state: 'closed' | 'opening' | 'open' | 'failed' = 'closed';
  progress: Progress | null = null;
  stats: Stats | null = null;
  storage: StorageNotice | null = null;
  error: Error | null = null;

  readonly #host: ReactiveControllerHost;
  readonly #listener: SessionListener;
  #owned = false;
  #unsubscribe: (() => void)[] = [];
  #statsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, listener: SessionListener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Opens a client of its own, or uses `given`, which stays its owner's to close. */
  async open(options: HybridSearchOptions, given: HybridSearchClient | null): Promise<HybridSearchClient> {
    const client = given ?? createHybridSearch(options);
    this.client = client;
    this.#owned = given === null;
    this.state = 'opening';
    this.error = null;
    this.#unsubscribe = [
      client.subscribe((change) => {
        this.refreshStats();
        this.#listener.onChange(change);
      }),
      client.onProgress((progress) => {
        const settled = progress.model.state !== this.progress?.model.state || progress.embedding.queued === 0;
        this.progress = progress;
        if (settled) this.refreshStats();
        this.#listener.onProgress(progress);
        this.#host.requestUpdate();
      }),
      client.onStorage((event) => {
        this.storage = event;
        this.refreshStats();
        this.#listener.onStorage(event);
        this.#host.requestUpdate();
      }),
      client.onError((error) => this.#listener.onError(error)),
    ];
    this.#host.requestUpdate();
    try {
      await client.ready;
    } catch (error) {
      if (this.client === client) {
        this.state = 'failed';
        this.error = error as Error;
        this.#host.requestUpdate();
      }
      throw error;
    }
    if (this.client === client) {
      this.state = 'open';
      this.#listener.onOpen(client);
      this.refreshStats(0);
      this.#host.requestUpdate();
    }
    return client;
  }

  close(): void {
    clearTimeout(this.#statsTimer);
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    const client = this.client;
    this.client = null;
    this.state = 'closed';
    this.progress = null;
    this.stats = null;
    this.storage = null;
    if (client && this.#owned) client.close().catch((error: Error) => this.#listener.onError(error));
  }

  refreshStats(pause = STATS_PAUSE_MS): void {
    clearTimeout(this.#statsTimer);
    this.#statsTimer = setTimeout(() => void this.#readStats(), pause);
  }

  async #readStats(): Promise<void> {
    const client = this.client;
    if (!client || this.state !== 'open') return;
    try {
      const stats = await client.stats();
      if (this.client !== client) return;
      this.stats = stats;
      this.#host.requestUpdate();
    } catch (error) {
      if (this.client === client) this.#listener.onError(error as Error);
    }
  }
}
