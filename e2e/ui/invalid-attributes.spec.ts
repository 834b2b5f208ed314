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

test('invalid attributes raise a typed hs-error with a path', async ({ page, baseUrl }) => {
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

test('a corrected name opens the store', async ({ page, baseUrl }) => {
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

test('keys that a framework sets to true, false or nothing mean all, none and none', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const focused = await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search') as HybridSearchElement;
    element.modelLoad = 'manual';
    document.body.append(element);
    await element.ready;
    const outcome: boolean[] = [];
    for (const value of [true, false, '', undefined, '/', null]) {
      element.shortcut = value;
      await element.updateComplete;
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
      outcome.push(document.activeElement === element);
    }
    return outcome;
  });
  expect(focused).toEqual([true, false, true, false, true, false]);
  expect(errors).toEqual([]);
});

test('the element adds nothing to its tag, so a server-rendered page matches', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  const attributes = await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search') as HybridSearchElement;
    document.body.append(element);
    await element.updateComplete;
    const untouched = element.getAttributeNames();
    element.theme = 'dark';
    await element.updateComplete;
    return [untouched, element.getAttributeNames()];
  });
  expect(attributes).toEqual([[], ['theme']]);
});
