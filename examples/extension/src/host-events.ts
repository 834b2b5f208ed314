/** Passes the events of the host's client to the popup, so that its answer includes what's embedded later. */
import type { ChangeEvent, HybridSearchClient, Progress } from 'hybrid-search-element/client';

const PORT = 'events of the host';

type HostEvent = { progress: Progress } | { change: ChangeEvent };

type Listen = Pick<HybridSearchClient, 'onProgress' | 'subscribe'>;

export function sendEvents(client: Listen): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== PORT || port.sender?.id !== chrome.runtime.id) return;
    const send = (event: HostEvent): void => port.postMessage(event);
    const stopProgress = client.onProgress((progress) => send({ progress }));
    const stopChanges = client.subscribe((change) => send({ change }));
    port.onDisconnect.addListener(() => {
      stopProgress();
      stopChanges();
    });
  });
}

export class HostEvents implements Listen {
  readonly #progress = new Set<(progress: Progress) => void>();
  readonly #changes = new Set<(change: ChangeEvent) => void>();
  #port: chrome.runtime.Port | null = null;

  /** Call it whenever the host has answered. A port to a host that isn't running would be closed immediately. */
  connect(): void {
    if (this.#port) return;
    const port = chrome.runtime.connect({ name: PORT });
    this.#port = port;
    port.onMessage.addListener((event: HostEvent) => {
      if ('progress' in event) for (const listener of this.#progress) listener(event.progress);
      else for (const listener of this.#changes) listener(event.change);
    });
    port.onDisconnect.addListener(() => {
      this.#port = null;
    });
  }

  readonly onProgress: Listen['onProgress'] = (listener) => {
    this.#progress.add(listener);
    return () => this.#progress.delete(listener);
  };

  readonly subscribe: Listen['subscribe'] = (listener) => {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  };
}
