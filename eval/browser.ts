/**
 * Evaluates the client in Chromium, on an app built from this source. Shares only data and metrics with Node's runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs';
import { serveFolder } from '../scripts/serve.mjs';
import { ensureBrowser, run } from '../scripts/setup.mjs';
import type { HybridSearchClient, MemoryInput } from '../src/client/public-types.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import type { Memory } from '../src/core/record/memory.ts';
import type { DataSet } from './data-set.ts';
import type { Ask } from './run-set.ts';

declare global {
  interface Window {
    evaluated: HybridSearchClient;
  }
}

const BLANK = '<!doctype html><html lang="en"><meta charset="utf-8"><title>evaluation</title><body></body></html>';
const MEMORIES_AT_ONCE = 200;

export interface BrowserStore {
  search: Ask;
  close(): Promise<void>;
}

export interface EvaluationBrowser {
  store(set: Pick<DataSet, 'corpus'>, onProgress: (done: number, total: number) => void): Promise<BrowserStore>;
  close(): Promise<void>;
}

/** Builds the current source, and opens Chromium. `/blank` of the returned URL is an empty page next to the scripts. */
export async function openBuild(): Promise<{ browser: Browser; url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-eval-'));
  const built = run('npx', ['vite', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']);
  if (built !== 0) throw new Error('The build failed');
  const server = await serveFolder(folder, { pages: { '/blank': BLANK } });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS });
  return {
    browser,
    url: server.url,
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param semantic false to load no model */
export async function openBrowser(model: string, semantic: boolean): Promise<EvaluationBrowser> {
  const { browser, url, close } = await openBuild();
  return {
    async store({ corpus }, onProgress) {
      // Closing a context deletes its storage.
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.exposeFunction('progressed', onProgress);
      await page.goto(`${url}/blank`);
      await connect(page, model, semantic);
      for (let at = 0; at < corpus.length; at += MEMORIES_AT_ONCE) {
        // Playwright's types reject recursive JSON.
        const inputs = JSON.stringify(corpus.slice(at, at + MEMORIES_AT_ONCE).map(inputOf));
        await page.evaluate(async (some) => {
          await window.evaluated.addMany(JSON.parse(some) as MemoryInput[]);
        }, inputs);
      }
      if (semantic) await embedded(page);
      return {
        search: (query, settings) => page.evaluate(searchInPage, JSON.stringify({ query, settings })),
        close: () => context.close(),
      };
    },
    close,
  };
}

async function connect(page: Page, model: string, semantic: boolean): Promise<void> {
  await page.evaluate(
    async (options) => {
      const path = '/client.js';
      const module = (await import(path)) as typeof import('../src/client/index.ts');
      const progressed = (globalThis as unknown as { progressed(done: number, total: number): void }).progressed;
      window.evaluated = module.createHybridSearch(options);
      window.evaluated.onProgress(({ embedding }) => progressed(embedding.embedded, embedding.total));
      await window.evaluated.ready;
    },
    {
      name: 'evaluation',
      model,
      modelLoad: semantic ? ('auto' as const) : ('manual' as const),
      conversationTtlDays: 0,
    },
  );
}

/** Resolves when all memories have vectors. With fewer, the evaluation would measure something else. */
async function embedded(page: Page): Promise<void> {
  const { memories, done, state } = await page.evaluate(async () => {
    await window.evaluated.loadModel();
    await window.evaluated.idle();
    const stats = await window.evaluated.stats();
    return { memories: stats.memories, done: stats.embedded, state: stats.model.state };
  });
  if (done !== memories) throw new Error(`Only ${done} of ${memories} memories were embedded; the model is ${state}`);
}

async function searchInPage(asked: string): ReturnType<Ask> {
  const { query, settings } = JSON.parse(asked) as { query: string; settings: SearchSettings };
  const answer = await window.evaluated.search(query, settings);
  const [hits, weak] = [answer.hits, answer.weak].map((list) =>
    list.map(({ id, label, scores: { relevance, tier, final } }) => ({
      id,
      label,
      scores: { relevance, tier, final },
    })),
  );
  return { hits: hits!, weak: weak!, answerable: answer.answerable };
}

/** The store derives the fields that are left out. */
function inputOf({ contentHash: _, ...memory }: Memory): MemoryInput {
  return memory;
}
