import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import type { Memory } from '../core/record/memory.ts';
import { Caller, type CallerOptions } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import type { Message } from './messages.ts';
import { type Api, type CallContext, type EventOf, local, type Remote } from './rpc.ts';
import { serve } from './serve.ts';

function pair<Self extends Api<Self>, Events = unknown>(api: Self, options: CallerOptions<Events> = {}) {
  const { port1, port2 } = new MessageChannel();
  const server = serve<Self, Events>(api, port1 as unknown as Endpoint);
  const caller = new Caller<Self, Events>(port2 as unknown as Endpoint, options);
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

  it('keep code, path, message, cause and current memory of an error', async () => {
    using p = pair({
      fail: () => {
        const current = { id: 'a', text: 'now' } as Memory;
        throw new HybridSearchError('quota', 'disk', {
          path: 'text',
          current,
          cause: new HybridSearchError('storage', 'x'),
        });
      },
    });
    const error = await p.caller.call('fail', []).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(HybridSearchError);
    expect(error).toMatchObject({ code: 'quota', path: 'text', current: { text: 'now' }, cause: { code: 'storage' } });
    expect((error as Error).message).toBe('The storage is full (text): disk; free some space');
  });

  it('refuse an unknown or inherited method', async () => {
    using p = pair({});
    const inherited = p.caller as Remote<{ toString: (context: CallContext) => string }>;
    await expect(inherited.call('toString', [])).rejects.toMatchObject({ code: 'internal' });
  });

  it('pass an abort to the handler and reject at once', async () => {
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

  it('are all rejected when the other side stops responding', async () => {
    const { port1, port2 } = new MessageChannel();
    let silent = false;
    const caller = new Caller<{ x(context: CallContext): void }>(port2 as unknown as Endpoint, {
      heartbeat: 5,
      silence: 20,
      birth: 20,
      onSilent: () => {
        silent = true;
      },
    });
    await expect(caller.call('x', [])).rejects.toMatchObject({ code: 'worker-died' });
    expect(silent).toBe(true);
    await expect(caller.call('x', [])).rejects.toMatchObject({ code: 'worker-died' });
    port1.close();
  });

  describe('with a heartbeat of 2 s and 8 s of silence', () => {
    const quiet = (answers: () => boolean) => {
      const listeners = new Set<(event: MessageEvent) => void>();
      const say = (data: Message): void => {
        for (const listener of [...listeners]) listener({ data } as MessageEvent);
      };
      const endpoint = {
        postMessage: (message: Message) => message.kind === 'ping' && answers() && say({ kind: 'pong' }),
        addEventListener: (type: string, listener: never) => type === 'message' && listeners.add(listener),
        removeEventListener: (_: string, listener: never) => listeners.delete(listener),
      };
      return { endpoint: endpoint as unknown as Endpoint, say };
    };
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const options = { heartbeat: 2_000, silence: 8_000 };

    it('gives up a silent side within 10 s', async () => {
      let dead = false;
      const { endpoint } = quiet(() => !dead);
      const caller = new Caller<{ x(context: CallContext): void }>(endpoint, options);
      let code = '';
      void caller.call('x', []).catch((error) => {
        code = error.code;
      });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(code).toBe('');
      dead = true;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(code).toBe('worker-died');
    });

    it('reports within 10 s that a side doesn’t respond, and when it responds again', async () => {
      const { endpoint, say } = quiet(() => false);
      const reported: boolean[] = [];
      const caller = new Caller<{ x(context: CallContext): void }>(endpoint, {
        ...options,
        onResponsive: (responsive) => reported.push(responsive),
      });
      const abort = new AbortController();
      const call = caller.call('x', [], { signal: abort.signal });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(reported).toEqual([false]);
      say({ kind: 'pong' });
      expect(reported).toEqual([false, true]);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(reported).toEqual([false, true]);
      abort.abort();
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
    });

    it('watches an unresponsive side until it’s dead, even after its last call was aborted', async () => {
      const { endpoint } = quiet(() => false);
      const onSilent = vi.fn();
      const caller = new Caller<{ x(context: CallContext): void }>(endpoint, { ...options, birth: 20_000, onSilent });
      const abort = new AbortController();
      const call = caller.call('x', [], { signal: abort.signal });
      const aborted = expect(call).rejects.toMatchObject({ code: 'aborted' });
      await vi.advanceTimersByTimeAsync(10_000);
      abort.abort();
      await aborted;
      expect(onSilent).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(onSilent).toHaveBeenCalledOnce();
    });

    it('gives a side a minute before its first sign of life, because its script is on the way', async () => {
      const { endpoint } = quiet(() => false);
      const caller = new Caller<{ x(context: CallContext): void }>(endpoint, options);
      let code = '';
      void caller.call('x', []).catch((error) => {
        code = error.code;
      });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(code).toBe('');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(code).toBe('worker-died');
    });

    it('a page that slept does not mistake its own sleep for the other side’s death', async () => {
      const { endpoint, say } = quiet(() => false);
      const caller = new Caller<{ x(context: CallContext): void }>(endpoint, options);
      let code = '';
      void caller.call('x', []).catch((error) => {
        code = error.code;
      });
      say({ kind: 'pong' });
      await vi.advanceTimersByTimeAsync(2_000);
      // The clock jumps by an hour between two pings; the answer comes after the second.
      vi.setSystemTime(Date.now() + 3_600_000);
      await vi.advanceTimersByTimeAsync(2_000);
      say({ kind: 'pong' });
      await vi.advanceTimersByTimeAsync(6_000);
      expect(code).toBe('');
    });
  });

  it('deliver events', async () => {
    type Events = { status: { a: number } };
    const seen = deferred<EventOf<Events>>();
    using p = pair<object, Events>({}, { onEvent: (event) => seen.resolve(event) });
    p.server.emit('status', { a: 1 });
    expect(await seen.promise).toEqual({ name: 'status', value: { a: 1 } });
  });

  it('never count the context among the arguments, so missing ones get their defaults', async () => {
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

/** Each `@ts-expect-error` fails the type check if its line compiles. */
it('only calls that the interface declares compile', async () => {
  const buy: Shop['buy'] = async ({ progress }, what, count = 1) => {
    progress(count);
    return { price: what.length * count };
  };
  using shop = pair<Shop>({ buy });
  const call = shop.caller.call.bind(shop.caller) as Caller<Shop>['call'];
  expect((await call('buy', ['fig', 2], { onProgress: (value) => value.toFixed() })).price.toFixed()).toBe('6');
  // @ts-expect-error a method that was renamed
  await expect(call('purchase', ['fig'])).rejects.toMatchObject({ code: 'internal' });
  // @ts-expect-error an argument of another type
  expect(await call('buy', [3])).toEqual({ price: Number.NaN });
  // @ts-expect-error one argument too many
  expect(await call('buy', ['fig', 2, {}])).toEqual({ price: 6 });
  // @ts-expect-error progress of another type
  await call('buy', ['fig'], { onProgress: (value: string) => value });
  // @ts-expect-error a handler under another name
  pair<Shop>({ purchase: buy })[Symbol.dispose]();
  // @ts-expect-error a handler that answers something else
  pair<Shop>({ buy: async () => ({ cost: 1 }) })[Symbol.dispose]();
});
