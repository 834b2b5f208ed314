import { type Browser, chromium, type Frame, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { ensureHeadless } from '../../scripts/setup.mjs';
import { expect, test } from '../fixtures.ts';

interface Told {
  code: string;
  url: string | undefined;
  message: string;
}

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

test('names a worker file that is missing, replaced by a page, or of a wrong type', async ({ page, baseUrl }) => {
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

test('names a content policy that blocks workers', async ({ page, baseUrl }) => {
  await underPolicy(page, baseUrl, "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'");
  expect(await failure(page)).toMatchObject({ code: 'blocked-by-policy', url: `${baseUrl}/engine-worker.js` });
});

test('works under Trusted Types with the policies, and names a missing one', async ({ page, baseUrl }) => {
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

const modelFailure = (page: Page): Promise<Told | 'loaded'> =>
  page.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    const client = createHybridSearch({ model: 'all-MiniLM-L6-v2', modelLoad: 'manual' });
    await client.add({ id: 'key', text: 'The spare key hangs behind the cupboard.' }).catch(() => {});
    const told = await client.loadModel().then(
      () => 'loaded' as const,
      (error: Told) => ({ code: error.code, url: error.url, message: error.message }),
    );
    const { hits } = await client.search('cupboard', { modes: ['keyword'] });
    if (hits.length === 0) throw new Error('keywords do not answer');
    await client.close();
    return told;
  });

test('names the address of missing models, and what to do', async ({ openClient }) => {
  const page = await openClient({ modelLoad: 'manual', assetBase: '/nowhere' });
  const told = await page.evaluate(() =>
    window.client.loadModel().then(
      () => 'loaded',
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    ),
  );
  expect(told).toContain('model-unavailable: ');
  expect(told).toContain('/nowhere/');
  expect(told).toContain('assetBase');
});

test('without an embedding worker, keyword search answers, and the state of the model says why', async ({
  page,
  baseUrl,
}) => {
  const answers = [
    [{ status: 404, body: 'none' }, 'missing-file', 'npx hybrid-search-assets'],
    [{ status: 200, contentType: 'text/plain', body: 'export {};' }, 'wrong-mime-type', 'text/javascript'],
  ] as const;
  for (const [answer, code, mend] of answers) {
    await page.unroute('**/embedding-worker.js');
    await page.route('**/embedding-worker.js', (route) => route.fulfill(answer));
    await page.goto(`${baseUrl}/blank`);
    expect(await modelFailure(page)).toEqual({
      code,
      url: `${baseUrl}/embedding-worker.js`,
      message: expect.stringContaining(mend),
    });
  }
});

test('names a policy without wasm-unsafe-eval on the workers’ scripts', async ({ page, baseUrl }) => {
  for (const script of ['**/embedding-worker.js', '**/engine-worker.js']) {
    await page.unrouteAll();
    await page.route(script, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "default-src 'none'; script-src 'self'" };
      await route.fulfill({ response, headers });
    });
    await page.goto(`${baseUrl}/blank`);
    expect(await modelFailure(page)).toMatchObject({
      code: 'blocked-by-policy',
      message: expect.stringContaining("add 'wasm-unsafe-eval' to script-src"),
    });
  }
});

test('names a processor without SIMD', async ({ baseUrl }) => {
  const browser = await chromium.launch({
    executablePath: ensureHeadless(),
    // V8 requires SSE 4.1 for SIMD.
    args: [...CHROMIUM_FLAGS, '--js-flags=--no-enable-sse4-1'],
  });
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/blank`);
  expect(await modelFailure(page)).toMatchObject({
    code: 'missing-simd',
    message: expect.stringContaining('keyword search works'),
  });
  await browser.close();
});

/** Needs its own context, because the test's guard blocks other origins. */
async function openToAll(browser: Browser, baseUrl: string, html: string): Promise<Page> {
  const context = await browser.newContext();
  await context.route('**/*.js', async (route) => {
    const response = await route.fetch({ url: baseUrl + new URL(route.request().url()).pathname });
    const { 'content-type': type } = response.headers();
    await route.fulfill({
      response,
      headers: {
        'content-type': type!,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  });
  await context.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  const page = await context.newPage();
  await page.goto(`${baseUrl}/page`);
  return page;
}

const failureOf = (page: Page | Frame, host: string): Promise<Told | 'opened'> =>
  page.evaluate(async (from) => {
    const module = `${from}/client.js`;
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    return createHybridSearch({ modelLoad: 'manual' }).ready.then(
      () => 'opened' as const,
      (error: Told) => ({ code: error.code, url: error.url, message: error.message }),
    );
  }, host);

test('names a module from another origin', async ({ browser, baseUrl }) => {
  const page = await openToAll(browser, baseUrl, '<!doctype html><html lang="en"><title>page</title></html>');
  expect(await failureOf(page, 'http://elsewhere.test')).toEqual({
    code: 'cross-origin',
    url: 'http://elsewhere.test/engine-worker.js',
    message: expect.stringContaining('serve the scripts there'),
  });
  await page.context().close();
});

test('names a sandboxed frame', async ({ browser, baseUrl }) => {
  const page = await openToAll(
    browser,
    baseUrl,
    '<!doctype html><html lang="en"><title>page</title><iframe sandbox="allow-scripts" src="/page?in"></iframe></html>',
  );
  const frame = page.frames().find((each) => each.url().endsWith('?in'))!;
  expect(await failureOf(frame, baseUrl)).toMatchObject({
    code: 'sandboxed',
    message: expect.stringContaining('allow-same-origin'),
  });
  await page.context().close();
});
