/** A worker that hangs or runs out of memory fires no event, so a heartbeat runs while calls are pending. */
import { HybridSearchError } from '../core/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { decodeError } from './error-codec.ts';
import { isMessage, type Message } from './messages.ts';
import type { Arguments, CallOptions, EventOf, ProgressOf, Remote, Result } from './rpc.ts';

export interface CallerOptions<Events> {
  onEvent?: (event: EventOf<Events>) => void;
  onSilent?: () => void;
  /** Called with false after `RESPONSE_MS` without a message, and with true at the next one. Calls stay pending. */
  onResponsive?: (responsive: boolean) => void;
  /** Milliseconds between pings. Default 5,000. */
  heartbeat?: number;
  /**
   * Milliseconds without a message until the other side counts as dead. Pass a function if that depends on what the
   * other side is doing. Default 60,000.
   */
  silence?: number | (() => number);
  /** The script may load over a slow network. Default 60,000. */
  birth?: number;
}

/** Milliseconds. With a heartbeat of 2 s, `onResponsive` is called within ten seconds. */
const RESPONSE_MS = 8_000;

interface Pending {
  resolve(value: unknown): void;
  reject(error: HybridSearchError): void;
  onProgress: ((value: never) => void) | undefined;
}

export class Caller<Self, Events = unknown> implements Remote<Self> {
  readonly #endpoint: Endpoint;
  readonly #options: CallerOptions<Events>;
  readonly #heartbeat: number;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #closed: HybridSearchError | null = null;
  #alive = false;
  #responsive = true;
  /** Pings since the last message. They're counted, because elapsed time includes the page's sleep. */
  #unanswered = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(endpoint: Endpoint, options: CallerOptions<Events> = {}) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#heartbeat = options.heartbeat ?? 5_000;
    endpoint.addEventListener('message', this.#onMessage);
    endpoint.addEventListener('messageerror', this.#onMessageError);
    endpoint.start?.();
  }

  get pending(): number {
    return this.#pending.size;
  }

  close(reason: HybridSearchError): void {
    if (this.#closed) return;
    this.#closed = reason;
    clearInterval(this.#timer);
    this.#endpoint.removeEventListener('message', this.#onMessage);
    this.#endpoint.removeEventListener('messageerror', this.#onMessageError);
    for (const entry of this.#pending.values()) entry.reject(reason);
    this.#pending.clear();
  }

  call<Method extends keyof Self & string>(
    method: Method,
    args: Arguments<Self[Method]>,
    { signal, onProgress, timeout, transfer, graceful }: CallOptions<ProgressOf<Self[Method]>> = {},
  ): Promise<Result<Self[Method]>> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(new HybridSearchError('aborted'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const stop = (error: HybridSearchError): void => {
        if (!this.#settle(id)) return;
        this.#post({ kind: 'abort', id });
        finish();
        reject(error);
      };
      const onAbort = (): void => {
        if (graceful) this.#post({ kind: 'abort', id });
        else stop(new HybridSearchError('aborted'));
      };
      const deadline =
        timeout === undefined ? undefined : setTimeout(() => stop(new HybridSearchError('timeout', method)), timeout);
      const finish = (): void => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      this.#pending.set(id, {
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
      this.#startBeating();
      try {
        this.#post({ kind: 'call', id, method, args }, transfer);
      } catch (cause) {
        this.#settle(id)?.reject(new HybridSearchError('internal', `${method}: arguments cannot be sent`, { cause }));
      }
    });
  }

  #startBeating(): void {
    if (this.#timer !== undefined) return;
    this.#unanswered = 0;
    this.#timer = setInterval(() => this.#beat(), this.#heartbeat);
  }

  #beat(): void {
    // An unresponsive side is watched until it responds or counts as dead, even if nobody waits for an answer any more.
    if (this.#pending.size === 0 && this.#responsive) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const silentMs = this.#unanswered * this.#heartbeat;
    if (silentMs >= RESPONSE_MS) this.#setResponsive(false);
    if (silentMs >= this.#allowedMs()) {
      this.#options.onSilent?.();
      this.close(new HybridSearchError('worker-died', 'it doesn’t respond'));
    } else {
      this.#unanswered++;
      this.#post({ kind: 'ping' });
    }
  }

  #setResponsive(responsive: boolean): void {
    if (responsive === this.#responsive) return;
    this.#responsive = responsive;
    this.#options.onResponsive?.(responsive);
  }

  #allowedMs(): number {
    const { silence = 60_000, birth = 60_000 } = this.#options;
    return Math.max(this.#alive ? 0 : birth, typeof silence === 'number' ? silence : silence());
  }

  readonly #onMessage = ({ data: message }: MessageEvent<unknown>): void => {
    if (!isMessage(message)) return;
    this.#alive = true;
    this.#unanswered = 0;
    this.#setResponsive(true);
    if (message.kind === 'event')
      this.#options.onEvent?.({ name: message.name, value: message.value } as EventOf<Events>);
    else if (message.kind === 'progress') this.#pending.get(message.id)?.onProgress?.(message.value as never);
    else if (message.kind === 'result') this.#settle(message.id)?.resolve(message.value);
    else if (message.kind === 'failure') this.#settle(message.id)?.reject(decodeError(message.error));
  };

  readonly #onMessageError = (): void => {
    this.close(new HybridSearchError('worker-died', 'a message couldn’t be read'));
  };

  #settle(id: number): Pending | undefined {
    const entry = this.#pending.get(id);
    this.#pending.delete(id);
    return entry;
  }

  #post(message: Message, transfer: Transferable[] = []): void {
    this.#endpoint.postMessage(message, transfer);
  }
}
