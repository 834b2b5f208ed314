import { describe, expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { type CallerOptions, createCaller } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { type Api, type CallContext, type EventOf, local, type Remote } from './rpc.ts';
import { serve } from './serve.ts';

function pair<Self extends Api<Self>, Events = unknown>(api: Self, options: CallerOptions<Events> = {}) {
  const { port1, port2 } = new MessageChannel();
  const server = serve<Self, Events>(api, port1 as unknown as Endpoint);
  const caller = createCaller<Self, Events>(port2 as unknown as Endpoint, options);
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
      add: (context: CallContext<string>, a: number, b: number) => {
        context.progress('half');
        return a + b;
      },
    });
    const seen: string[] = [];
    expect(await p.caller.call('add', [1, 2], { onProgress: (value) => seen.push(value) })).toBe(3);
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
    const inherited = p.caller as Remote<{ toString: (context: CallContext) => string }>;
    await expect(inherited.call('toString', [])).rejects.toMatchObject({ code: 'internal' });
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
        new Promise<string>((resolve) => context.signal.addEventListener('abort', () => resolve('kept 3'))),
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
    const caller = createCaller<{ x(context: CallContext): void }>(port2 as unknown as Endpoint, {
      heartbeat: 5,
      silence: 20,
      onSilent: () => {
        silent = true;
      },
    });
    await expect(caller.call('x', [])).rejects.toMatchObject({ code: 'worker-died' });
    expect(silent).toBe(true);
    await expect(caller.call('x', [])).rejects.toMatchObject({ code: 'worker-died' });
    port1.close();
  });

  it('deliver events', async () => {
    type Events = { status: { a: number } };
    const seen = deferred<EventOf<Events>>();
    using p = pair<object, Events>({}, { onEvent: (event) => seen.resolve(event) });
    p.server.emit('status', { a: 1 });
    expect(await seen.promise).toEqual({ name: 'status', value: { a: 1 } });
  });

  it('never count the context among the arguments: what is left out has its default', async () => {
    using p = pair({ list: (_: CallContext, window = 50, more = 'none') => [window, more] });
    expect(await p.caller.call('list', [])).toEqual([50, 'none']);
    expect(await p.caller.call('list', [undefined])).toEqual([50, 'none']);
    expect(await p.caller.call('list', [7])).toEqual([7, 'none']);
  });

  it('are the same within one thread', async () => {
    const remote = local({
      double: async ({ progress, signal }: CallContext<string>, n: number) => {
        progress(`signal ${signal.aborted}`);
        if (n < 0) throw new HybridSearchError('invalid-option');
        return 2 * n;
      },
    });
    const seen: string[] = [];
    const onProgress = (value: string): number => seen.push(value);
    expect(await remote.call('double', [4], { onProgress })).toBe(8);
    expect(await remote.call('double', [4], { onProgress, signal: AbortSignal.abort() })).toBe(8);
    await expect(remote.call('double', [-1])).rejects.toMatchObject({ code: 'invalid-option' });
    expect(seen).toEqual(['signal false', 'signal true']);
  });
});

interface Shop {
  buy(context: CallContext<number>, what: string, count?: number): Promise<{ price: number }>;
}

/** Each `@ts-expect-error` fails the type check should its line compile. */
it('only what the interface says compiles', async () => {
  const buy: Shop['buy'] = async ({ progress }, what, count = 1) => {
    progress(count);
    return { price: what.length * count };
  };
  using shop = pair<Shop>({ buy });
  const { call } = shop.caller;
  expect((await call('buy', ['fig', 2], { onProgress: (value) => value.toFixed() })).price.toFixed()).toBe('6');
  // @ts-expect-error a method that was renamed
  await expect(call('purchase', ['fig'])).rejects.toMatchObject({ code: 'internal' });
  // @ts-expect-error an argument of another type
  expect(await call('buy', [3])).toEqual({ price: Number.NaN });
  // @ts-expect-error an argument too many, as the context once was
  expect(await call('buy', ['fig', 2, {}])).toEqual({ price: 6 });
  // @ts-expect-error progress of another type
  await call('buy', ['fig'], { onProgress: (value: string) => value });
  // @ts-expect-error a handler under another name
  pair<Shop>({ purchase: buy })[Symbol.dispose]();
  // @ts-expect-error a handler that answers something else
  pair<Shop>({ buy: async () => ({ cost: 1 }) })[Symbol.dispose]();
});
