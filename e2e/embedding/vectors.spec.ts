import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { ensureHeadless } from '../../scripts/setup.mjs';
import { type EmbeddingSite, serveEmbedding } from './embedding-site.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

interface Reference {
  model: string;
  queryPrefix: string;
  documentPrefix: string;
  samples: { kind: 'query' | 'document'; text: string; tokens: number; firstIds: number[]; vector: number[] }[];
}

const fixture = (path: string) => JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8'));
const MODELS = [
  { model: 'bge-small-en-v1.5', tag: [] },
  { model: 'multilingual-e5-small-64k', tag: '@long' },
  { model: 'all-MiniLM-L6-v2', tag: '@long' },
];

// Unlike most tests, these run optimized WebAssembly, as in real use.
test.use({ launchOptions: { executablePath: ensureHeadless(), args: CHROMIUM_FLAGS } });

let site: EmbeddingSite;
// Every model is started and run several times. On a busy machine one model takes two minutes.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await serveEmbedding();
});
test.afterAll(() => site.close());

async function openHarness(page: Page): Promise<void> {
  await page.goto(site.url);
  await page.evaluate(async () => {
    const path = '/harness.js';
    Object.assign(window, { harness: await import(path) });
  });
}

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

function vectorsOf(page: Page, model: string, threads: number, samples: { kind: string; text: string }[]) {
  return page.evaluate(
    async ([id, count, given]) => {
      const { harness } = window as unknown as { harness: Harness };
      const { api, end } = harness.openEmbedder(id, { threads: count });
      const status = await api.call('load', []);
      const vectors: number[][] = [];
      for (const { kind, text } of given) {
        const vector =
          kind === 'query'
            ? (await api.call('embedQuery', [text])).vector
            : (await api.call('embedPassages', [[{ hash: '', source: { title: '', text, context: '' } }]]))[0]!;
        vectors.push([...vector]);
      }
      end();
      return { vectors, threads: status.threads };
    },
    [model, threads, samples] as const,
  );
}

for (const { model, tag } of MODELS) {
  test(`${model} gives the reference's token ids and vectors`, { tag }, async ({ page }) => {
    const reference: Reference = fixture(`reference/${model}.json`);
    await openHarness(page);
    const prefixed = reference.samples.map(
      ({ kind, text }) => (kind === 'query' ? reference.queryPrefix : reference.documentPrefix) + text,
    );
    const ids = await page.evaluate(
      ([id, texts]) => (window as unknown as { harness: Harness }).harness.tokenIds(id, texts),
      [model, prefixed] as const,
    );
    for (const [i, { tokens, firstIds }] of reference.samples.entries()) {
      expect(ids[i]!.length).toBe(tokens);
      expect(ids[i]!.slice(0, firstIds.length)).toEqual(firstIds);
    }
    const { vectors } = await vectorsOf(page, model, 1, reference.samples);
    const cosines = vectors.map((vector, i) => cosine(vector, reference.samples[i]!.vector));
    const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
    test.info().annotations.push({ type: 'cosine', description: `mean ${mean} min ${Math.min(...cosines)}` });
    expect(mean).toBeGreaterThanOrEqual(0.998);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.975);
  });
}

test('one or two threads and repeated runs give the same vectors', async ({ page }) => {
  // The runtime is the same for all models, so testing the smallest one is enough.
  const model = 'all-MiniLM-L6-v2';
  const samples = (fixture(`reference/${model}.json`) as Reference).samples.slice(0, 10);
  await openHarness(page);
  const one = await vectorsOf(page, model, 1, samples);
  const again = await vectorsOf(page, model, 1, samples);
  const two = await vectorsOf(page, model, 2, samples);
  expect([one.threads, two.threads]).toEqual([1, 2]);
  for (const [i, vector] of one.vectors.entries()) {
    expect(cosine(vector, again.vectors[i]!)).toBeGreaterThanOrEqual(0.9999);
    expect(cosine(vector, two.vectors[i]!)).toBeGreaterThanOrEqual(0.9999);
  }
});

test('the reranker gives the expected logits, and scores in 0–1 through the worker', async ({ page }) => {
  const { pairs } = fixture('tiny-cross-encoder/expected.json') as {
    pairs: { query: string; document: string; logit: number }[];
  };
  await openHarness(page);
  const logits = await page.evaluate(
    (given) => (window as unknown as { harness: Harness }).harness.pairLogits(given),
    pairs,
  );
  for (const [i, { logit }] of pairs.entries()) expect(Math.abs(logits[i]! - logit)).toBeLessThan(1e-4);
  const scores = await page.evaluate(async (given) => {
    const { harness } = window as unknown as { harness: Harness };
    const { api, end } = harness.openEmbedder('all-MiniLM-L6-v2', { reranker: harness.TINY_CROSS_ENCODER });
    const result = await api.call('rerank', [given[0]!.query, given.slice(0, 2).map((pair) => pair.document)]);
    end();
    return result;
  }, pairs);
  for (const [i, score] of scores.entries()) {
    expect(Math.abs(score - 1 / (1 + Math.exp(-pairs[i]!.logit)))).toBeLessThan(1e-4);
  }
});
