/** The serving side: dispatches calls to handlers, carries aborts, progress and errors, answers the heartbeat. */
import { HybridSearchError } from '../core/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { encodeError } from './error-codec.ts';
import { isMessage, type Message } from './messages.ts';

export interface CallContext {
  signal: AbortSignal;
  progress(value: unknown): void;
}

/** Receives the wire arguments and, last, the call's context. */
// biome-ignore lint/suspicious/noExplicitAny: the wire is untyped; each handler states what it takes, the typed proxy guards the callers
export type Handlers = { [method: string]: (...args: any[]) => unknown };

export interface Server {
  /** Sends an event to the calling side. */
  emit(name: string, value: unknown): void;
  /** Stops listening and aborts what runs. */
  close(): void;
}

export function serve(handlers: Handlers, endpoint: Endpoint): Server {
  const running = new Map<number, AbortController>();
  const post = (message: Message): void => endpoint.postMessage(message);

  const run = async (id: number, method: string, args: unknown[]): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const context: CallContext = {
      signal: controller.signal,
      progress: (value) => {
        if (running.has(id)) post({ kind: 'progress', id, value });
      },
    };
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new HybridSearchError('internal', `no method ${method}`);
      const value = await handler(...args, context);
      post({ kind: 'result', id, value });
    } catch (error) {
      post({ kind: 'failure', id, error: encodeError(error) });
    } finally {
      running.delete(id);
    }
  };

  const onMessage = (event: MessageEvent): void => {
    const message: unknown = event.data;
    if (!isMessage(message)) return;
    if (message.kind === 'call') void run(message.id, message.method, message.args);
    else if (message.kind === 'abort') running.get(message.id)?.abort(new HybridSearchError('aborted'));
    else if (message.kind === 'ping') post({ kind: 'pong' });
  };

  endpoint.addEventListener('message', onMessage);
  endpoint.start?.();

  return {
    emit: (name, value) => post({ kind: 'event', name, value }),
    close: () => {
      endpoint.removeEventListener('message', onMessage);
      for (const controller of running.values()) controller.abort(new HybridSearchError('closed'));
      running.clear();
    },
  };
}
