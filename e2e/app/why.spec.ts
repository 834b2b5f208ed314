/** What cannot work says why: a code, the address that was tried, and the mend. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

interface Told {
  code: string;
  url: string | undefined;
  message: string;
}

/** How opening a client in this page fails. */
const failure = (page: Page): Promise<Told | 'opened'> =>
  page.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    const client = createHybridSearch({ modelLoad: 'manual' });
    return client.ready.then(
      () => 'opened' as const,
      (error: Told) => ({ code: error.code, url: error.url, message: error.message }),
    );
  });

test('a worker file that is missing, or a page in its place, or of a wrong type', async ({ page, baseUrl }) => {
  const answers = [
    [{ status: 404, body: 'none' }, 'missing-file', 'status 404'],
    [{ status: 200, contentType: 'text/html', body: '<!doctype html>' }, 'missing-file', 'a page came instead'],
    [{ status: 200, contentType: 'text/plain', body: 'export {};' }, 'wrong-mime-type', 'text/plain'],
  ] as const;
  for (const [answer, code, detail] of answers) {
    await page.unroute('**/engine-worker.js');
    await page.route('**/engine-worker.js', (route) => route.fulfill(answer));
    await page.goto(`${baseUrl}/blank`);
    expect(await failure(page)).toMatchObject({
      code,
      url: `${baseUrl}/engine-worker.js`,
      message: expect.stringContaining(detail),
    });
  }
  await page.unroute('**/engine-worker.js');
  await page.goto(`${baseUrl}/blank`);
  expect(await failure(page)).toBe('opened');
});

/** The blank page under a content policy of its own. */
async function underPolicy(page: Page, baseUrl: string, policy: string): Promise<void> {
  await page.route('**/policy', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><html lang="en"><title>policy</title></html>',
    }),
  );
  await page.goto(`${baseUrl}/policy`);
}

test('a content policy without workers', async ({ page, baseUrl }) => {
  await underPolicy(page, baseUrl, "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'");
  expect(await failure(page)).toMatchObject({ code: 'blocked-by-policy', url: `${baseUrl}/engine-worker.js` });
});

test('Trusted Types that are required: with the policy it works, without it says which', async ({ page, baseUrl }) => {
  const strict = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; ";
  await underPolicy(page, baseUrl, `${strict}require-trusted-types-for 'script'; trusted-types hybrid-search`);
  expect(await failure(page)).toBe('opened');
  await page.unroute('**/policy');
  await underPolicy(page, baseUrl, `${strict}require-trusted-types-for 'script'; trusted-types other`);
  expect(await failure(page)).toMatchObject({
    code: 'blocked-by-policy',
    message: expect.stringContaining('hybrid-search'),
  });
});

test('models that are not there: the address, and what to do', async ({ openClient }) => {
  const page = await openClient({ modelLoad: 'manual', assetBase: '/nowhere' });
  const told = await page.evaluate(() =>
    window.client.loadModel().then(
      () => 'loaded',
      (error: Error) => error.message,
    ),
  );
  expect(told).toContain('/nowhere/');
  expect(told).toContain('assetBase');
});
