/**
 * From the element's attributes to an open client and back: opens, reopens, tears down, passes the client's events on,
 * and lets the standing query be asked again where more is known now than when it was asked.
 */

import type {
  ChangeEvent,
  HybridSearchClient,
  HybridSearchOptions,
  Progress,
  StorageNotice,
} from '../engine-access.ts';
import { HsChangeEvent, HsErrorEvent, HsProgressEvent, HsStorageEvent } from '../events.ts';
import type { SessionListener } from './client-session.ts';
import { type Deferred, deferred } from './deferred.ts';
import { type ElementHost, languageOf } from './element-host.ts';
import type { ElementParts } from './element-parts.ts';

/** While a backlog is embedded, a standing query is asked again this often: each question delays the backlog. */
const BACKLOG_PAUSE_MS = 3_000;

export class ClientLifecycle implements SessionListener {
  readonly #host: ElementHost;
  readonly #parts: ElementParts;
  #ready: Deferred<HybridSearchClient> = deferred();
  #modelReady = false;
  #embedded = 0;

  constructor(host: ElementHost, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
  }

  get ready(): Promise<HybridSearchClient> {
    return this.#ready.promise;
  }

  open(): void {
    const host = this.#host;
    this.#parts.interaction.begin();
    const language = languageOf(host);
    const options: HybridSearchOptions = {
      name: host.name,
      model: host.model,
      modelLoad: host.modelLoad,
      ...(host.modelBase !== null && { modelBase: host.modelBase }),
      ...(language && { language }),
    };
    const { resolve, reject, promise } = this.#ready;
    promise.catch(() => {});
    this.#parts.session.open(options, host.client).then(resolve, (error: Error) => {
      reject(error);
      host.dispatchEvent(new HsErrorEvent(error));
    });
  }

  async close(): Promise<void> {
    const { search, importing, deletes, session } = this.#parts;
    this.#ready = deferred();
    this.#modelReady = false;
    this.#embedded = 0;
    search.attach(null);
    importing.cancel();
    await deletes.flush();
    session.close();
  }

  async reopen(): Promise<void> {
    await this.close();
    if (this.#host.isConnected) this.open();
  }

  onOpen(client: HybridSearchClient): void {
    this.#parts.search.attach(client);
  }

  onChange(change: ChangeEvent): void {
    const { search, side, memories } = this.#parts;
    search.refresh();
    const open = side.openMemory;
    if (open && (change.kind === 'clear' || change.ids.includes(open.id))) void memories.reread(open.id);
    this.#host.dispatchEvent(new HsChangeEvent(change));
  }

  onProgress(progress: Progress): void {
    this.#mergeMeaning(progress);
    this.#host.dispatchEvent(new HsProgressEvent(progress));
  }

  onStorage(event: StorageNotice): void {
    this.#host.dispatchEvent(new HsStorageEvent(event));
  }

  onError(error: Error): void {
    this.#host.dispatchEvent(new HsErrorEvent(error));
  }

  /** Meaning that came after the question merges in without the person typing again (DESIGN U2). */
  #mergeMeaning({ model, embedding }: Progress): void {
    const ready = model.state === 'ready';
    const woke = ready && !this.#modelReady;
    const learned = embedding.embedded > this.#embedded;
    this.#modelReady = ready;
    this.#embedded = embedding.embedded;
    const { search } = this.#parts;
    if (search.browsing || !ready) return;
    if (woke || (learned && embedding.queued === 0)) search.refresh();
    else if (learned) search.refresh(BACKLOG_PAUSE_MS);
  }
}
