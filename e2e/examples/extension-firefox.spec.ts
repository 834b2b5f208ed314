/** Features that need the browser's own buttons aren't tested. */
import { tmpdir } from 'node:os';
import { serveFolder } from '../../scripts/serve.mjs';
import { type Firefox, hasFirefox, startFirefox } from './firefox.ts';
import { test as base, expect } from './fixtures.ts';
import { unpackedFor } from './unpacked-extension.ts';

const ID = 'web-memory@example.org';
const HOST = '6e5a1c0e-1111-4222-8333-944455556666';
const ORIGIN = `moz-extension://${HOST}/`;
const PAGE =
  '<!doctype html><html lang="en"><title>Coast</title><main><p>The lighthouse keeper wrote marker17x in his diary.</p></main></html>';

const test = base.extend<{ firefox: Firefox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  site: async ({}, use) => {
    const server = await serveFolder(tmpdir(), { pages: { '/coast': PAGE } });
    await use(server.url);
    await server.close();
  },
  firefox: async ({ built, site }, use) => {
    const { folder, remove } = unpackedFor(built, site);
    const firefox = await startFirefox({ [ID]: HOST });
    await firefox.installAddon(folder);
    await use(firefox);
    await firefox.close();
    remove();
  },
});

test.skip(() => !hasFirefox(), 'apt-get install firefox-esr');

test('a page saved from the popup is found in Firefox by word, by meaning and in the panel', async ({
  firefox,
  site,
}) => {
  const text = (selector: string) => () => firefox.run(`return document.querySelector('${selector}').textContent`);
  const ask = (query: string) =>
    firefox.run(`
      document.querySelector('hybrid-search-box').query = '${query}';`);
  const rows = `[...(document.querySelector('hybrid-search-results').shadowRoot?.querySelectorAll('[role=option]') ?? [])].map((row) => row.textContent).join()`;

  const popup = await firefox.open(`${ORIGIN}popup.html`);
  const isEmpty = () =>
    firefox.run(`
      const hint = document.querySelector('[slot=empty]');
      return hint.assignedSlot !== null && getComputedStyle(hint).visibility === 'visible';`);
  await expect.poll(isEmpty).toBe(true);
  expect(await firefox.run(`return document.querySelector('#panel').hidden`)).toBe(false);
  // The page to save has to be the one in front of the popup's tab.
  await firefox.open(`${site}/coast`);
  await firefox.behind(popup);
  await firefox.run(`document.querySelector('#save').click();`);
  await expect.poll(text('#state')).toBe('Saved.');

  const kept = async () => {
    await firefox.open(`${ORIGIN}options.html`);
    return firefox.run(`
      while (!document.querySelector('#count').textContent) await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector('#count').textContent;`);
  };
  await expect.poll(kept).toContain('1 page saved');

  await firefox.open(`${ORIGIN}popup.html`);
  await ask('marker17x');
  await expect.poll(() => firefox.run(`return ${rows}`)).toContain('Coast');
  await expect
    .poll(async () => {
      await ask('beacon for ships at sea');
      return firefox.run(`
          await new Promise((resolve) => setTimeout(resolve, 500));
          return ${rows};`);
    })
    .toContain('Coast');

  await firefox.open(`${ORIGIN}panel.html`);
  await firefox.run(`document.querySelector('hybrid-search').query = 'marker17x';`);
  const row = () =>
    firefox.run(
      `return document.querySelector('hybrid-search').shadowRoot.querySelector('[role=option]')?.textContent ?? ''`,
    );
  await expect.poll(row).toContain('Coast');
});
