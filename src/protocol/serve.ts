import { HybridSearchError } from '../core/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { encodeError } from './error-codec.ts';
import { isMessage, type Message } from './messages.ts';
import type { Api, CallContext } from './rpc.ts';

export interface Server<Events> {
  emit<Name extends keyof Events & string>(name: Name, value: Events[Name]): void;
  close(): void;
}

export function serve<Self extends Api<Self>, Events = unknown>(api: Self, endpoint: Endpoint): Server<Events> {
  const running = new Map<number, AbortController>();
  const post = (message: Message): void => endpoint.postMessage(message);

  const run = async (id: number, method: string, args: unknown[]): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const context: CallContext<unknown> = {
      signal: controller.signal,
      progress: (value) => {
        if (running.has(id)) post({ kind: 'progress', id, value });
      },
    };
    try {
      if (!Object.hasOwn(api, method)) throw new HybridSearchError('internal', `no method ${method}`);
      const value = await api[method as keyof Self](context, ...args);
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
