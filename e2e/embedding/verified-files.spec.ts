import { expect, type Page, test } from '@playwright/test';
import { type Answer, type EmbeddingSite, serveEmbedding } from './embedding-site.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

const MODEL = 'Xenova/all-MiniLM-L6-v2';
const WEIGHTS = `/models/${MODEL}/onnx/model_quantized.onnx`;
const TOKENIZER = `/models/${MODEL}/tokenizer.json`;
const RUNTIME = '/ort/ort-wasm-simd-threaded.wasm';

let site: EmbeddingSite;
test.beforeAll(async () => {
  site = await serveEmbedding();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.spoil.clear();
  site.requests.clear();
  site.caching = 'max-age=3600';
});

async function load(
  page: Page,
): Promise<{ code: string; state: string; loaded: number; total: number; cached: number }> {
  await page.goto(site.url);
  return page.evaluate(async (id) => {
    const path = '/harness.js';
    const harness = (await import(path)) as Harness;
    const { api, statuses, end } = harness.openEmbedder(id);
    const code = await api.call('load', []).then(
      () => 'loaded',
      (error: { code: string }) => error.code,
    );
    const status = await api.call('status', []);
    end();
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return {
      code,
      state: status.state,
      loaded: Math.max(...statuses.map((s) => s.loadedBytes)),
      total: status.totalBytes,
      cached: keys.flat().length,
    };
  }, MODEL);
}

const flipped = (good: Buffer): Buffer => {
  const bad = Buffer.from(good);
  bad[bad.length >> 1]! ^= 1;
  return bad;
};

const SPOILS: [name: string, path: string, spoil: (good: Buffer) => Answer, code: string][] = [
  ['one flipped bit of the weights', WEIGHTS, (good) => ({ body: flipped(good) }), 'model-corrupt'],
  ['cut off', WEIGHTS, (good) => ({ body: good.subarray(0, good.length - 1) }), 'model-corrupt'],
  ['longer', WEIGHTS, (good) => ({ body: Buffer.concat([good, Buffer.from([0])]) }), 'model-corrupt'],
  ['zero fill', WEIGHTS, (good) => ({ body: Buffer.alloc(good.length) }), 'model-corrupt'],
  ['an HTML page', TOKENIZER, () => ({ type: 'text/html', body: Buffer.from('<!doctype html>') }), 'model-corrupt'],
  ['an empty answer', TOKENIZER, () => ({ body: Buffer.alloc(0) }), 'model-corrupt'],
  [
    'a flipped bit of the runtime',
    RUNTIME,
    (good) => ({ type: 'application/wasm', body: flipped(good) }),
    'model-corrupt',
  ],
  ['a missing file', WEIGHTS, () => ({ status: 404, body: Buffer.from('no') }), 'model-unavailable'],
  ['a failing host', WEIGHTS, () => ({ status: 503, body: Buffer.from('no') }), 'model-unavailable'],
];

for (const [name, path, spoil, code] of SPOILS) {
  test(`refused: ${name}`, async ({ page }) => {
    site.spoil.set(path, spoil);
    const result = await load(page);
    expect(result).toMatchObject({ code, state: 'failed' });
    expect(site.requests.get(path)).toBe(code === 'model-corrupt' ? 2 : 1);
  });
}

test('fetches a bad file once more, stores the good one, and trusts it on the next visit', async ({ page }) => {
  site.spoil.set(WEIGHTS, (good, request) => ({ body: request === 1 ? flipped(good) : good }));
  const first = await load(page);
  expect(first).toMatchObject({ code: 'loaded', state: 'ready', cached: 4 });
  expect(first.loaded).toBe(first.total);
  expect(site.requests.get(WEIGHTS)).toBe(2);
  site.spoil.set(WEIGHTS, () => ({ status: 503, body: Buffer.from('no') }));
  expect(await load(page)).toMatchObject({ code: 'loaded', state: 'ready', cached: 4 });
  expect(site.requests.get(WEIGHTS)).toBe(2);
});

test('requests only the listed files from the host', async ({ page }) => {
  expect((await load(page)).code).toBe('loaded');
  const asked = [...site.requests.keys()].filter((path) => /^\/(models|ort)\//.test(path)).sort();
  expect(asked).toEqual([
    `/models/${MODEL}/config.json`,
    `/models/${MODEL}/onnx/model_quantized.onnx`,
    `/models/${MODEL}/tokenizer.json`,
    `/models/${MODEL}/tokenizer_config.json`,
    '/ort/ort-wasm-simd-threaded.wasm',
  ]);
});

test('the runtime starts while the weights are still downloading', async ({ page }) => {
  await page.goto(site.url);
  const tokens = await page.evaluate(async (id) => {
    const path = '/harness.js';
    const harness = (await import(path)) as Harness;
    return harness.openAfterRuntime(id);
  }, MODEL);
  expect(tokens).toBe(2);
});

test('a host cannot change any script of the runtime', async ({ page }) => {
  site.spoil.set('/ort/ort-wasm-simd-threaded.mjs', () => ({ body: Buffer.from('throw new Error("not ours")') }));
  expect(await load(page)).toMatchObject({ code: 'loaded', state: 'ready' });
  expect(site.requests.get('/worker.js')).toBe(1);
  expect([...site.requests.keys()].filter((path) => path.endsWith('.mjs'))).toEqual([]);
});

for (const type of ['application/wasm', 'application/octet-stream']) {
  test(`fetches the runtime’s WebAssembly once, even with no-store and type ${type}`, async ({ page }) => {
    site.caching = 'no-store';
    // If the model loads, the bytes that were verified are the ones that were compiled.
    site.spoil.set(RUNTIME, (good, request) => ({ type, body: request === 1 ? good : flipped(good) }));
    expect(await load(page)).toMatchObject({ code: 'loaded', state: 'ready' });
    expect(site.requests.get(RUNTIME)).toBe(1);
  });
}
