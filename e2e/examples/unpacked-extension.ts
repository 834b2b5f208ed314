/// <reference types="chrome" />
/** A test can't answer the browser's prompts for permissions. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { ensureBrowser } from '../../scripts/setup.mjs';

export interface Extension {
  context: BrowserContext;
  /** `chrome-extension://ID/`. */
  origin: string;
  background(): Promise<Worker>;
}

export interface ExtensionHome {
  /** To start it again, close the context first. */
  start(): Promise<Extension>;
  /** Close the context first. */
  remove(): void;
}

/** @param site origin whose pages the extension may read; if omitted, it asks for the permissions that users give */
export function extensionHome(examples: string, site?: string): ExtensionHome {
  return unpackedHome((built) => fillFolder(built, examples, site));
}

export function unpackedFor(examples: string, site: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'web-memory-'));
  fillFolder(folder, examples, site);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

function fillFolder(built: string, examples: string, site?: string): void {
  cpSync(join(examples, 'extension', 'dist'), built, { recursive: true });
  if (site === undefined) return;
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as {
    host_permissions?: string[];
    permissions: string[];
    optional_permissions: string[];
  };
  // Matches any port, because Firefox doesn't allow ports in patterns.
  const { protocol, hostname } = new URL(site);
  manifest.host_permissions = [`${protocol}//${hostname}/*`];
  manifest.permissions.push(...manifest.optional_permissions.splice(0));
  writeFileSync(join(built, 'manifest.json'), JSON.stringify(manifest));
}

/** @param fill writes the extension into an existing folder; its background script is `background.js` */
export function unpackedHome(fill: (built: string) => void): ExtensionHome {
  const folder = mkdtempSync(join(tmpdir(), 'web-memory-'));
  const built = join(folder, 'extension');
  mkdirSync(built);
  fill(built);
  return {
    async start() {
      const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
        executablePath: ensureBrowser(),
        channel: 'chromium',
        ignoreDefaultArgs: ['--disable-extensions'],
        args: [
          ...CHROMIUM_FLAGS,
          `--load-extension=${built}`,
          `--disable-extensions-except=${built}`,
          '--disable-features=DisableLoadExtensionCommandLineSwitch',
        ],
      });
      const background = async (): Promise<Worker> =>
        context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      return { context, background, origin: (await background()).url().replace(/background\.js$/, '') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Clicks the extension's button in the toolbar, which permits it to read this tab (`activeTab`). */
export async function clickButton({ context, origin }: Extension, page: Page): Promise<void> {
  await page.bringToFront();
  // The library's types lack the domain `Extensions`.
  const session = (await context.browser()!.newBrowserCDPSession()) as unknown as {
    send(method: string, options: object): Promise<{ targetInfos: { targetId: string; url: string }[] }>;
  };
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const { targetId } = targetInfos.find(({ url }) => url === page.url())!;
  await session.send('Extensions.triggerAction', { id: new URL(origin).host, targetId });
}

/** The extension's own queue would take minutes. */
export async function fillExtension({ context, origin }: Extension, count: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}panel.html`);
  await page.evaluate(async (pages) => {
    const { ready } = document.querySelector('hybrid-search') as HTMLElement & {
      ready: Promise<{ addMany(list: object[]): Promise<unknown>; pause(): Promise<void>; close(): Promise<void> }>;
    };
    const client = await ready;
    await client.pause();
    for (let at = 0; at < pages; at += 1_000) {
      await client.addMany(
        Array.from({ length: Math.min(1_000, pages - at) }, (_, index) => ({
          id: `page https://example.org/${at + index}`,
          url: `https://example.org/${at + index}`,
          title: `Saved page ${at + index}`,
          text: `About the harbour of town ${(at + index) % 97} and its marker${at + index}x. `.repeat(20),
          type: 'page',
        })),
      );
    }
    // Closing the client saves a snapshot of the index.
    await client.close();
  }, count);
  await page.close();
}
