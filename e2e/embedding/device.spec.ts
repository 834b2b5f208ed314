/**
 * Uses a float model with random weights on a software GPU, so speeds mean nothing here. Where WebGPU has to win, the
 * worker's script is served without the minimum speedup.
 */
import { expect, type Page, test } from '@playwright/test';
import { CHROMIUM_FLAGS, UNOPTIMIZED_WASM } from '../../scripts/chromium.mjs';
import { ensureHeadless } from '../../scripts/setup.mjs';
import { type EmbeddingSite, serveEmbedding } from './embedding-site.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

const WORKER = '/worker.js';
const JSPI = '/ort/ort-wasm-simd-threaded.jspi.wasm';
const TEXTS = ['where is the spare key', 'The spare key is in the cupboard. '.repeat(12), 'x:1000, z:-500 C2065'];
const executablePath = ensureHeadless();
/** `--disable-gpu` would turn off the software GPU too. */
const COMMON = [...CHROMIUM_FLAGS.filter((flag) => flag !== '--disable-gpu'), UNOPTIMIZED_WASM];

// Each test compiles two builds of the runtime, in up to four workers.
let site: EmbeddingSite;
test.beforeAll(async () => {
  site = await serveEmbedding();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.spoil.clear();
  site.requests.clear();
});

function run(page: Page, optIn = true) {
  return page.evaluate(
    async ([texts, webgpu]) => {
      const path = '/harness.js';
      const harness = (await import(path)) as Harness;
      const { api, end } = harness.openEmbedder('', { profile: { ...harness.TINY_ENCODER, webgpu } });
      await api.call('load', []);
      const vectors: number[][] = [];
      for (const text of texts) vectors.push([...(await api.call('embedQuery', [text])).vector]);
      const { device } = await api.call('status', []);
      end();
      const cache = await caches.open('hybrid-search-device-1');
      const kept = await Promise.all(
        (await cache.keys()).map(
          async (key) => (await cache.match(key))!.json() as Promise<{ [name: string]: unknown }>,
        ),
      );
      return { device, vectors, kept };
    },
    [TEXTS, optIn] as const,
  );
}

const cosine = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0) /
  Math.sqrt(a.reduce((sum, value) => sum + value ** 2, 0) * b.reduce((sum, value) => sum + value ** 2, 0));

const edited = (good: Buffer, edit: (code: string) => string): { type: string; body: Buffer } => {
  const code = good.toString();
  const changed = edit(code);
  expect(changed).not.toBe(code);
  return { type: 'text/javascript', body: Buffer.from(changed) };
};
const withoutBar = (code: string): string => code.replace('speedup >= 1.5', 'speedup >= 0');
const withHighBar = (code: string): string => code.replace('speedup >= 1.5', 'speedup >= 1e9');

test.use({
  launchOptions: {
    executablePath,
    args: [...COMMON, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'],
  },
});

test.beforeEach(async ({ page }) => {
  await page.goto(site.url);
  const there = await page.evaluate(async () => {
    const { gpu } = navigator as Navigator & { gpu?: { requestAdapter(): Promise<object | null> } };
    return (await gpu?.requestAdapter()) != null;
  });
  test.skip(!there, 'this browser has no WebGPU, not even in software');
});

test('WebGPU gives the same vectors as WebAssembly, and is used until it fails', { tag: '@long' }, async ({ page }) => {
  const wasm = await run(page, false);
  expect(wasm).toMatchObject({ device: 'wasm', kept: [] });
  expect(site.requests.get(JSPI)).toBeUndefined();

  site.spoil.set(WORKER, (good) => edited(good, withoutBar));
  await page.goto(site.url);
  const first = await run(page);
  expect(first.device).toBe('webgpu');
  expect(first.kept).toEqual([expect.objectContaining({ device: 'webgpu', reason: 'faster' })]);
  for (const [i, vector] of first.vectors.entries()) {
    expect(cosine(vector, wasm.vectors[i]!)).toBeGreaterThanOrEqual(0.9999);
  }

  // A second measurement would choose WebAssembly now.
  site.spoil.set(WORKER, (good) => edited(good, withHighBar));
  await page.goto(site.url);
  expect(await run(page)).toMatchObject({ device: 'webgpu', kept: first.kept });

  const lost = `GPUAdapter.prototype.requestDevice = async () => { throw new Error('the device is lost'); };`;
  site.spoil.set(WORKER, (good) => edited(good, (code) => `${withoutBar(code)}\n${lost}`));
  await page.goto(site.url);
  // The worker ends first.
  run(page).catch(() => {});
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const cache = await caches.open('hybrid-search-device-1');
        const [key] = await cache.keys();
        return key ? (await cache.match(key))!.json() : null;
      }),
    )
    .toMatchObject({ device: 'wasm', reason: 'failed' });
  await page.goto(site.url);
  expect((await run(page)).device).toBe('wasm');
});

test('uses WebAssembly if WebGPU answers wrongly', { tag: '@long' }, async ({ page }) => {
  const broken = `
    const { getMappedRange } = GPUBuffer.prototype;
    GPUBuffer.prototype.getMappedRange = function (...args) {
      const range = getMappedRange.apply(this, args);
      if (this.usage & GPUBufferUsage.MAP_READ) new Uint8Array(range).reverse();
      return range;
    };`;
  site.spoil.set(WORKER, (good) => edited(good, (code) => `${withoutBar(code)}\n${broken}`));
  const result = await run(page);
  expect(result.device).toBe('wasm');
  expect(result.kept).toEqual([expect.objectContaining({ device: 'wasm', reason: 'wrong-answers' })]);
  expect(result.vectors[0]).toHaveLength(32);
});

test('uses WebAssembly if WebGPU is not faster, and does not try again on the next start', { tag: '@long' }, async ({
  page,
}) => {
  site.spoil.set(WORKER, (good) => edited(good, withHighBar));
  const first = await run(page);
  expect(first.device).toBe('wasm');
  expect(first.kept).toEqual([expect.objectContaining({ device: 'wasm', reason: 'not-faster' })]);
  // A second measurement would choose WebGPU now.
  site.spoil.set(WORKER, (good) => edited(good, withoutBar));
  await page.goto(site.url);
  expect(await run(page)).toMatchObject({ device: 'wasm', kept: first.kept });
});

test('without a WebGPU build of the runtime it uses WebAssembly and stores no decision', async ({ page }) => {
  site.spoil.set(JSPI, () => ({ status: 404, body: Buffer.from('no') }));
  expect(await run(page)).toMatchObject({ device: 'wasm', kept: [] });
  expect(site.requests.get(JSPI)).toBe(1);
});

test('without an adapter it uses WebAssembly without a trial', async ({ playwright }) => {
  const browser = await playwright.chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(site.url);
  const result = await run(page);
  await browser.close();
  expect(result).toMatchObject({ device: 'wasm', kept: [] });
  expect(site.requests.get(JSPI)).toBeUndefined();
});
