import { expect, type Page, test } from '@playwright/test';
import { type Answer, type EmbeddingSite, serveEmbedding } from './embedding-site.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

const MODEL = 'Xenova/all-MiniLM-L6-v2';
const WEIGHTS = `/models/${MODEL}/onnx/model_quantized.onnx`;
const MIB = 1_048_576;
/** The site sends 11 MiB before it drops a connection. The browser discards what the page has not read by then. */
const LEAST_KEPT_MIB = 5;

let site: EmbeddingSite;
/** In order. Null if the whole file was requested. */
let asked: (string | null)[];
/** In bytes, for each request for the weights. Later requests get everything. */
let drops: (number | undefined)[];
let size: number;
let knowsRanges: boolean;
let version: string;

test.beforeAll(async () => {
  site = await serveEmbedding();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  asked = [];
  drops = [];
  knowsRanges = true;
  version = '"one"';
  site.spoil.clear();
  site.spoil.set(WEIGHTS, (good, _request, range) => {
    asked.push(range ?? null);
    size = good.length;
    return { ...answerOf(good, range), cutAt: drops[asked.length - 1] };
  });
});

function answerOf(good: Buffer, range: string | undefined): Answer {
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
  if (!knowsRanges || Number.isNaN(start)) {
    return { headers: { 'content-length': good.length, etag: version }, body: good };
  }
  const body = good.subarray(start);
  const place = `bytes ${start}-${good.length - 1}/${good.length}`;
  return { status: 206, headers: { 'content-length': body.length, 'content-range': place, etag: version }, body };
}

async function visit(page: Page) {
  await page.goto(site.url);
  return page.evaluate(async (id) => {
    const path = '/harness.js';
    const harness = (await import(path)) as Harness;
    const { api, statuses, end } = harness.openEmbedder(id);
    const code = await api.call('load', []).then(
      () => 'loaded',
      (error: { code: string }) => error.code,
    );
    end();
    const cache = await caches.open('hybrid-search-files-1');
    const keys = (await cache.keys()).map(({ url }) => url);
    const seen = statuses.map(({ loadedBytes, fetchedBytes }) => ({ loaded: loadedBytes, fetched: fetchedBytes ?? 0 }));
    return { code, seen, parts: keys.filter((url) => url.includes('/part')).length, files: keys.length };
  }, MODEL);
}

const startOf = (range: string | null | undefined): number => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]);

test('requests only the rest after a connection drops halfway, in the same visit', async ({ page }) => {
  drops = [11 * MIB];
  expect(await visit(page)).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(asked).toEqual([null, expect.stringMatching(/^bytes=\d+-$/)]);
  expect(startOf(asked[1])).toBeGreaterThanOrEqual(LEAST_KEPT_MIB * MIB);
});

test('resumes in the next visit, with progress from where the last one stopped', async ({ page }) => {
  drops = [11 * MIB, 0];
  const first = await visit(page);
  expect(first).toMatchObject({ code: 'model-unavailable' });
  expect(first.parts).toBeGreaterThanOrEqual(LEAST_KEPT_MIB);

  const second = await visit(page);
  expect(second).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(asked).toHaveLength(3);
  expect(startOf(asked[2])).toBe(startOf(asked[1]));
  const start = startOf(asked[2]);
  // The three small files are already stored. Progress starts at the stored part of the weights.
  const ofWeights = second.seen.filter(({ fetched }) => fetched > 0);
  expect(Math.min(...ofWeights.map(({ loaded }) => loaded))).toBeGreaterThan(start);
  expect(Math.max(...ofWeights.map(({ fetched }) => fetched))).toBeLessThan(size - start + MIB);
});

test('resumes after a tab was closed during the download', async ({ page, context }) => {
  const closed = await context.newPage();
  let arrived!: () => void;
  const half = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await closed.exposeFunction('arrived', () => arrived());
  site.hold.set(WEIGHTS, 11 * MIB);
  await closed.goto(site.url);
  await closed.evaluate(async (id) => {
    const path = '/harness.js';
    const harness = (await import(path)) as Harness;
    harness
      .openEmbedder(id)
      .api.call('load', [])
      .catch(() => {});
    const kept = async (): Promise<number> => (await (await caches.open('hybrid-search-files-1')).keys()).length;
    while ((await kept()) < 10) await new Promise((resolve) => setTimeout(resolve, 50));
    await (window as unknown as { arrived(): Promise<void> }).arrived();
  }, MODEL);
  await half;
  await closed.close();
  site.hold.clear();
  expect(await visit(page)).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(startOf(asked[1])).toBeGreaterThanOrEqual(LEAST_KEPT_MIB * MIB);
});

test('starts again if the host ignores ranges', async ({ page }) => {
  knowsRanges = false;
  drops = [11 * MIB, undefined];
  expect(await visit(page)).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(asked).toHaveLength(2);
});

test('gives up if the host ignores ranges and drops every connection', async ({ page }) => {
  knowsRanges = false;
  drops = [11 * MIB, 11 * MIB];
  expect(await visit(page)).toMatchObject({ code: 'model-unavailable' });
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('discards parts of another version of the file', async ({ page }) => {
  drops = [11 * MIB, 0];
  expect(await visit(page)).toMatchObject({ code: 'model-unavailable' });
  version = '"two"';
  expect(await visit(page)).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(asked.slice(2)).toEqual([expect.stringMatching(/^bytes=/), null]);
});

test('downloads the whole file if the stored part is corrupt', async ({ page }) => {
  drops = [11 * MIB, 0];
  await visit(page);
  await page.evaluate(async () => {
    const cache = await caches.open('hybrid-search-files-1');
    const part = (await cache.keys()).find(({ url }) => url.endsWith('/part?3'))!;
    const kept = (await cache.match(part))!;
    const bytes = new Uint8Array(await kept.arrayBuffer());
    bytes[100]! ^= 1;
    await cache.put(part, new Response(bytes, { headers: kept.headers }));
  });
  expect(await visit(page)).toMatchObject({ code: 'loaded', parts: 0, files: 4 });
  expect(asked.slice(2)).toEqual([expect.stringMatching(/^bytes=/), null]);
});

test('resumes the runtime after a dropped connection too', async ({ page }) => {
  const ranges: (string | undefined)[] = [];
  site.spoil.set('/ort/ort-wasm-simd-threaded.wasm', (good, request, range) => {
    ranges.push(range);
    return { type: 'application/wasm', ...answerOf(good, range), ...(request === 1 ? { cutAt: 7 * MIB } : {}) };
  });
  site.requests.clear();
  expect(await visit(page)).toMatchObject({ code: 'loaded' });
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);
});
