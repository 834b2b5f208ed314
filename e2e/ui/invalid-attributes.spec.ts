/** An attribute that cannot be is said as `hs-error`, with the option as path; put right, the element works. */
import type { HybridSearchElement } from '../../src/index.ts';
import { expect, test } from '../fixtures.ts';

const WRONG: [attribute: string, value: string, path: string | undefined, code?: string][] = [
  ['name', '', 'name'],
  ['model', 'no-such-model', undefined, 'model-unavailable'],
  ['model-load', 'never', 'modelLoad'],
  ['asset-base', '', 'assetBase'],
  ['limit', 'many', 'limit'],
  ['limit', '1000', 'limit'],
  ['theme', 'blue', 'theme'],
  ['shortcut', 'ctrl+x', 'shortcut'],
];

test('invalid attributes come as hs-error, typed, with a path', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  const told = await page.evaluate(async (wrong) => {
    const module = '/define.js';
    await import(module);
    const all: (string | undefined)[][] = [];
    for (const [attribute, value] of wrong) {
      const element = document.createElement('hybrid-search') as HybridSearchElement;
      element.setAttribute('model-load', 'manual');
      element.setAttribute(attribute, value);
      const failed = new Promise<{ code?: string; path?: string; name: string }>((resolve) => {
        element.addEventListener('hs-error', ({ error }) => resolve(error), { once: true });
      });
      document.body.append(element);
      const { code, path, name } = await failed;
      all.push([attribute, code, path, name]);
      element.remove();
    }
    return all;
  }, WRONG);
  expect(told).toEqual(
    WRONG.map(([attribute, , path, code = 'invalid-option']) => [attribute, code, path, 'HybridSearchError']),
  );
});

test('a name that was wrong and is put right opens', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  const found = await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search') as HybridSearchElement;
    element.setAttribute('model-load', 'manual');
    element.setAttribute('name', '');
    document.body.append(element);
    const code = await element.ready.catch((error: { code: string }) => error.code);
    element.setAttribute('name', 'right');
    await element.updateComplete;
    const client = await element.ready;
    await client.add({ text: 'soup' });
    return [code, client.name, await client.count()];
  });
  expect(found).toEqual(['invalid-option', 'right', 1]);
});
