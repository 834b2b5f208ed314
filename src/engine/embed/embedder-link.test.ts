import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderStatus } from '../../protocol/embedder-api.ts';
import type { CallContext } from '../../protocol/rpc.ts';
import { serve } from '../../protocol/serve.ts';
import { EmbedderLink } from './embedder-link.ts';
import { createSearchEmbedder } from './search-embedder.ts';

const READY: EmbedderStatus = {
  state: 'ready',
  model: 'm',
  fingerprint: 'f',
  dims: 2,
  device: 'wasm',
  threads: 1,
  loadedBytes: 5,
  totalBytes: 5,
  runs: 0,
};

/** The first worker dies at its first query. */
function setup(failure: HybridSearchError | null = null) {
  const heard: string[] = [];
  let starts = 0;
  const link: EmbedderLink = new EmbedderLink({
    starter: {
      start() {
        const worker = ++starts;
        const { port1, port2 } = new MessageChannel();
        const api = {
          load: async () => READY,
          status: async () => READY,
          setTyping: async (_: CallContext, typing: boolean) => void heard.push(`worker ${worker}: typing ${typing}`),
          embedQuery: () => {
            heard.push(`worker ${worker}: query`);
            if (worker === 1) queueMicrotask(() => link.lost('killed'));
            return worker === 1 ? new Promise(() => {}) : Promise.resolve({ worker });
          },
        };
        serve(api as unknown as EmbedderApi, port2);
        link.attach(port1);
      },
      stop() {},
    },
    linked: { model: 'm', fingerprint: 'f', dims: 2, bytes: 5 },
    allowed: true,
    failure,
    onStatus: () => {},
  });
  return { link, heard, starts: () => starts };
}

describe('the link to the embedding worker', () => {
  it("starts no worker where vectors can't be compared, and says why", async () => {
    const { link, starts } = setup(new HybridSearchError('missing-simd'));
    expect(link.status).toMatchObject({ state: 'failed', error: expect.stringContaining('keyword search works') });
    link.allow();
    await expect(link.use(async () => {})).rejects.toMatchObject({ code: 'missing-simd' });
    expect(starts()).toBe(0);
  });

  it('forwards a keystroke to a running worker, and starts none for it', async () => {
    const { link, heard, starts } = setup();
    link.typing();
    expect(starts()).toBe(0);
    await link.use((embedder) => embedder.call('status', []));
    link.typing();
    await link.use((embedder) => embedder.call('status', []));
    expect(heard).toEqual(['worker 1: typing true']);
    link.close();
  });

  it('retries once in a new worker when the worker dies during a query, and knows the model from then on', async () => {
    const { link, heard, starts } = setup();
    expect(link.known).toBe(false);
    const answer = await link.use((embedder) => embedder.call('embedQuery', ['where']));
    expect(answer).toEqual({ worker: 2 });
    expect(heard).toEqual(['worker 1: query', 'worker 2: query']);
    expect([starts(), link.known]).toEqual([2, true]);
    link.close();
  });

  it('reports the size of the download before it begins', () => {
    const { link } = setup();
    expect(link.status).toMatchObject({ state: 'off', loadedBytes: 0, totalBytes: 5 });
    link.close();
  });
});

describe("a worker that doesn't respond", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  async function silent(bytes: number, blocking: number[], hanging = 1) {
    let hung = 0;
    let failed = false;
    const reports: boolean[] = [];
    const link: EmbedderLink = new EmbedderLink({
      starter: {
        start() {
          const { port1, port2 } = new MessageChannel();
          const api = {
            load: async () => READY,
            embedQuery: () => {
              for (const model of blocking) server.emit('blocking', model);
              server.close();
              hung++;
              failed = false;
              return new Promise(() => {});
            },
          };
          const server = serve<EmbedderApi, EmbedderEvents>(api as unknown as EmbedderApi, port2);
          link.attach(port1);
        },
        stop() {},
      },
      linked: { model: 'm', fingerprint: 'f', dims: 2, bytes },
      allowed: true,
      failure: null,
      onStatus: () => void reports.push(link.responsive),
    });
    const first = link.use((embedder) => {
      const query = embedder.call('embedQuery', ['where']);
      query.catch(() => {
        failed = true;
      });
      return query;
    });
    first.catch(() => {});
    const cross = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    const pass = async (seconds: number): Promise<boolean> => {
      for (let beat = 0; beat < seconds / 2; beat++) {
        await cross();
        vi.advanceTimersByTime(2_000);
      }
      await cross();
      return failed;
    };
    while (hung < hanging) await (hung === 0 || failed ? cross() : pass(2));
    return { link, reports, pass, end: () => link.close() };
  }

  it('is abandoned within ten seconds', async () => {
    const { pass, end } = await silent(50_000_000, []);
    expect(await pass(8)).toBe(false);
    expect(await pass(2)).toBe(true);
    end();
  });

  it('gets 90 s while the runtime reads a model, and ten after that', async () => {
    const reading = await silent(50_000_000, [30_000_000]);
    expect(await reading.pass(80)).toBe(false);
    expect(await reading.pass(12)).toBe(true);
    reading.end();
    const through = await silent(50_000_000, [30_000_000, 0]);
    expect(await through.pass(10)).toBe(true);
    through.end();
  });

  it('is reported within ten seconds while it may still be reading a model, and keeps no search waiting', async () => {
    const { link, reports, pass, end } = await silent(50_000_000, [30_000_000]);
    const ask = () => createSearchEmbedder(link, Promise.resolve(true)).embedQuery('where', []);
    const early = ask().catch((error: unknown) => error);
    reports.length = 0;
    expect(await pass(10)).toBe(false);
    expect(reports).toEqual([false]);
    expect(await early).toMatchObject({ code: 'model-unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(await link.refresh()).toMatchObject({ state: 'ready' });
    end();
  });

  it('gets twice as long at each further start, until a query is answered', async () => {
    const { pass, end } = await silent(50_000_000, [], 2);
    expect(await pass(16)).toBe(false);
    expect(await pass(2)).toBe(true);
    end();
  });

  it('gets four times as long with a model four times as large', async () => {
    const { pass, end } = await silent(50_000_000, [200_000_000, 0]);
    expect(await pass(30)).toBe(false);
    expect(await pass(4)).toBe(true);
    end();
  });
});
