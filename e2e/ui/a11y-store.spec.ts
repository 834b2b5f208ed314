/** States that depend on what the store holds or reports. `a11y.spec.ts` has the states that people enter. */
import type { Locator, Page } from '@playwright/test';
import type { StorageNotice } from '../../src/client/public-types.ts';
import { test } from '../fixtures.ts';
import { type FakeNote, NOTES, openElement } from './fake-client.ts';
import { expectNoViolations, injectAxe, SIZES, surround } from './surroundings.ts';

interface State {
  notes: readonly FakeNote[];
  notice?: Partial<StorageNotice>;
  failure?: string;
  enter?(page: Page): Promise<void>;
  shows(page: Page): Locator;
}

const DOZEN = Array.from({ length: 12 }, (_, i) => ({ id: `note-${i}`, title: `Note ${i}`, text: `Text ${i}` }));
const note = (text: string) => (page: Page) => page.locator('.storage-note', { hasText: text });

const STATES: { readonly [name: string]: State } = {
  'an empty store': { notes: [], shows: (page) => page.locator('.empty').getByRole('button').first() },
  'first notes': {
    notes: [{ id: 'key', text: 'The spare key hangs behind the cupboard.', tags: ['house'] }],
    shows: (page) => page.getByRole('option', { name: 'The spare key' }),
  },
  'words before meaning': {
    notes: NOTES,
    async enter(page) {
      await page.evaluate(() =>
        window.fake.progress({
          model: { state: 'waiting', id: 'fake', loadedBytes: 0, totalBytes: 49_000_000 },
          embedding: { embedded: 0, total: 5, queued: 5, paused: false, rate: 0, remainingSeconds: null },
        }),
      );
      await page.getByRole('combobox').fill('bread');
    },
    shows: (page) => page.locator('mark').first(),
  },
  'a corrected word': {
    notes: NOTES,
    async enter(page) {
      await page.evaluate(() => {
        window.fake.corrected['iorn bread'] = [{ from: 'iorn', to: 'iron' }];
      });
      await page.getByRole('combobox').fill('iorn bread');
    },
    shows: (page) => page.locator('.summary').getByRole('button', { name: 'iorn' }),
  },
  'a draft that was kept': {
    notes: NOTES,
    async enter(page) {
      await page.locator('[data-tool=form]').click();
      await page.locator('hs-memory-form textarea').fill('Bring the small tent');
      await page.keyboard.press('Escape');
    },
    shows: (page) => page.locator('.toast'),
  },
  'a backup is due': {
    notes: DOZEN,
    shows: note('only in this browser'),
  },
  restored: { notes: NOTES, notice: { kind: 'restored', restored: 12 }, shows: note('12 notes were restored') },
  'a full disk': { notes: NOTES, notice: { kind: 'quota' }, shows: note('The disk is full') },
  'lost notes': {
    notes: [],
    notice: { kind: 'storage-lost', durability: 'best-effort' },
    shows: (page) => page.locator('.empty', { hasText: 'The browser lost stored notes' }),
  },
  'a store that was not opened': {
    notes: [],
    failure: 'Another tab holds an older version of the store: close it.',
    shows: (page) => page.locator('.empty', { hasText: 'Another tab holds an older version' }),
  },
};

/** The client that `openElement` installed reports what the state says from now on. */
async function report(page: Page, { notice, failure }: State): Promise<void> {
  await page.evaluate(
    ([told, why]) => {
      const { fake, element } = window;
      if (!told && !why) return;
      const client = {
        ...fake,
        onStorage: (listener: (one: StorageNotice) => void) => {
          listener({ kind: 'opened', durability: 'durable', restored: 0, lost: 0, ...told } as StorageNotice);
          return () => {};
        },
      };
      element.client = Object.assign(client, { ready: why ? Promise.reject(new Error(why)) : Promise.resolve(client) });
    },
    [notice, failure] as const,
  );
}

for (const size of SIZES) {
  test(`axe finds nothing in any state of the store: ${size.name}`, async ({ page, baseUrl }) => {
    await surround(page, size);
    await page.addInitScript(
      (at) => localStorage.setItem('hybrid-search:backup-asked:default', at),
      String(Date.now() - 31 * 86_400_000),
    );
    for (const [name, state] of Object.entries(STATES)) {
      await openElement(page, baseUrl, state.notes, { shortcut: '' });
      await report(page, state);
      await injectAxe(page);
      await state.enter?.(page);
      await expectNoViolations(page, size, name, state.shows(page));
    }
  });
}
