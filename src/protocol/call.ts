/** A worker that hangs or runs out of memory fires no event, so a heartbeat runs while calls are pending. */
import { HybridSearchError } from '../core/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { decodeError } from './error-codec.ts';
import { isMessage, type Message } from './messages.ts';
import type { EventOf, Remote } from './rpc.ts';

export interface Caller<Self> extends Remote<Self> {
  readonly pending: number;
  /** Rejects all pending and future calls. */
  close(reason: HybridSearchError): void;
}

export interface CallerOptions<Events> {
  onEvent?: (event: EventOf<Events>) => void;
  onSilent?: () => void;
  /** Milliseconds between pings. Default 5,000. */
  heartbeat?: number;
  /**
   * Milliseconds without a message until the other side counts as dead. Pass a function if that depends on what the
   * other side is doing. Default 60,000.
   */
  silence?: number | (() => number);
  /** Minimum of `silence` until the first message, because the script may load over a slow network. Default 60,000. */
  birth?: number;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: HybridSearchError): void;
  onProgress: ((value: never) => void) | undefined;
}

export function createCaller<Self, Events = unknown>(
  endpoint: Endpoint,
  options: CallerOptions<Events> = {},
): Caller<Self> {
  const { heartbeat = 5_000, silence = 60_000, birth = 60_000 } = options;
  const allowed = (): number => Math.max(alive ? 0 : birth, typeof silence === 'number' ? silence : silence());
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let closed: HybridSearchError | null = null;
  let alive = false;
  /**
   * Pings since the last message. They're counted, because measured time would include the time that the page slept.
   */
  let unanswered = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const beat = (): void => {
    if (pending.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (unanswered * heartbeat >= allowed()) {
      options.onSilent?.();
      close(new HybridSearchError('worker-died', 'it doesn’t respond'));
    } else {
      unanswered++;
      post({ kind: 'ping' });
    }
  };

  const post = (message: Message, transfer: Transferable[] = []): void => endpoint.postMessage(message, transfer);

  const onMessage = (event: MessageEvent): void => {
    const message: unknown = event.data;
    if (!isMessage(message)) return;
    alive = true;
    unanswered = 0;
    if (message.kind === 'event') options.onEvent?.({ name: message.name, value: message.value } as EventOf<Events>);
    else if (message.kind === 'progress') pending.get(message.id)?.onProgress?.(message.value as never);
    else if (message.kind === 'result') settle(message.id)?.resolve(message.value);
    else if (message.kind === 'failure') settle(message.id)?.reject(decodeError(message.error));
  };

  const onMessageError = (): void => close(new HybridSearchError('worker-died', 'a message couldn’t be read'));

  const settle = (id: number): Pending | undefined => {
    const entry = pending.get(id);
    pending.delete(id);
    return entry;
  };

  const close = (reason: HybridSearchError): void => {
    if (closed) return;
    closed = reason;
    clearInterval(timer);
    endpoint.removeEventListener('message', onMessage);
    endpoint.removeEventListener('messageerror', onMessageError);
    for (const entry of pending.values()) entry.reject(reason);
    pending.clear();
  };

  endpoint.addEventListener('message', onMessage);
  endpoint.addEventListener('messageerror', onMessageError);
  endpoint.start?.();

  return {
    get pending() {
      return pending.size;
    },
    close,
    call(method, args, { signal, onProgress, timeout, transfer, graceful } = {}) {
      if (closed) return Promise.reject(closed);
      if (signal?.aborted) return Promise.reject(new HybridSearchError('aborted'));
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const stop = (error: HybridSearchError): void => {
          if (!settle(id)) return;
          post({ kind: 'abort', id });
          finish();
          reject(error);
        };
        const onAbort = (): void => {
          if (graceful) post({ kind: 'abort', id });
          else stop(new HybridSearchError('aborted'));
        };
        const deadline =
          timeout === undefined ? undefined : setTimeout(() => stop(new HybridSearchError('timeout', method)), timeout);
        const finish = (): void => {
          clearTimeout(deadline);
          signal?.removeEventListener('abort', onAbort);
        };
        signal?.addEventListener('abort', onAbort);
        pending.set(id, {
          resolve: (value) => {
            finish();
            resolve(value as never);
          },
          reject: (error) => {
            finish();
            reject(error);
          },
          onProgress,
        });
        if (timer === undefined) {
          unanswered = 0;
          timer = setInterval(beat, heartbeat);
        }
        try {
          post({ kind: 'call', id, method, args }, transfer);
        } catch (cause) {
          settle(id)?.reject(new HybridSearchError('internal', `${method}: arguments cannot be sent`, { cause }));
        }
      });
    },
  };
}
