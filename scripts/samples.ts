/**
 * `npm run samples` gives the demo's notes their vectors. Needs `npm run build` first. Run it again when the model or
 * the chunker changes; until then, the page recomputes the vectors that are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { HybridSearchClient } from '../src/client/public-types.ts';
import { CHROMIUM_FLAGS } from './chromium.mjs';
import { serveFolder } from './serve.mjs';
import { ensureBrowser, ROOT } from './setup.mjs';

const file = join(ROOT, 'public', 'samples', 'notes.jsonl');
const blank = '<!doctype html><html lang="en"><title>samples</title>';
const server = await serveFolder(join(ROOT, 'site'), { pages: { '/samples': blank } });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/samples`);
  const exported = await page.evaluate(
    async (text) => {
      const module = '/client.js';
      const { createHybridSearch } = (await import(module)) as typeof import('../src/client/index.ts');
      const client: HybridSearchClient = createHybridSearch({ name: 'samples', language: 'en', modelLoad: 'manual' });
      await client.import(new File([text], 'notes.jsonl'), { format: 'jsonl' });
      await client.loadModel();
      await client.idle();
      return (await client.export({ vectors: true })).text();
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, exported);
  console.log(`wrote ${file}: ${exported.trimEnd().split('\n').length} lines, ${exported.length} bytes`);
} finally {
  await browser.close();
  await server.close();
}
