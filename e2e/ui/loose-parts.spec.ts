import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { importFound } from './import-look.ts';
import { NOTES, openParts, type PartElement } from './open-parts.ts';

const options = (page: Page, within = 'hybrid-search-results') => page.locator(within).getByRole('option');

test.describe('alone', () => {
  test('a box searches, and reports the answer', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-box name="a"></hybrid-search-box>', { a: NOTES });
    const answered = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          document.querySelector('hybrid-search-box')!.addEventListener('hs-search', (event) => {
            if (event.query === 'golem') resolve(event.response.hits.map(({ id }) => id));
          });
        }),
    );
    const box = page.getByRole('searchbox', { name: 'Search notes' });
    await box.fill('golem');
    expect(await answered).toEqual(['iron']);
    await box.press('ArrowDown');
    await expect(box).toBeFocused();
  });

  test('results list the store, and handle keys without a box', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-results name="a" limit="2"></hybrid-search-results>', { a: NOTES });
    await expect(options(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    const list = page.getByRole('listbox');
    await list.focus();
    const chosen = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document
            .querySelector('hybrid-search-results')!
            .addEventListener('hs-select', ({ memory }) => resolve(memory.id));
        }),
    );
    await list.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    const active = await options(page).first().getAttribute('id');
    await expect(list).toHaveAttribute('aria-activedescendant', active!);
    await list.press('Enter');
    expect(NOTES.map(({ id }) => id)).toContain(await chosen);
  });

  test('filters, status, help, settings and judging show their contents', async ({ page, baseUrl }) => {
    const tags = ['filters', 'status', 'help', 'settings', 'judge'];
    for (const [i, tag] of tags.entries()) {
      const name = `store-${i}`;
      await openParts(page, baseUrl, `<hybrid-search-${tag} name="${name}"></hybrid-search-${tag}>`, { [name]: NOTES });
      const text = { filters: 'Tags', status: '3 notes', help: 'How to search', settings: 'Settings', judge: 'Judge' }[
        tag
      ]!;
      await expect(page.locator(`hybrid-search-${tag}`)).toContainText(text);
      await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
    }
  });

  test('an editor writes a note, and is ready for the next', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-editor name="a"></hybrid-search-editor>');
    const editor = page.locator('hybrid-search-editor');
    await editor.getByLabel('Text').fill('Nether portal at 12, 60');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor.getByLabel('Text')).toHaveValue('');
    const texts = await page.evaluate(async () => {
      const client = await document.querySelector<PartElement>('hybrid-search-editor')!.ready;
      return (await client.list()).memories.map(({ text }) => text);
    });
    expect(texts).toEqual(['Nether portal at 12, 60']);
  });

  test('an import takes files', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-import name="a"></hybrid-search-import>');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# One\n\ntext') });
    await importFound(page);
    await expect(page.locator('hybrid-search-import')).toContainText('1 added');
  });

  test('an import takes files that are dropped on it', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-import name="a"></hybrid-search-import>');
    const panel = page.locator('hs-import-panel');
    const drag = (type: string) =>
      panel.evaluate((node, type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['# Tides\n\nEbb at noon'], 'tides.md'));
        const event = new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer });
        node.dispatchEvent(event);
        return event.defaultPrevented;
      }, type);
    expect(await drag('dragenter')).toBe(true);
    await expect(panel).toHaveAttribute('data-over');
    expect(await drag('dragover')).toBe(true);
    expect(await drag('drop')).toBe(true);
    await expect(panel).not.toHaveAttribute('data-over');
    await importFound(page);
    await expect(panel).toContainText('1 added');
  });

  test('an import leaves files to a page that handles them', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-import name="a"></hybrid-search-import>');
    const taken = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('hs-import', (event) => {
            event.preventDefault();
            const [one] = event.files;
            void one!.file.text().then((text) => resolve(`${one!.path}: ${text}`));
          });
        }),
    );
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# One') });
    expect(await taken).toBe('a.md: # One');
    await expect(page.locator('hs-import-found')).toHaveCount(0);
  });

  test('a reader shows what the page puts in while nothing is open', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-reader name="a">Choose a note</hybrid-search-reader>');
    await expect(page.getByText('Choose a note')).toBeVisible();
  });

  test('a part has the colours and the theme that the page gives it', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-results name="a" theme="dark"></hybrid-search-results>', {
      a: NOTES,
    });
    await expect(options(page)).toHaveCount(3);
    const part = page.locator('hybrid-search-results');
    await part.evaluate(({ style }) => style.setProperty('--hs-text', 'rgb(200, 10, 20)'));
    const title = page.locator('.title').first();
    await expect(title).toHaveCSS('color', 'rgb(200, 10, 20)');
    await expect(title).toHaveCSS('color-scheme', 'dark');
  });
});

const SEARCH = `
  <header><hybrid-search-box name="a"></hybrid-search-box></header>
  <main><hybrid-search-filters name="a"></hybrid-search-filters><hybrid-search-results name="a"></hybrid-search-results></main>
  <aside><hybrid-search-reader name="a"></hybrid-search-reader></aside>
  <footer><hybrid-search-status name="a"></hybrid-search-status></footer>`;

test.describe('next to others', () => {
  test('with the same name share the query, its answer and the open note', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, SEARCH, { a: NOTES });
    const box = page.getByRole('searchbox');
    await box.fill('farm');
    await expect(options(page)).toHaveCount(2);
    await box.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('hybrid-search-reader h2')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('hybrid-search-reader h2')).toHaveCount(0);
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(box).toBeFocused();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('checkbox', { name: 'farms' }).check();
    await box.fill('iron');
    await expect(options(page)).toHaveCount(2);
  });

  test('rows offer editing and deleting once an editor shares their store, and a delete can be undone', async ({
    page,
    baseUrl,
  }) => {
    await openParts(page, baseUrl, SEARCH, { a: NOTES });
    await options(page).filter({ hasText: 'Bread' }).hover();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await page.evaluate(() => {
      const editor = document.createElement('hybrid-search-editor');
      editor.setAttribute('name', 'a');
      document.querySelector('aside')!.append(editor);
    });
    const row = page.locator('.row').filter({ hasText: 'Bread' });
    await row.hover();
    await row.getByRole('button', { name: 'Edit' }).click();
    await expect(page.locator('hybrid-search-editor').getByLabel('Text')).toHaveValue(/Flour/);
    await row.hover();
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(options(page)).toHaveCount(2);
    await page.locator('hybrid-search-status').getByRole('button', { name: 'Undo' }).click();
    await expect(options(page)).toHaveCount(3);
  });

  test('events come from the first part in the page, even if it was added last', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search-results name="a"></hybrid-search-results>', { a: NOTES });
    const from = await page.evaluate(async () => {
      const box = Object.assign(document.createElement('hybrid-search-box'), { name: 'a' });
      document.body.prepend(box);
      await box.ready;
      const answered = new Promise<string>((resolve) => {
        document.body.addEventListener('hs-search', ({ target }) => resolve((target as Element).localName));
      });
      box.query = 'golem';
      return answered;
    });
    expect(from).toBe('hybrid-search-box');
  });

  test('with different names don’t mix', async ({ page, baseUrl }) => {
    const pair = (name: string): string =>
      `<section id="${name}"><hybrid-search-box name="${name}"></hybrid-search-box><hybrid-search-results name="${name}"></hybrid-search-results></section>`;
    await openParts(page, baseUrl, pair('a') + pair('b'), {
      a: NOTES,
      b: [{ id: 'tea', text: 'Tea with iron in it' }],
    });
    await page.locator('#a').getByRole('searchbox').fill('iron');
    await expect(options(page, '#a')).toHaveCount(3);
    await expect(options(page, '#b')).toHaveCount(1);
    await page.locator('#b').getByRole('searchbox').fill('tea');
    await expect(options(page, '#b').locator('mark')).toHaveText(['Tea']);
    await expect(page.locator('#a').getByRole('searchbox')).toHaveValue('iron');
    await expect(options(page, '#a')).toHaveCount(3);
  });

  test('share with the element whose id they name, and with the one that contains them', async ({ page, baseUrl }) => {
    await openParts(
      page,
      baseUrl,
      `<hybrid-search-reader for="all"></hybrid-search-reader>
       <hybrid-search id="all" name="a" model-load="manual"><hybrid-search-status slot="tools"></hybrid-search-status></hybrid-search>
       <hybrid-search-box name="a"></hybrid-search-box>`,
      { a: NOTES },
    );
    await page.getByRole('combobox').fill('bread');
    await expect(page.locator('hybrid-search').getByRole('option')).toHaveCount(1);
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page.locator('hybrid-search-status[slot]')).toContainText('3 notes');
    await page.locator('hybrid-search').getByRole('option').click();
    await expect(page.locator('hybrid-search-reader[for] h2')).toHaveText('Bread');
  });

  test('help, import, settings and judging act on the box and the rows next to them', async ({ page, baseUrl }) => {
    const soup = { id: 'soup', title: 'Lentil soup', text: 'Two onions, slowly.' };
    await openParts(
      page,
      baseUrl,
      `<hybrid-search-box name="a" id="box"></hybrid-search-box><hybrid-search-results name="a"></hybrid-search-results>
       <hybrid-search-help for="box"></hybrid-search-help><hybrid-search-import name="a"></hybrid-search-import>
       <hybrid-search-settings for="box"></hybrid-search-settings><hybrid-search-judge name="a"></hybrid-search-judge>`,
      { a: [...NOTES, soup] },
    );
    await expect(options(page)).toHaveCount(4);
    await page.locator('hybrid-search-help').getByRole('button', { name: 'lentil soup' }).first().click();
    const box = page.locator('#box').getByRole('searchbox');
    await expect(box).toHaveValue('lentil soup');
    await expect(options(page)).toHaveText([/Lentil soup/]);

    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    const ferry = Buffer.from('# Harbour\n\nThe ferry leaves at nine.');
    await (await choosing).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: ferry });
    await importFound(page);
    await expect(page.locator('hybrid-search-import')).toContainText('1 added');
    await box.fill('ferry');
    await expect(options(page)).toHaveText([/Harbour/]);

    await page.locator('hybrid-search-settings').getByRole('button', { name: 'Judge some answers' }).click();
    const judge = page.locator('hybrid-search-judge');
    await expect(judge.getByRole('heading', { level: 2 })).toBeFocused();
    await judge.getByLabel('Question').fill('ferry');
    await page.keyboard.press('Enter');
    await expect(judge.locator('.note')).toContainText('The ferry leaves at nine.');
  });

  test('judging with the same name asks its store, and leaves the query of the box alone', async ({
    page,
    baseUrl,
  }) => {
    await openParts(
      page,
      baseUrl,
      `<hybrid-search-box name="a"></hybrid-search-box><hybrid-search-results name="a"></hybrid-search-results>
       <hybrid-search-judge name="a"></hybrid-search-judge><hybrid-search-judge name="b"></hybrid-search-judge>`,
      { a: NOTES, b: [{ id: 'tea', text: 'Tea with bread' }] },
    );
    await page.getByRole('searchbox').fill('golem');
    await expect(options(page)).toHaveCount(1);
    for (const [name, text] of [
      ['a', 'Flour, water, salt'],
      ['b', 'Tea with bread'],
    ] as const) {
      const judge = page.locator(`hybrid-search-judge[name=${name}]`);
      await judge.getByLabel('Question').fill('bread');
      await page.keyboard.press('Enter');
      await expect(judge.locator('.note')).toContainText(text);
    }
    await expect(page.getByRole('searchbox')).toHaveValue('golem');
    await expect(options(page)).toHaveCount(1);
  });

  test('an id that no element has is reported as an error', async ({ page, baseUrl }) => {
    await page.goto(`${baseUrl}/blank`);
    const error = await page.evaluate(async () => {
      const module = '/define.js';
      await import(module);
      const box = document.createElement('hybrid-search-box');
      box.setAttribute('for', 'nobody');
      const told = new Promise<unknown>((resolve) => {
        box.addEventListener('hs-error', (event) => resolve({ ...event.error, name: undefined }), { once: true });
      });
      document.body.append(box);
      return told;
    });
    expect(error).toMatchObject({ code: 'invalid-option', path: 'for' });
  });
});

test.describe('in the page', () => {
  test('a part that is moved keeps its query; one that is put back takes the others’', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, SEARCH, { a: NOTES });
    const box = page.getByRole('searchbox');
    await box.fill('golem');
    await expect(options(page)).toHaveCount(1);
    await page.evaluate(() =>
      document.querySelector('footer')!.append(document.querySelector('hybrid-search-results')!),
    );
    await expect(options(page)).toHaveCount(1);
    await box.fill('iron');
    await expect(options(page)).toHaveCount(3);
    const results = await page.evaluateHandle(() => {
      const part = document.querySelector('hybrid-search-results')!;
      part.remove();
      return part;
    });
    await box.fill('golem');
    await results.evaluate((part) => document.querySelector('main')!.append(part));
    await expect(options(page)).toHaveCount(1);
    await box.fill('iron');
    await expect(options(page)).toHaveCount(3);
  });

  test('the store opens again after all of them were removed and put back', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, SEARCH, { a: NOTES });
    await page.getByRole('searchbox').fill('golem');
    await expect(options(page)).toHaveCount(1);
    await page.evaluate(async () => {
      const all = [...document.body.childNodes];
      document.body.replaceChildren();
      await new Promise((resolve) => setTimeout(resolve));
      document.body.replaceChildren(...all);
    });
    await page.getByRole('searchbox').fill('bread');
    await expect(options(page).locator('mark').first()).toHaveText(/bread/i);
  });

  test('another name opens another store', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, SEARCH, { a: NOTES, b: [{ id: 'tea', text: 'Tea' }] });
    await page.evaluate(() => {
      document.querySelector('hybrid-search-results')!.name = 'b';
    });
    await expect(options(page)).toHaveText([/Tea/]);
  });

  test('only what is on the page is fetched', async ({ page, baseUrl }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await openParts(page, baseUrl, '<hybrid-search-box name="a"></hybrid-search-box>');
    await expect.poll(() => fetched).toContain('/session.js');
    expect(fetched.filter((path) => /panel|view|notes-side|body/.test(path))).toEqual([]);
  });

  const READING = ['filters-view', 'results-view', 'reader-panel', 'status-view', 'help-panel'];
  const WRITING = ['editor-panel', 'import-panel', 'settings-panel', 'judge-view'];
  const VIEWS = [...READING, ...WRITING];

  test('each part fetches its own view, and no other part’s', async ({ page, baseUrl }) => {
    for (const view of VIEWS) {
      const fetched: string[] = [];
      const note = (request: Request) => fetched.push(new URL(request.url()).pathname);
      page.on('request', note);
      const tag = `hybrid-search-${view.split('-')[0]}`;
      await openParts(page, baseUrl, `<${tag} name="a"></${tag}>`);
      await expect.poll(() => fetched).toContain(`/${view}.js`);
      expect(VIEWS.filter((other) => fetched.includes(`/${other}.js`))).toEqual([view]);
      page.off('request', note);
    }
  });
});

test.describe('parts="search"', () => {
  test('has box, filters, rows and the open note, and fetches no script that writes', async ({ page, baseUrl }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await openParts(page, baseUrl, '<hybrid-search parts="search" name="a" model-load="manual"></hybrid-search>', {
      a: NOTES,
    });
    const box = page.getByRole('combobox');
    await box.fill('iron');
    await expect(page.getByRole('option')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Tags' })).toBeVisible();
    await box.press('ArrowDown');
    await expect(page.locator('[data-action]')).not.toHaveCount(0);
    await expect(page.locator('[data-action=edit], [data-action=remove], [data-tool]')).toHaveCount(0);
    await box.press('Enter');
    await expect(page.locator('hs-memory-view h2')).toBeFocused();
    await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())));
    const writing = /editor|import-panel|settings|judge|desk|notes-(side|en)|status-view/;
    expect(fetched.filter((path) => writing.test(path))).toEqual([]);
    expect(fetched).toContain('/en.js');
    const strings = await (await page.request.get(`${baseUrl}/en.js`)).text();
    expect(strings).toContain('weakHeading');
    expect(strings).not.toContain('importHeading');
    const wrong = page.locator('hybrid-search').evaluate(
      (element: HTMLElement & { strings: object }) =>
        new Promise<string>((resolve) => {
          element.addEventListener('hs-error', (event) => resolve((event as Event & { error: Error }).error.message));
          element.strings = { saved: 'Kept', savedd: 'Kept' };
        }),
    );
    expect(await wrong).toContain('strings.savedd');
  });

  test('says what an editor elsewhere did that writes into its store', async ({ page, baseUrl }) => {
    await openParts(
      page,
      baseUrl,
      `<hybrid-search id="search" parts="search" name="a" model-load="manual"></hybrid-search>
        <hybrid-search-editor for="search"></hybrid-search-editor>`,
      { a: NOTES },
    );
    const editor = page.locator('hybrid-search-editor');
    await editor.getByLabel('Text').fill('Nether portal at 12, 60');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('hybrid-search').getByText('Saved', { exact: true })).toBeVisible();
  });
});

test.describe('a page that takes over', () => {
  test('opens, edits, deletes and writes notes itself', async ({ page, baseUrl }) => {
    await openParts(page, baseUrl, '<hybrid-search name="a" model-load="manual"></hybrid-search>', { a: NOTES });
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      const say = (event: Event, what: string): void => {
        event.preventDefault();
        told.push(`${event.type} ${what}`);
      };
      document.addEventListener('hs-open', (event) => say(event, event.memory.id));
      document.addEventListener('hs-edit', (event) => say(event, event.memory.id));
      document.addEventListener('hs-remove', (event) => say(event, event.memory.id));
      document.addEventListener('hs-create', (event) => say(event, event.title));
    });
    await page.getByRole('combobox').fill('golem');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    for (const action of ['edit', 'remove']) await page.locator(`.row [data-action=${action}]`).click();
    await page.getByRole('button', { name: 'New note' }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
      .toEqual(expect.arrayContaining(['hs-open iron', 'hs-edit iron', 'hs-remove iron', 'hs-create ']));
    await expect(page.locator('.side')).toHaveCount(0);
    await expect(page.getByRole('option')).toHaveCount(1);
  });
});
