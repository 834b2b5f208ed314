import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { ensureBrowser } from '../../scripts/setup.mjs';
import type { StoreKit } from '../../src/testing/store-harness.ts';

const FLAGS = ['--headless=new', ...CHROMIUM_FLAGS, '--remote-debugging-port=0'];

const PAGE = `<!doctype html><html lang="en"><title>store</title><script>
let next = 0; const waiting = new Map();
// An opaque origin may start no worker from another origin's address, and no module worker from a blob.
const start = async () => {
  if (origin !== 'null') return new Worker('/worker.js', { type: 'module' });
  const code = await (await fetch('/worker.js')).text();
  return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
};
const started = start().then((worker) => {
worker.onmessage = ({ data }) => {
  if ('report' in data) return console.log('REPORT ' + JSON.stringify(data.report));
  const { resolve, reject } = waiting.get(data.id); waiting.delete(data.id);
  data.error ? reject(new Error(JSON.stringify(data.error))) : resolve(data.value);
};
return worker;
});
window.call = async (source, argument) => {
  const worker = await started;
  return await new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject }); worker.postMessage({ id: next, source, argument });
  });
};
</script></html>`;

const OPAQUE = `<!doctype html><html lang="en"><title>frame</title><iframe sandbox="allow-scripts" src="/"></iframe></html>`;

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/testing/store-harness.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'worker' } },
  });
  const output = (Array.isArray(result) ? result[0] : result) as { output: { type: string; code?: string }[] };
  return output.output.find((file) => file.type === 'chunk')?.code ?? '';
}

export interface Site {
  url: string;
  port: number;
  close(): void;
}

export async function serveHarness(): Promise<Site> {
  const code = await bundle();
  const server: Server = createServer((request, response) => {
    const script = request.url === '/worker.js';
    response.writeHead(200, {
      'content-type': script ? 'text/javascript' : 'text/html',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    response.end(script ? code : request.url === '/opaque' ? OPAQUE : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, port, close: () => void server.close() };
}

export interface RunningBrowser {
  browser: Browser;
  context: BrowserContext;
  cdp: CDPSession;
  processGroup: number;
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function launch(profile: string, extra: readonly string[] = []): Promise<RunningBrowser> {
  mkdirSync(profile, { recursive: true });
  const child = spawn(ensureBrowser(), [...FLAGS, `--user-data-dir=${profile}`, ...extra, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const browser = await chromium.connectOverCDP(await endpointOf(child));
  const gone = (): Promise<void> =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => child.once('exit', () => resolve()));
  const cdp = await browser.newBrowserCDPSession();
  return {
    browser,
    context: browser.contexts()[0]!,
    cdp,
    processGroup: child.pid ?? 0,
    kill: async () => {
      const done = gone();
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await done;
    },
    close: async () => {
      const done = gone();
      await cdp.send('Browser.close').catch(() => {});
      await done;
    },
  };
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (data) => {
      output += data;
      const match = /DevTools listening on (ws:\S+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', () => reject(new Error(`Chromium ended at once: ${output.slice(0, 1_000)}`)));
  });
}

export async function openPage(
  running: RunningBrowser,
  site: Site,
  onReport?: (value: unknown) => void,
): Promise<Page> {
  const page = await running.context.newPage();
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith('REPORT ')) onReport?.(JSON.parse(text.slice(7)));
  });
  await page.goto(site.url);
  return page;
}

/** Sent as source code, so it can use only its arguments. */
export function inWorker<T, A = undefined>(
  page: Pick<Page, 'evaluate'>,
  work: (kit: StoreKit, argument: A) => T | Promise<T>,
  ...[argument]: A extends undefined ? [] : [A]
): Promise<T> {
  return page.evaluate(
    ([source, value]) =>
      (window as unknown as { call(source: string, argument: unknown): Promise<T> }).call(source as string, value),
    [work.toString(), argument] as const,
  );
}

export function temporaryProfile(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hybrid-search-store-'));
  // A process that has just been killed may still be creating files.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export const levelDbOf = (profile: string, site: Site): string =>
  join(profile, 'Default/IndexedDB', `http_localhost_${site.port}.indexeddb.leveldb`);
