import { afterEach, expect, it, vi } from 'vitest';
import { whyNotLoaded } from './workers.ts';

afterEach(() => void vi.unstubAllGlobals());

it('distinguishes a worker that Vite’s optimizer left behind from one that nobody copied', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const optimized = [
    'http://localhost/node_modules/.vite/deps/engine-worker.js?worker_file&type=module',
    'http://localhost/_nuxt/node_modules/.cache/vite/client/deps/engine-worker.js',
  ];
  for (const url of optimized) {
    expect(await whyNotLoaded(url)).toMatchObject({ code: 'missing-file', url });
    expect((await whyNotLoaded(url)).message).toContain('optimizeDeps.exclude');
  }
  expect((await whyNotLoaded('http://localhost/files/engine-worker.js')).message).toContain('hybrid-search-assets');
});
