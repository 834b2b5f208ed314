/** A request to another origin is a failure. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { guardNetwork } from '../e2e/fixtures.ts';
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs';
import { ensureBrowser } from '../scripts/setup.mjs';
import type { Environment } from './environments.ts';
import { EXPECTED } from './expected.ts';

const TIMEOUT_MS = 180_000;

export async function prove(environment: Environment, folder: string): Promise<string[]> {
  const started = await environment.start(folder);
  const profile = mkdtempSync(join(tmpdir(), 'hybrid-search-profile-'));
  const extension = 'extension' in started ? started.extension : undefined;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureBrowser(),
    headless: extension === undefined,
    args: [
      ...CHROMIUM_FLAGS,
      ...(extension
        ? ['--headless=new', `--load-extension=${extension}`, '--disable-features=DisableLoadExtensionCommandLineSwitch']
        : []),
    ],
    ...(extension && { ignoreDefaultArgs: ['--disable-extensions'] }),
  });
  try {
    const origin = 'url' in started ? started.url : await extensionOrigin(context);
    return await judge(context, origin, environment);
  } finally {
    await context.close();
    if ('close' in started) await started.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function judge(context: BrowserContext, origin: string, environment: Environment): Promise<string[]> {
  const strays = guardNetwork(context, origin);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()} ${response.url()}`);
  });
  if (environment.offlineAfter) {
    await page.goto(origin + environment.offlineAfter);
    await page.waitForFunction(() => (globalThis as { installed?: Promise<boolean> }).installed);
    await context.setOffline(true);
  }
  const wrong: string[] = [];
  for (const path of environment.pages ?? ['/']) {
    await page.goto(origin + path);
    const found = await proofOf(page).catch((error: Error) => void wrong.push(`${path}: ${error.message}`));
    for (const [name, value] of Object.entries(environment.expected ?? EXPECTED)) {
      const actual = (found as { [name: string]: unknown } | undefined)?.[name];
      if (!found || isExpected(actual, value)) continue;
      const wanted = value instanceof RegExp ? String(value) : JSON.stringify(value);
      wrong.push(`${path}: ${name} is ${JSON.stringify(actual)}, not ${wanted}`);
    }
  }
  for (const url of strays) wrong.push(`left the origin: ${url}`);
  return wrong.length > 0 ? [...wrong, ...said] : [];
}

const isExpected = (actual: unknown, expected: unknown): boolean =>
  expected instanceof RegExp ? expected.test(String(actual)) : actual === expected;

async function proofOf(page: Page): Promise<unknown> {
  await page.waitForFunction(() => 'proof' in globalThis);
  return page.evaluate(async (timeout) => {
    const { proof } = globalThis as unknown as { proof: Promise<unknown> };
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no proof in time')), timeout));
    return Promise.race([proof, late]).catch((error: unknown) => {
      const chain: string[] = [];
      for (let at = error; at instanceof Error; at = at.cause) chain.push(at.message);
      throw new Error(chain.join(' < ') || String(error));
    });
  }, TIMEOUT_MS);
}

/** Chromium chooses the extension's id. */
async function extensionOrigin(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  const id = await page.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { developerPrivate: { getExtensionsInfo(): Promise<{ id: string; name: string }[]> } };
    };
    return (await chrome.developerPrivate.getExtensionsInfo()).find(({ name }) => name === 'Consumer')?.id;
  });
  await page.close();
  if (!id) throw new Error('Chromium did not load the extension');
  return `chrome-extension://${id}`;
}
