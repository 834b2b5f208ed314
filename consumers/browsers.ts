import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs';
import { ensureBrowser } from '../scripts/setup.mjs';
import { freePort } from './work-folder.ts';

const TIMEOUT_MS = 300_000;
const KEYS: { readonly [name: string]: string } = { ArrowDown: '\uE015', Enter: '\uE007' };

export interface Browser {
  version: string;
  open(url: string): Promise<void>;
  /** The value must be JSON. */
  run(body: string): Promise<unknown>;
  press(...keys: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Null if the browser can start. */
  missing(): string | null;
  start(folder: string): Promise<Browser>;
}

const CHROMIUM = ensureBrowser();
const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const WEBDRIVER = '/usr/bin/WebKitWebDriver';
const miniBrowser = (): string | undefined => globMiniBrowser()[0];

const isMissing = (path: string, apt: string): string | null =>
  existsSync(path) ? null : `${path} is not there: apt-get install ${apt}`;

export const ENGINES: readonly Engine[] = [
  {
    name: 'Chromium',
    missing: () => isMissing(CHROMIUM, 'chromium'),
    async start() {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
      const page = await browser.newPage();
      return {
        version: browser.version(),
        open: async (url) => void (await page.goto(url)),
        run: (body) => page.evaluate(`(async () => {${body}})()`),
        async press(...keys) {
          for (const key of keys) await page.keyboard.press(key);
        },
        close: () => browser.close(),
      };
    },
  },
  {
    name: 'Firefox ESR',
    missing: () => isMissing(FIREFOX, 'firefox-esr'),
    async start(folder) {
      const { launch } = createRequire(join(folder, 'package.json'))('puppeteer-core') as PuppeteerCore;
      const browser = await launch({
        browser: 'firefox',
        executablePath: FIREFOX,
        headless: true,
        protocolTimeout: TIMEOUT_MS,
      });
      const page = await browser.newPage();
      return {
        version: (await browser.version()).replace(/^\w+\//, ''),
        open: async (url) => void (await page.goto(url)),
        run: (body) => page.evaluate(`(async () => {${body}})()`),
        async press(...keys) {
          for (const key of keys) await page.keyboard.press(key);
        },
        close: () => browser.close(),
      };
    },
  },
  {
    name: 'WebKitGTK',
    missing: () =>
      isMissing(WEBDRIVER, 'webkit2gtk-driver') ??
      isMissing('/usr/bin/xvfb-run', 'xvfb') ??
      (miniBrowser() ? null : 'no MiniBrowser: apt-get install webkit2gtk-driver'),
    start: startWebKit,
  },
];

/** The package is only installed in the folder that's passed to `start`. */
interface PuppeteerCore {
  launch(options: object): Promise<{
    version(): Promise<string>;
    newPage(): Promise<{
      goto(url: string): Promise<unknown>;
      evaluate(expression: string): Promise<unknown>;
      keyboard: { press(key: string): Promise<void> };
    }>;
    close(): Promise<void>;
  }>;
}

function globMiniBrowser(): string[] {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
    .flatMap((root) => ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(root, name, 'MiniBrowser')))
    .filter(existsSync);
}

/** Without a library, because a few WebDriver commands are enough. */
async function startWebKit(): Promise<Browser> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', WEBDRIVER, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const base = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
  await answering(driver, () => send('GET', '/status'));
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
        timeouts: { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS },
      },
    },
  })) as { sessionId: string; capabilities: { browserVersion?: string } };
  const session = `/session/${sessionId}`;
  return {
    version: capabilities.browserVersion || packageVersion(),
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    async run(body) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
      const { value, error } = (await send('POST', `${session}/execute/async`, { script, args: [] })) as {
        value?: unknown;
        error?: string;
      };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async press(...keys) {
      const actions = keys
        .map((key) => KEYS[key] ?? key)
        .flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
      await send('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async close() {
      await send('DELETE', session).catch(() => {});
      process.kill(-driver.pid!, 'SIGTERM');
    },
  };
}

async function answering(driver: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await ask().then(() => true, () => false))) {
    if (driver.exitCode !== null || Date.now() > deadline) throw new Error(`${WEBDRIVER} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const packageVersion = (): string =>
  execFileSync('dpkg-query', ['-W', '-f', '${Version}', 'webkit2gtk-driver'], { encoding: 'utf8' });
