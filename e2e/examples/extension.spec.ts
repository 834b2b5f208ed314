/// <reference types="chrome" />
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';
import { serveFolder } from '../../scripts/serve.mjs';
import { guardNetwork } from '../fixtures.ts';
import { test as base, expect, violations } from './fixtures.ts';
import { putInto, watchQuality } from './quality.ts';
import { type Extension, extensionHome, fillExtension } from './unpacked-extension.ts';

const PAGES = 8;
const pageOf = (index: number): string =>
  `<!doctype html><html lang="en"><title>Page ${index}</title><nav>Menu that nobody wants</nav><main><h1>Page ${index}</h1><p>The code word of this page is marker${index}x.</p></main></html>`;

const ODD = `<!doctype html><html lang="${'x'.repeat(80)}"><title>${'Odd '.repeat(1_500)}</title><main><p>The oddpage is about gannets.</p></main></html>`;

const test = base.extend<{ extension: Extension }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  site: async ({}, use) => {
    const pages = Object.fromEntries(Array.from({ length: PAGES }, (_, index) => [`/${index}`, pageOf(index)]));
    const server = await serveFolder(tmpdir(), { pages: { ...pages, '/odd': ODD } });
    await use(server.url);
    await server.close();
  },
  extension: async ({ site, built }, use) => {
    const home = extensionHome(built, site);
    const extension = await home.start();
    const strays = guardNetwork(extension.context, site);
    await use(extension);
    expect(strays, 'requests that left the machine').toEqual([]);
    await extension.context.close();
    home.remove();
  },
});

/** The extension saves the page that the browser says is in front. */
async function bringToFront({ background }: Extension, page: Page): Promise<void> {
  await page.bringToFront();
  const inFront = async () =>
    (await background()).evaluate(
      async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.url,
    );
  await expect.poll(inFront).toBe(page.url());
}

async function kept(options: Page): Promise<string | null> {
  await options.reload();
  const count = options.locator('#count');
  await expect(count).not.toBeEmpty();
  return count.textContent();
}

test('pages saved from a popup that closes at once are found by word and by meaning', async ({ extension, site }) => {
  const { context, origin, background } = extension;
  const page = await context.newPage();
  for (let index = 0; index < PAGES; index++) {
    await page.goto(`${site}/${index}`);
    // Tests can't open the real popup.
    const popup = await context.newPage();
    await popup.goto(`${origin}popup.html`);
    await bringToFront(extension, page);
    // Another page may come to the front only once this one has been read.
    const worker = await background();
    await worker.evaluate(() => {
      const isRead = new Promise<void>((resolve) => {
        chrome.storage.local.onChanged.addListener((changes) => {
          const read = ([key, { newValue }]: [string, chrome.storage.StorageChange]): boolean =>
            key.startsWith('wanted ') && newValue === undefined;
          if (Object.entries(changes).some(read)) resolve();
        });
      });
      Object.assign(globalThis, { isRead });
    });
    await popup.evaluate(() => document.querySelector<HTMLButtonElement>('#save')!.click());
    await popup.close();
    await worker.evaluate(() => (globalThis as unknown as { isRead: Promise<void> }).isRead);
  }
  const panel = await context.newPage();
  await panel.goto(`${origin}options.html`);
  await expect.poll(() => kept(panel)).toContain(`${PAGES} pages saved`);

  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  await popup.getByRole('searchbox').fill('marker7x');
  await expect(popup.getByRole('option').first()).toContainText('Page 7');
  await expect(popup.getByRole('option').first()).not.toContainText('Menu that nobody wants');
});

test('the menu saves selections and links, and the background may end at any time', async ({ extension, site }) => {
  const { context, origin, background } = extension;
  const page = await context.newPage();
  await page.goto(`${site}/3`);
  await page.bringToFront();
  await (await background()).evaluate(
    ([url]) => {
      const tab = { id: 1, index: 0, url, title: 'Page 3' } as chrome.tabs.Tab;
      const clicked = chrome.contextMenus.onClicked as unknown as {
        dispatch(info: object, tab: chrome.tabs.Tab): void;
      };
      clicked.dispatch({ menuItemId: 'selection', selectionText: 'A sentence about lighthouses.' }, tab);
      clicked.dispatch({ menuItemId: 'link', linkUrl: 'https://example.org/harbour' }, tab);
    },
    [`${site}/3`],
  );
  const panel = await context.newPage();
  await panel.goto(`${origin}options.html`);
  await expect.poll(() => kept(panel)).toContain('2 pages saved');
  const session = await context.newCDPSession(panel);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await panel.goto(`${origin}popup.html`);
  await panel.getByRole('searchbox').fill('lighthouse');
  await expect(panel.getByRole('option').first()).toContainText('A sentence about lighthouses.');
});

test('oversized pages are cut to fit, and a refused one is shown and blocks nothing', async ({ extension, site }) => {
  const { context, origin, background } = extension;
  const page = await context.newPage();
  await page.goto(`${site}/3`);
  const menu = async (info: object) =>
    (await background()).evaluate(
      ([clicked, url]) => {
        const { onClicked } = chrome.contextMenus as unknown as {
          onClicked: { dispatch(info: object, tab: object): void };
        };
        onClicked.dispatch(clicked, { id: 1, index: 0, url, title: 'Page 3' });
      },
      [info, `${site}/3`] as const,
    );
  await menu({ menuItemId: 'link', linkUrl: `https://example.org/${'refused'.repeat(10_000)}` });
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  await expect(popup.locator('#refused')).toHaveText('1 page was not saved. See why');
  const badge = async () => (await background()).evaluate(() => chrome.action.getBadgeText({}));
  await expect.poll(badge).toBe('!');

  await page.goto(`${site}/odd?${'long'.repeat(200)}`);
  await bringToFront(extension, page);
  await popup.evaluate(() => document.querySelector<HTMLButtonElement>('#save')!.click());
  await expect(popup.locator('#state')).toHaveText('Saved.');
  await popup.getByRole('searchbox').fill('gannets');
  await expect(popup.getByRole('option').first()).toContainText('Odd Odd');

  await popup.goto(`${origin}options.html`);
  const aside = popup.locator('#refused');
  await expect(aside).toContainText('https://example.org/refused');
  await expect(aside.locator('p')).toContainText('url');
  await expect(popup.locator('#count')).toHaveText('1 page saved.');
  if (process.env.SHOTS) await popup.screenshot({ path: `${process.env.SHOTS}/extension-refused.png` });
  // Another reason than the one that the next try gives.
  await popup.evaluate(async () => {
    const all = Object.entries(await chrome.storage.local.get<{ [key: string]: object }>(null));
    const [key, value] = all.find(([name]) => name.startsWith('refused '))!;
    await chrome.storage.local.set({ [key]: { ...value, reason: 'Too late' } });
  });
  await expect(aside.locator('p')).toHaveText('Too late');
  await aside.getByRole('button', { name: 'Try again' }).click();
  await expect(aside.locator('p')).toContainText('url');
  await aside.getByRole('button', { name: 'Remove from this list' }).click();
  await expect(aside).toBeHidden();
});

test('a page counts as saved only once the store has it', async ({ extension, site }) => {
  const { context, origin, background } = extension;
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  const page = await context.newPage();
  await page.goto(`${site}/4`);
  await bringToFront(extension, page);
  await (await background()).evaluate(() => {
    const { sendMessage } = chrome.runtime;
    const gate = new Promise<void>((resolve) => Object.assign(globalThis, { letGo: resolve }));
    chrome.runtime.sendMessage = (async (message: { kind: string }) => {
      if (message.kind === 'store') await gate;
      return sendMessage(message);
    }) as unknown as typeof sendMessage;
  });
  await popup.evaluate(() => document.querySelector<HTMLButtonElement>('#save')!.click());
  const queued = async () =>
    (await background()).evaluate(async () =>
      Object.keys(await chrome.storage.local.get(null)).some((key) => key.startsWith('saved ')),
    );
  await expect.poll(queued).toBe(true);
  await expect(popup.locator('#state')).toHaveText('Saving…');
  await (await background()).evaluate(() => (globalThis as unknown as { letGo(): void }).letGo());
  await expect(popup.locator('#state')).toHaveText('Saved.');
});

test('a page that extensions may not read is refused in plain words', async ({ extension }) => {
  const { context, origin } = extension;
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  // Chromium doesn't let extensions read their own pages either, but its error message is about the manifest.
  const page = await context.newPage();
  await page.goto(`${origin}options.html`);
  await page.bringToFront();
  await popup.evaluate(() => document.querySelector<HTMLButtonElement>('#save')!.click());
  await expect(popup.locator('#state')).toHaveText(/^The browser does not let extensions read this page/);
});

test('the side panel says how to save a page, and asks for no folder', async ({ extension }) => {
  const panel = await extension.context.newPage();
  await panel.goto(`${extension.origin}panel.html`);
  await expect(panel.getByRole('heading', { name: 'No pages saved yet' })).toBeVisible();
  await expect(panel.getByText(/drop a folder/)).toBeHidden();
});

test('bookmarks and history are imported, suggested in the address bar, and exported', async ({ extension, site }) => {
  const { context, origin, background } = extension;
  const page = await context.newPage();
  await page.goto(`${site}/5`);
  await page.goto(`${origin}options.html`);
  await page.evaluate(async () => {
    const folder = await chrome.bookmarks.create({ title: 'Boats' });
    const where = { parentId: folder.id, title: 'How a gaff rig is set', url: 'https://example.org/rig' };
    await chrome.bookmarks.create(where);
    await chrome.bookmarks.create({ ...where, title: 'Not a page', url: 'javascript:alert(1)' });
  });
  await page.getByRole('button', { name: /bookmarks/i }).click();
  await expect(page.locator('#count')).toContainText('Imported 1 page. 1 page saved.');
  await page.getByRole('button', { name: /history/i }).click();
  await expect(page.locator('#count')).toContainText('Imported 1 page. 2 pages saved.');
  await page.getByRole('button', { name: /bookmarks/i }).click();
  await expect(page.locator('#count')).toContainText('Nothing new to import. 2 pages saved.');

  const suggested = () =>
    background().then((worker) =>
      worker.evaluate(
        () =>
          new Promise<{ content: string; description: string }[]>((resolve) => {
            const changed = chrome.omnibox.onInputChanged as unknown as {
              dispatch(text: string, suggest: typeof resolve): void;
            };
            changed.dispatch('gaff', resolve);
          }),
      ),
    );
  await expect
    .poll(suggested)
    .toEqual([{ content: 'https://example.org/rig', description: expect.stringContaining('How a gaff rig is set') }]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything as a file' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8');
  expect(lines).toContain('How a gaff rig is set');
  expect(lines).toContain('"boats"');
  expect(lines).toContain(`${site}/5`);
  expect(lines).not.toContain('javascript:');
});

/** Test machines have no battery. */
async function simulateBattery(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: false });
    Object.assign(navigator, { getBattery: async () => battery });
    Object.assign(window, {
      plugIn() {
        battery.charging = true;
        battery.dispatchEvent(new Event('chargingchange'));
      },
    });
  });
}

const plugIn = (page: Page) => page.evaluate(() => (window as unknown as { plugIn(): void }).plugIn());

test('embedding pauses on battery and resumes when plugged in, in the host and in the panel', async ({ extension }) => {
  const { context, origin, background } = extension;
  await simulateBattery(context);
  const panel = await context.newPage();
  await panel.goto(`${origin}panel.html`);
  const embedding = () =>
    panel.evaluate(async () => {
      const { ready } = document.querySelector('hybrid-search') as HTMLElement & {
        ready: Promise<{ stats(): Promise<object> }>;
      };
      return (await ready).stats();
    });
  await expect.poll(embedding).toMatchObject({ paused: true });
  // In a tab, the offscreen document gets the fake battery.
  const host = await context.newPage();
  await host.goto(`${origin}host.html`);
  await panel.evaluate(() =>
    chrome.runtime.sendMessage({
      to: 'host',
      kind: 'store',
      items: [{ id: 'page a', title: 'A', text: 'About lighthouses.', url: '', tags: [], createdAt: Date.now() }],
    }),
  );
  await expect.poll(embedding).toMatchObject({ queued: 1, embedded: 0 });
  expect(await (await background()).evaluate(() => chrome.offscreen.hasDocument())).toBe(false);
  await plugIn(host);
  await expect.poll(embedding).toMatchObject({ queued: 0, embedded: 1, paused: true });
  await plugIn(panel);
  await expect.poll(embedding).toMatchObject({ paused: false });
});

test('an open popup shows what the host embeds later, and claims nothing about its meaning before', async ({
  extension,
}) => {
  const { context, origin, background } = extension;
  await simulateBattery(context);
  // In a tab, the offscreen document gets the fake battery.
  const host = await context.newPage();
  await host.goto(`${origin}host.html`);
  const popup = await context.newPage();
  await popup.addInitScript(() => {
    // An offscreen document would answer as well.
    const { sendMessage } = chrome.runtime;
    chrome.runtime.sendMessage = (async (message: { kind: string }) =>
      message.kind === 'wake' ? { value: null } : sendMessage(message)) as typeof sendMessage;
  });
  await popup.goto(`${origin}popup.html`);
  await popup.evaluate(() =>
    chrome.runtime.sendMessage({
      to: 'host',
      kind: 'store',
      items: [{ id: 'page a', title: 'A', text: 'About lighthouses.', url: '', tags: [], createdAt: Date.now() }],
    }),
  );
  const box = popup.getByRole('searchbox');
  await box.fill('beacon for ships at sea');
  await expect(popup.locator('hybrid-search-results')).toContainText('No note matches these words');
  expect(await (await background()).evaluate(() => chrome.offscreen.hasDocument())).toBe(false);
  await plugIn(host);
  await expect(popup.getByRole('option')).toHaveText([/About lighthouses/]);
  await expect(box).toBeFocused();
});

test('the popup answers among 5,000 saved pages, by word first, and so does the panel', { tag: '@long' }, async ({
  extension,
}) => {
  const { context, origin } = extension;
  await fillExtension(extension, 5_000);
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  await popup.getByRole('searchbox').fill('marker4711x');
  await expect(popup.getByRole('option').first()).toContainText('Saved page 4711');
  const page = await context.newPage();
  await page.goto(`${origin}panel.html`);
  await page.getByRole('combobox').fill('marker4711x');
  await expect(page.getByRole('option').first()).toContainText('Saved page 4711');
});

test('nothing jumps during a first search, in the popup and in the panel', async ({ extension }) => {
  const { context, origin } = extension;
  await fillExtension(extension, 60);
  const popup = await context.newPage();
  const popupQuality = await watchQuality(popup);
  await popup.setViewportSize({ width: 390, height: 600 });
  await popup.goto(`${origin}popup.html`);
  await expect(popup.getByRole('option')).toHaveCount(8);
  await putInto(popup.getByRole('searchbox'), 'the harbour of town 7');
  await popup.waitForFunction(() => performance.getEntriesByName('fused').length > 0, null);
  await expect(popup.locator('hybrid-search-results mark').first()).toBeVisible();
  expect(await popupQuality.faults()).toEqual([]);

  const panel = await context.newPage();
  const panelQuality = await watchQuality(panel);
  await panel.setViewportSize({ width: 390, height: 800 });
  await panel.goto(`${origin}panel.html`);
  await panel.getByRole('combobox').waitFor();
  await putInto(panel.getByRole('combobox'), 'the harbour of town 7');
  await expect(panel.getByRole('option').first()).toContainText('harbour');
  await expect(panel.locator('hybrid-search')).not.toContainText('meaning follows');
  expect(await panelQuality.faults()).toEqual([]);
});

test('the popup’s button opens the side panel, and a hit chosen there opens next to it', async ({
  extension,
  site,
}) => {
  const { context, origin, background } = extension;
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  await popup.getByRole('button', { name: 'Side panel' }).click();
  const opened = async () =>
    (await background()).evaluate(async () => (await chrome.runtime.getContexts({})).map((each) => each.contextType));
  await expect.poll(opened).toContain('SIDE_PANEL');
  await popup.evaluate(
    async ([url]) => {
      await chrome.runtime.sendMessage({ to: 'background', kind: 'wake' });
      const item = {
        id: `page ${url}`,
        title: 'Page 7',
        text: 'About lighthouses.',
        url,
        tags: [],
        createdAt: Date.now(),
      };
      const answer = await chrome.runtime.sendMessage({ to: 'host', kind: 'store', items: [item] });
      if (answer === undefined || answer.error !== undefined) throw new Error(JSON.stringify(answer) ?? 'no answer');
    },
    [`${site}/7`],
  );
  // The test can reach the side panel's document only through the popup.
  const found = () =>
    popup.evaluate(() => {
      const panel = chrome.extension.getViews().find(({ location }) => location.pathname === '/panel.html');
      const element = panel?.document.querySelector('hybrid-search') as (HTMLElement & { query: string }) | undefined;
      if (!element) return '';
      element.query = 'lighthouses';
      return element.shadowRoot?.querySelector('[role=option] mark')?.textContent ?? '';
    });
  await expect.poll(found).toBe('lighthouses');
  const beside = context.waitForEvent('page');
  // A better answer may be replacing the row at this moment.
  const chosen = () =>
    popup.evaluate(() => {
      const panel = chrome.extension.getViews().find(({ location }) => location.pathname === '/panel.html')!;
      const row = panel.document
        .querySelector('hybrid-search')!
        .shadowRoot!.querySelector<HTMLElement>('[role=option]');
      row?.click();
      return row !== null;
    });
  await expect.poll(chosen).toBe(true);
  await (await beside).waitForURL(`${site}/7`);
});

test('a popup opens its own engine only if the host is not running', async ({ extension }) => {
  const { context, origin, background } = extension;
  const opened = async () => {
    const popup = await context.newPage();
    await popup.goto(`${origin}popup.html`);
    await expect(popup.getByText('Nothing saved yet.')).toBeVisible();
    return popup;
  };
  const first = await opened();
  await expect.poll(() => first.workers().length).toBe(1);
  await expect.poll(async () => (await background()).evaluate(() => chrome.offscreen.hasDocument())).toBe(true);
  await first.close();
  expect((await opened()).workers()).toEqual([]);
});

test('a request during the host’s start is answered by it', async ({ extension }) => {
  const { context, origin, background } = extension;
  const options = await context.newPage();
  await options.goto(`${origin}options.html`);
  const awake = async () => (await background()).evaluate(() => chrome.offscreen.hasDocument());
  for (let round = 0; round < 6; round++) {
    await (await background()).evaluate(() => chrome.offscreen.closeDocument().catch(() => {}));
    await expect.poll(awake).toBe(false);
    const answers = await options.evaluate(async () => {
      const wake = async () => {
        await chrome.runtime.sendMessage({ to: 'background', kind: 'wake' });
        return chrome.runtime.sendMessage({ to: 'host', kind: 'call', call: 'list', args: [{ limit: 1 }] });
      };
      return Promise.all([wake(), wake(), wake()]);
    });
    expect(answers.map(({ value }) => value.memories)).toEqual([[], [], []]);
  }
});

test('the host starts with the browser, answers the first popup, and loads the model only on demand', async ({
  extension,
}) => {
  const { context, origin, background } = extension;
  await fillExtension(extension, 20);
  // In a tab, the test sees the offscreen document's workers.
  const host = await context.newPage();
  await host.goto(`${origin}host.html`);
  const popup = await context.newPage();
  await popup.addInitScript(() => {
    const { sendMessage } = chrome.runtime;
    chrome.runtime.sendMessage = ((message: { kind: string }) =>
      message.kind === 'wake' ? new Promise(() => {}) : sendMessage(message)) as typeof sendMessage;
  });
  await popup.goto(`${origin}popup.html`);
  await popup.getByRole('searchbox').fill('marker7x');
  await expect(popup.getByRole('option').first()).toContainText('Saved page 7');
  expect(popup.workers()).toEqual([]);
  await expect.poll(() => host.workers().length).toBe(1);
  await popup.evaluate(() =>
    chrome.runtime.sendMessage({ to: 'host', kind: 'call', call: 'search', args: ['harbour', { limit: 1 }] }),
  );
  await expect.poll(() => host.workers().length).toBe(2);

  const awake = async () => (await background()).evaluate(() => chrome.offscreen.hasDocument());
  expect(await awake()).toBe(false);
  // Chromium doesn't send the start-up event to an extension that a test has loaded.
  await (await background()).evaluate(() => (chrome.runtime.onStartup as unknown as { dispatch(): void }).dispatch());
  await expect.poll(awake).toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`accessible, readable, nothing jumps: ${colorScheme}`, async ({ extension }) => {
    const { context, origin } = extension;
    const page = await context.newPage();
    const quality = await watchQuality(page);
    await page.emulateMedia({ colorScheme });
    for (const name of ['popup', 'options', 'panel']) {
      await page.goto(`${origin}${name}.html`);
      if (name === 'panel') await page.getByRole('combobox').waitFor();
      if (name === 'popup') await expect(page.getByText('Nothing saved yet.')).toBeVisible();
      expect(await violations(page), name).toEqual([]);
      expect(await quality.faults(), name).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/extension-${name}-${colorScheme}.png` });
    }
  });
}
