import { describe, expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { createCaller } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { type CallContext, type Handlers, serve } from './serve.ts';

function pair(handlers: Handlers, options: Parameters<typeof createCaller>[1] = {}) {
  const { port1, port2 } = new MessageChannel();
  const server = serve(handlers, port1 as unknown as Endpoint);
  const caller = createCaller(port2 as unknown as Endpoint, options);
  return {
    server,
    caller,
    [Symbol.dispose]: () => {
      server.close();
      caller.close(new HybridSearchError('closed'));
      port1.close();
    },
  };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('calls over a port', () => {
  it('carry arguments, results and progress', async () => {
    using p = pair({
      add: (a: number, b: number, context: CallContext) => {
        context.progress('half');
        return a + b;
      },
    });
    const seen: string[] = [];
    expect(await p.caller.call('add', [1, 2], { onProgress: (value: string) => seen.push(value) })).toBe(3);
    expect(seen).toEqual(['half']);
  });

  it('keep code, path, message and cause of an error', async () => {
    using p = pair({
      fail: () => {
        throw new HybridSearchError('quota', 'disk', { path: 'text', cause: new HybridSearchError('storage', 'x') });
      },
    });
    const error = await p.caller.call('fail', []).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(HybridSearchError);
    expect(error).toMatchObject({ code: 'quota', path: 'text', cause: { code: 'storage' } });
    expect((error as Error).message).toBe('The storage is full (text): disk');
  });

  it('refuse an unknown or inherited method', async () => {
    using p = pair({});
    await expect(p.caller.call('toString', [])).rejects.toMatchObject({ code: 'internal' });
  });

  it('reach the handler with an abort and reject at once', async () => {
    const aborted = deferred<void>();
    using p = pair({
      wait: (context: CallContext) =>
        new Promise(() => context.signal.addEventListener('abort', () => aborted.resolve())),
    });
    const controller = new AbortController();
    const call = p.caller.call('wait', [], { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    await aborted.promise;
    expect(p.caller.pending).toBe(0);
  });

  it('let a graceful call answer after its abort', async () => {
    using p = pair({
      work: (context: CallContext) =>
        new Promise((resolve) => context.signal.addEventListener('abort', () => resolve('kept 3'))),
    });
    const controller = new AbortController();
    const call = p.caller.call('work', [], { signal: controller.signal, graceful: true });
    controller.abort();
    expect(await call).toBe('kept 3');
  });

  it('time out', async () => {
    using p = pair({ wait: () => new Promise(() => {}) });
    await expect(p.caller.call('wait', [], { timeout: 5 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('are all rejected when the other side falls silent', async () => {
    const { port1, port2 } = new MessageChannel();
    let silent = false;
    const caller = createCaller(port2 as unknown as Endpoint, {
      heartbeat: 5,
      silence: 20,
      onSilent: () => {
        silent = true;
      },
    });
    await expect(caller.call('x', [])).rejects.toMatchObject({ code: 'worker-died' });
    expect(silent).toBe(true);
    await expect(caller.call('y', [])).rejects.toMatchObject({ code: 'worker-died' });
    port1.close();
  });

  it('deliver events', async () => {
    const seen = deferred<unknown>();
    using p = pair({}, { onEvent: (name, value) => seen.resolve([name, value]) });
    p.server.emit('status', { a: 1 });
    expect(await seen.promise).toEqual(['status', { a: 1 }]);
  });
});
