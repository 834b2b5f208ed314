import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ask, keepAnswers, openRealElement } from '../ui/real-element.ts';

const SILENT = 'The model isn’t responding; until it does, only words are searched';
const NOTES = [
  { id: 'boat', text: 'The red boat lies at pier 13.' },
  { id: 'lamp', text: 'A copper lamp hangs in the hall.' },
];

const work = (page: Page) => page.locator('hs-status-bar .work');

/** Stops the worker's thread at the point where ONNX Runtime reads the model, until you call the returned function. */
async function holdRuntime(context: BrowserContext): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/held', async (route) => {
    await released;
    await route.fulfill({ body: '' });
  });
  await context.route('**/embedding-worker.js', async (route) => {
    const response = await route.fetch();
    const hold = `
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message, ...rest) {
        postMessage.call(this, message, ...rest);
        if (message?.name !== 'blocking' || message.value === 0) return;
        const request = new XMLHttpRequest();
        request.open('GET', '/held', false);
        request.send();
      };`;
    await route.fulfill({ response, body: `${await response.text()}\n${hold}` });
  });
  return release;
}

async function open(page: Page, baseUrl: string, name: string): Promise<void> {
  await openRealElement(page, baseUrl, { name });
  await keepAnswers(page);
  await page.evaluate(async (notes) => {
    const client = await window.element.ready;
    await client.addMany(notes);
    void client.loadModel().catch(() => {});
  }, NOTES);
  await expect(page.getByRole('option')).toHaveCount(2);
}

const modes = (page: Page) => page.evaluate(() => window.answer!.modesUsed);

test('a model whose thread is blocked is reported until it responds, and words are searched meanwhile', async ({
  context,
  page,
  baseUrl,
}) => {
  const release = await holdRuntime(context);
  await open(page, baseUrl, 'blocked-model');
  await expect(work(page)).toHaveText(SILENT);
  expect(await page.evaluate(async () => (await (await window.element.ready).stats()).model)).toMatchObject({
    state: 'loading',
    unresponsive: true,
  });
  await ask(page, 'copper');
  await expect(page.getByRole('option')).toHaveText([/copper lamp/]);
  expect(await modes(page)).not.toContain('semantic');
  await page.getByRole('combobox').fill('zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await ask(page, 'copper');
  release();
  await expect(work(page)).not.toHaveText(SILENT);
});

test('a model worker that never answers is reported, and words are searched', async ({ context, page, baseUrl }) => {
  await context.route('**/embedding-worker.js', async (route) => {
    await route.fulfill({ response: await route.fetch(), body: '' });
  });
  await open(page, baseUrl, 'silent-model');
  await expect(work(page)).toHaveText(SILENT);
  await ask(page, 'copper');
  await expect(page.getByRole('option')).toHaveText([/copper lamp/]);
  expect(await modes(page)).not.toContain('semantic');
});
