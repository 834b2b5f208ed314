import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { importFound } from './import-look.ts';
import { openRealElement } from './real-element.ts';

const textBox = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const toast = (page: Page) => page.locator('.toast');

const dropBackup = (page: Page, backup: string): Promise<void> =>
  page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'backup.jsonl'));
    const frame = window.element.shadowRoot!.querySelector('.list')!;
    frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
  }, backup);

test.describe('a row kept in its place', () => {
  const many = Array.from({ length: 12 }, (_, i) => ({
    id: `n${i}`,
    title: `Note ${i}`,
    text: `An iron thing, ${i}.`,
  }));

  test('shows what was saved when the note no longer matches, and its pencil opens that', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, many);
    await page.getByRole('combobox').fill('iron');
    // The previous list had ten rows as well.
    await expect(page.locator('.row mark')).toHaveCount(10);
    await page.getByRole('option', { name: /Note 0/ }).click();
    await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
    await textBox(page).fill('Nothing of the kind.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const row = page.locator('.row').filter({ hasText: 'Note 0' });
    await expect(row.locator('.passage')).toHaveText('Nothing of the kind.');
    await row.hover();
    await row.getByRole('button', { name: 'Edit' }).click();
    await expect(textBox(page)).toHaveValue('Nothing of the kind.');
  });

  test('disappears when another tab deletes everything under the pointer', async ({ page, context, baseUrl }) => {
    const name = 'ghost-rows';
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await page.evaluate(async (notes) => {
      const client = await window.element.ready;
      await client.addMany(notes.map(({ title, text }) => ({ title, text })));
    }, many);
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(10);
    await page.getByRole('option').first().hover();
    const other = await context.newPage();
    await openRealElement(other, baseUrl, { name, 'model-load': 'manual' });
    await other.evaluate(async () => (await window.element.ready).clear());
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.locator('hs-status-bar')).toContainText('0 notes');
  });
});

test.describe('a draft', () => {
  async function begin(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByRole('textbox', { name: /Title/ }).fill('Half a thought');
    await textBox(page).fill('It begins with');
  }

  test('survives Escape and is one press away', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await begin(page);
    await page.keyboard.press('Escape');
    await expect(toast(page)).toContainText('Your unsaved text is kept.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(textBox(page)).toHaveValue('It begins with');
  });

  test('survives the help, which replaces the form', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await begin(page);
    await page.getByRole('button', { name: 'How to search' }).click();
    await expect(page.getByRole('heading', { name: 'How to search' })).toBeVisible();
    await page.getByRole('button', { name: /New note.*draft/ }).click();
    await expect(page.getByRole('textbox', { name: /Title/ })).toHaveValue('Half a thought');
    await expect(textBox(page)).toHaveValue('It begins with');
  });

  test('disappears when its changes are undone', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    const stored = (): Promise<string | null> =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('pagehide'));
        const key = Object.keys(localStorage).find((name) => name.includes('drafts'));
        return key ? localStorage.getItem(key) : null;
      });
    await page.getByRole('option', { name: /Bread/ }).click();
    await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
    const text = await textBox(page).inputValue();
    await textBox(page).press('End');
    await textBox(page).press('x');
    await expect.poll(stored).toContain('x');
    await textBox(page).press('Backspace');
    await expect(textBox(page)).toHaveValue(text);
    expect(await stored()).toBe(null);
    await page.keyboard.press('Escape');
    await expect(page.locator('hs-memory-form')).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });

  test('survives opening another row and a reload', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await begin(page);
    await page.getByRole('option', { name: /Bread/ }).click();
    await openElement(page, baseUrl, NOTES);
    await page.getByRole('button', { name: /New note.*draft/ }).click();
    await expect(page.getByRole('textbox', { name: /Title/ })).toHaveValue('Half a thought');
    await expect(textBox(page)).toHaveValue('It begins with');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page)).toContainText('Saved');
    await page.getByRole('button', { name: 'New note', exact: true }).click();
    await expect(textBox(page)).toHaveValue('');
  });

  test('belongs to its note, and discarding it can be undone', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    const edit = async (): Promise<void> => {
      await page.getByRole('option', { name: /Bread/ }).click();
      await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
    };
    await edit();
    await textBox(page).fill('Rye.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New note', exact: true }).click();
    await expect(textBox(page)).toHaveValue('');
    await edit();
    await expect(textBox(page)).toHaveValue('Rye.');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await edit();
    await expect(textBox(page)).toHaveValue(/^Flour/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(textBox(page)).toHaveValue('Rye.');
  });
});

test.describe('when two tabs edit one note', () => {
  const name = 'two-forms';

  async function openForms(page: Page, other: Page, baseUrl: string): Promise<void> {
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await page.evaluate(async () => {
      await (await window.element.ready).add({ id: 'shared', title: 'Bread', text: 'Flour.', tags: ['kitchen'] });
    });
    await openRealElement(other, baseUrl, { name, 'model-load': 'manual' });
    for (const tab of [page, other]) {
      await tab.getByRole('option', { name: /Bread/ }).click();
      await tab.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(textBox(tab)).toHaveValue('Flour.');
    }
  }
  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page)).toContainText('Saved');
  };
  const stored = (page: Page) =>
    page.evaluate(async () => {
      const memory = await (await window.element.ready).get('shared');
      return { text: memory?.text, tags: memory?.tags };
    });

  test('in different fields, both edits stay', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(page).fill('Rye flour.');
    await save(page);
    await other.getByRole('textbox', { name: /Tags/ }).fill('kitchen, oven');
    await save(other);
    expect(await stored(page)).toEqual({ text: 'Rye flour.', tags: ['kitchen', 'oven'] });
  });

  test('in the same field, both texts are shown and the person chooses', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(page).fill('Rye flour.');
    await save(page);
    await textBox(other).fill('Spelt flour.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = other.getByRole('alert').filter({ hasText: 'changed elsewhere' });
    await expect(conflict).toContainText('Rye flour.');
    await expect(conflict).toBeFocused();
    expect((await stored(other)).text).toBe('Rye flour.');
    await other.getByRole('button', { name: 'Keep both' }).click();
    await save(other);
    expect((await stored(other)).text).toBe('Spelt flour.\n\nRye flour.');
  });

  test('and one changes nothing, its save keeps what the other wrote', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(other).fill('Flour?');
    await textBox(other).fill('Flour.');
    await textBox(page).fill('Rye flour.');
    await save(page);
    await save(other);
    expect((await stored(other)).text).toBe('Rye flour.');
  });

  test('and one adopts the other’s text, which changes once more, it asks again', async ({
    page,
    context,
    baseUrl,
  }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(page).fill('Rye flour.');
    await save(page);
    await textBox(other).fill('Spelt flour.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = other.getByRole('alert').filter({ hasText: 'changed elsewhere' });
    await conflict.getByRole('button', { name: 'Use this' }).click();
    await page.evaluate(async () => (await window.element.ready).update('shared', { text: 'Oat flour.' }));
    await save(other);
    expect((await stored(other)).text).toBe('Oat flour.');
  });

  /** Calls `change` after `other` has read the note and before it writes. */
  async function saveBetween(page: Page, other: Page, change: () => Promise<void>): Promise<void> {
    await other.exposeFunction('saveElsewhere', async () => {
      await change();
      await save(page);
    });
    await other.evaluate(async () => {
      const client = await window.element.ready;
      const { get } = client;
      client.get = async (...args) => {
        const memory = await get(...args);
        client.get = get;
        await (window as never as { saveElsewhere: () => Promise<void> }).saveElsewhere();
        return memory;
      };
    });
    await other.getByRole('button', { name: 'Save', exact: true }).click();
  }

  test('in the same field at the same moment, both texts are shown', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(other).fill('Spelt flour.');
    await saveBetween(page, other, () => textBox(page).fill('Rye flour.'));
    await expect(other.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toContainText('Rye flour.');
    await expect(textBox(other)).toHaveValue('Spelt flour.');
    expect((await stored(other)).text).toBe('Rye flour.');
  });

  test('in different fields at the same moment, both edits stay', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await textBox(other).fill('Spelt flour.');
    await saveBetween(page, other, () => page.getByRole('textbox', { name: /Tags/ }).fill('oven'));
    await expect(toast(other)).toContainText('Saved');
    expect(await stored(other)).toEqual({ text: 'Spelt flour.', tags: ['oven'] });
  });

  test('a note deleted while it is edited is kept as a new one', async ({ page, context, baseUrl }) => {
    const other = await context.newPage();
    await openForms(page, other, baseUrl);
    await page.evaluate(async () => (await window.element.ready).remove('shared'));
    await textBox(other).fill('Spelt flour.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('alert').filter({ hasText: 'deleted meanwhile' })).toBeVisible();
    await save(other);
    await expect(other.getByRole('option', { name: /Bread/ })).toContainText('Spelt flour.');
  });
});

test.describe('delete all', () => {
  const name = 'clearing';
  const count = (page: Page) => page.evaluate(async () => (await (await window.element.ready).stats()).memories);

  async function openFull(page: Page, baseUrl: string): Promise<void> {
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await page.evaluate(async () => {
      const client = await window.element.ready;
      if ((await client.stats()).memories === 0) await client.addMany([{ text: 'One.' }, { text: 'Two.' }]);
    });
    await expect(page.getByRole('option')).toHaveCount(2);
  }
  async function confirm(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete all notes' }).click();
    await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await page.getByRole('button', { name: 'Delete all', exact: true }).click();
    await expect(toast(page)).toContainText('Deleting 2 notes');
    await expect(page.getByRole('option')).toHaveCount(0);
  }

  test('asks for the number of notes, so that a double click deletes nothing', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete all notes' }).dblclick();
    await expect(page.getByRole('textbox', { name: 'Type 2 to confirm' })).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Delete all', exact: true })).toBeDisabled();
    await expect(page.locator('hs-settings-panel form').getByRole('button', { name: 'Export' })).toBeVisible();
    expect(await count(page)).toBe(2);
  });

  test('can be undone, also after a reload', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await confirm(page);
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('option')).toHaveCount(2);
    expect(await count(page)).toBe(2);
  });

  test('keeps its message in one place after a reload, so that a press on "Undo" meets it', async ({
    page,
    baseUrl,
  }) => {
    await openFull(page, baseUrl);
    await confirm(page);
    await page.addInitScript(() => {
      const places = new Set<string>();
      const look = (): void => {
        const toasts = document.querySelector('hybrid-search')?.shadowRoot?.querySelector('.toasts');
        // Not the message itself, which glides in.
        if (toasts?.querySelector('.toast')) places.add(JSON.stringify(toasts.getBoundingClientRect()));
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { places });
    });
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await expect(toast(page)).toContainText('Deleting 2 notes');
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    expect(await page.evaluate(() => [...(window as never as { places: Set<string> }).places])).toHaveLength(1);
  });

  test('happens after ten seconds, and keeps what was written in between', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await page.clock.install();
    await confirm(page);
    // A message under the pointer would stay.
    await page.mouse.move(0, 0);
    await page.clock.runFor(1_000);
    await page.evaluate(async () => (await window.element.ready).add({ text: 'Three.' }));
    // After eight seconds without an answer, the client would restart the engine.
    for (let second = 0; second < 10; second++) {
      await page.clock.runFor(1_000);
      await count(page);
    }
    await expect.poll(() => count(page)).toBe(1);
    await page.clock.runFor(1_000);
    await expect(page.getByRole('option')).toContainText(['Three.']);
  });

  async function pass(page: Page, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000);
      await count(page);
    }
  }

  /** Only a page with the element carries out a pending deletion. */
  const importHeadless = (page: Page, text: string, format: 'json' | 'jsonl') =>
    page.evaluate(
      async (given) => {
        const module = '/client.js';
        const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
        const client = createHybridSearch({ name: given.name, modelLoad: 'manual' });
        const report = await client.import(given.text, { format: given.format });
        await client.close();
        return report;
      },
      { name, text, format },
    );

  test('ends when an import contains what is already there', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await page.clock.install();
    const backup = await page.evaluate(async () => (await (await window.element.ready).export()).text());
    await confirm(page);
    await page.mouse.move(0, 0);
    await dropBackup(page, backup);
    await importFound(page);
    // The message comes before the import, and goes after five seconds.
    await expect(toast(page)).toContainText('“Delete all” was cancelled');
    await expect(page.locator('hs-import-panel')).toContainText('2 unchanged');
    await pass(page, 12);
    expect(await count(page)).toBe(2);
  });

  test('ends when the client of another tab imports what is already there', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    const backup = await page.evaluate(async () => (await (await window.element.ready).export()).text());
    const other = await page.context().newPage();
    await other.goto(`${baseUrl}/blank`);
    await page.bringToFront();
    // The message might disappear before it's checked.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await confirm(page);
    await page.mouse.move(0, 0);
    expect(await importHeadless(other, backup, 'jsonl')).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    await pass(page, 12);
    await expect(toast(page)).toContainText('“Delete all” was cancelled');
    expect(await count(page)).toBe(2);
  });

  test('ends when an old-dated backup was imported while the tab was closed', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await confirm(page);
    await page.goto(`${baseUrl}/blank`);
    const old = Date.now() - 86_400_000;
    await importHeadless(page, JSON.stringify([{ id: 'old', text: 'Old.', createdAt: old, updatedAt: old }]), 'json');
    // The message might disappear before it's checked.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
    await page.mouse.move(0, 0);
    await pass(page, 12);
    await expect(toast(page)).toContainText('“Delete all” was cancelled');
    expect(await count(page)).toBe(3);
  });

  test('ends when a note is restored from the trash', async ({ page, baseUrl }) => {
    await openFull(page, baseUrl);
    await page.evaluate(async () => {
      const client = await window.element.ready;
      await client.add({ id: 'three', text: 'Three.' });
      await client.trash.put(['three']);
    });
    await confirm(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Restore: Three.' }).click();
    await expect(toast(page)).toContainText('“Delete all” was cancelled');
    await expect(page.getByRole('option')).toHaveCount(3);
    expect(await count(page)).toBe(3);
  });
});

test('an import within ten seconds of a delete brings the note back', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'delete-import', 'model-load': 'manual' });
  const backup = await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.addMany([{ text: 'One.' }, { text: 'Two.' }]);
    return (await client.export()).text();
  });
  await page.clock.install();
  const row = page.getByRole('option', { name: /One/ });
  await row.click();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('option')).toHaveCount(1);
  await dropBackup(page, backup);
  await importFound(page);
  await expect(page.locator('hs-import-panel')).toContainText('1 added');
  for (let second = 0; second < 12; second++) {
    await page.clock.runFor(1_000);
    await page.evaluate(async () => (await window.element.ready).count());
  }
  await expect(page.getByRole('option')).toHaveCount(2);
  const { memories, trashed } = await page.evaluate(async () => {
    const client = await window.element.ready;
    return { memories: await client.count(), trashed: (await client.trash.list()).total };
  });
  expect({ memories, trashed }).toEqual({ memories: 2, trashed: 0 });
});
