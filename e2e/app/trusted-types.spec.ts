/** The origin is isolated, so the runtime starts its threads under Trusted Types too. */
import { join } from 'node:path';
import { securityHeaders } from '../../scripts/headers.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { test as base, connect, expect } from '../fixtures.ts';

const BLANK =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>blank</title><link rel="icon" href="data:,"><body></body></html>';
const POLICY = `${securityHeaders({ strict: true })['content-security-policy']}; require-trusted-types-for 'script'`;

const under = (names: string) =>
  base.extend({
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
    baseUrl: async ({}, use) => {
      const server = await serveFolder(join(import.meta.dirname, '../../site'), {
        pages: { '/blank': BLANK },
        extraHeaders: { 'content-security-policy': `${POLICY}; trusted-types ${names}` },
      });
      await use(server.url);
      await server.close();
    },
  });

under('hybrid-search')('meaning, in two threads, with the policy hybrid-search alone', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  await connect(page, { model: 'all-MiniLM-L6-v2' });
  const found = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'key', text: 'The spare key hangs behind the blue cupboard.' },
      { id: 'soup', text: 'Roast the pumpkin, add broth and cream.' },
    ]);
    await client.loadModel();
    await client.idle();
    const { hits } = await client.search('how do I get in when I am locked out?', { modes: ['semantic'] });
    const backup = await client.export();
    await client.clear();
    const { added } = await client.import(backup);
    const { model } = await client.stats();
    const required = await Promise.resolve()
      .then(() => new Worker('/engine-worker.js'))
      .then(
        () => 'not required',
        (error: Error) => error.name,
      );
    return { first: hits[0]?.id, added, threads: model.threads, isolated: crossOriginIsolated, required };
  });
  expect(found).toEqual({ first: 'key', added: 2, threads: 2, isolated: true, required: 'TypeError' });
});

under('hybrid-search lit-html')('the element, with the policy of Lit beside it', async ({ page, baseUrl }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto(`${baseUrl}/blank`);
  const first = await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search');
    element.setAttribute('model-load', 'manual');
    document.body.append(element);
    const client = await element.ready;
    await client.add({ id: 'soup', text: 'Pumpkin soup.' });
    const answered = new Promise<{ response: { hits: { id: string }[] } }>((resolve) => {
      element.addEventListener('hs-search', resolve, { once: true });
    });
    element.query = 'pumpkin';
    return (await answered).response.hits[0]?.id;
  });
  expect(first).toBe('soup');
  expect(refused).toEqual([]);
});
