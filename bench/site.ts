/**
 * Serves the app with the benchmark's page code. Chromium gets a profile on disk, because private windows keep stores
 * in memory, where they'd be faster than a user's.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs';
import { serveFolder } from '../scripts/serve.mjs';
import { ensureBrowser, ROOT, run } from '../scripts/setup.mjs';

const BLANK = '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body></body></html>';
const ELEMENT = BLANK.replace(
  '<body>',
  '<body><hybrid-search model-load="manual"></hybrid-search><script type="module" src="/define.js"></script>',
);
/** A page without the element: one module, and as many rows of plain HTML as an answer has. */
const PLAIN = BLANK.replace(
  '<body>',
  `<body><input aria-label="Search">${'<article><h2>A note</h2><p>Its text, as long as the line of a row.</p><time>Aug 3</time></article>'.repeat(10)}<script type="module" src="/rolldown-runtime.js"></script>`,
);

type PageCode = typeof import('./page/page.ts');
type PageFunction = {
  [Name in keyof PageCode]: PageCode[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof PageCode];

export interface Site {
  url: string;
  folder: string;
  /** The visit's `close` deletes the browser's profile. */
  browse(): Promise<Visit>;
  close(): Promise<void>;
}

export interface Visit {
  context: BrowserContext;
  profile: string;
  page(options?: { threads?: 1 | 2 }): Promise<Page>;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-bench-'));
  const site = join(folder, 'site');
  if (run('npx', ['vite', 'build', '--mode', 'demo', '--logLevel', 'warn']) !== 0) throw new Error('The build failed');
  cpSync(join(ROOT, 'site'), site, { recursive: true });
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      outDir: site,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: {
          'bench-page': join(ROOT, 'bench/page/page.ts'),
          'bench-job-worker': join(ROOT, 'bench/page/job-worker.ts'),
          'bench-bare': join(ROOT, 'bench/page/bare-start.ts'),
        },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'bench-[name]-[hash].js' },
      },
    },
  });
  const server = await serveFolder(site, { pages: { '/blank': BLANK, '/element': ELEMENT, '/plain': PLAIN } });
  const executablePath = ensureBrowser();
  const open = new Set<BrowserContext>();

  return {
    url: server.url,
    folder: site,
    async browse() {
      const profile = join(folder, `profile-${readdirSync(folder).length}`);
      mkdirSync(profile);
      const context = await chromium.launchPersistentContext(profile, { executablePath, args: CHROMIUM_FLAGS });
      open.add(context);
      context.on('close', () => open.delete(context));
      return {
        context,
        profile,
        async page({ threads = 2 } = {}) {
          const page = await context.newPage();
          page.setDefaultTimeout(0);
          // The client checks this property before it starts the model with threads.
          if (threads === 1) {
            await page.addInitScript(() => Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false }));
          }
          await page.goto(`${server.url}/blank`);
          return page;
        },
        async close() {
          await context.close();
          rmSync(profile, { recursive: true, force: true });
        },
      };
    },
    async close() {
      for (const context of open) await context.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function inPage<Name extends PageFunction>(
  page: Page,
  name: Name,
  ...args: Parameters<PageCode[Name]>
): Promise<Awaited<ReturnType<PageCode[Name]>>> {
  const call: { name: string; args: unknown[] } = { name, args };
  const answer: unknown = await page.evaluate(async (given) => {
    const path = '/bench-page.js';
    const code = (await import(path)) as { [name: string]: (...args: unknown[]) => unknown };
    return code[given.name]!(...given.args);
  }, call);
  return answer as Awaited<ReturnType<PageCode[Name]>>;
}
