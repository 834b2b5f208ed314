import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { importFound } from './import-look.ts';

const reading = (page: Page, queued: number) =>
  page.evaluate((left) => {
    window.fake.progress({
      model: { state: 'ready', id: 'fake', loadedBytes: 1, totalBytes: 1 },
      embedding: { embedded: 5 - left, total: 5, queued: left, paused: false, rate: 1, remainingSeconds: 9 },
    });
  }, queued);

test('shows no verdict and no time while notes are being embedded', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.weak.carpentry = ['train'];
  });
  await reading(page, 3);
  await page.getByRole('combobox').fill('carpentry');
  await expect(page.locator('.summary')).toContainText('2 of 5 notes read; better matches may follow');
  await expect(page.getByRole('heading', { name: 'Matches by word so far' })).toBeVisible();
  await expect(page.locator('.summary .time')).toHaveCount(0);
  await expect(page.getByText('Nothing clearly answers this.')).toHaveCount(0);
  await page.getByRole('combobox').fill('xylophone');
  await expect(page.getByRole('heading', { name: 'Nothing found yet' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing relevant' })).toHaveCount(0);
  await reading(page, 0);
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(page.locator('.summary .time')).toBeVisible();
});

test('shows keyword results at once while meaning takes its time', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await reading(page, 3);
  await page.evaluate(() => {
    window.fake.held = true;
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await page.evaluate(() => window.fake.release());
});

test('an untitled note starts in the title’s line, without Markdown marks, and no text is shown twice', async ({
  page,
  baseUrl,
}) => {
  const long =
    'Call the plumber about the boiler before winter starts and ask for a quote for the two radiators upstairs';
  await openElement(page, baseUrl, [
    { id: 'md', text: '## Lime, **slaked**\n\nsee [the page](https://example.org/x) and `/tp @p`' },
    { id: 'line', text: 'Buy lime' },
    { id: 'long', text: long },
  ]);
  const row = (index: number) => page.getByRole('option').nth(index);
  await expect(row(0).locator('.title')).toHaveText('Lime, slaked');
  await expect(row(0).locator('.passage')).toHaveText('see the page and /tp @p');
  await expect(row(1).locator('.title')).toHaveText('Buy lime');
  await expect(row(1).locator('.passage')).toBeEmpty();
  await expect(row(2).locator('.title')).toHaveText(/^Call the plumber .*…$/);
  const [head, rest] = await row(2).locator('.title, .passage').allTextContents();
  expect(`${head!.trim().replace('…', '')} ${rest!.trim()}`).toBe(long);
  await page.getByRole('combobox').fill('lime');
  await expect(row(1).locator('.title mark')).toHaveText('lime');
  await expect(row(1).locator('.passage')).toBeEmpty();
  await row(1).click();
  await expect(page.locator('hs-memory-view .text')).toHaveText('Buy lime');
  // Only for screen readers.
  expect((await page.locator('hs-memory-view h2').boundingBox())!.height).toBe(1);
});

test('a refused file gets no check mark', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.import = async (source) => {
      const path = (source as unknown as { path: string }[])[0]?.path ?? '';
      const problems = [{ file: path, line: 0, code: 'too-large' as const, reason: 'long-note' as const, message: '' }];
      return { added: 0, updated: 0, unchanged: 0, contents: [], problems, cancelled: false };
    };
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([{ name: 'big.md', mimeType: 'text/markdown', buffer: Buffer.from('# big') }]);
  await importFound(page);
  await expect(page.locator('.outcome')).toContainText('The text is over 1 MB');
  const tick = await page
    .locator('.outcome .row .icon')
    .first()
    .evaluate((icon) => icon.innerHTML);
  await page.evaluate(() => {
    window.fake.import = async (_, options) => {
      window.fake.calls.push(`split ${options?.split}`);
      return { added: 2, updated: 0, unchanged: 0, contents: [], problems: [], cancelled: false };
    };
  });
  await page.getByRole('button', { name: 'Split it into several notes' }).click();
  await expect(page.locator('.outcome')).toContainText('2 added');
  expect(await page.evaluate(() => window.fake.calls)).toContain('split true');
  expect(
    await page
      .locator('.outcome .row .icon')
      .first()
      .evaluate((icon) => icon.innerHTML),
  ).not.toBe(tick);
});

for (const { code, said } of [
  { code: 'timeout', said: 'Import the same files again' },
  { code: 'quota', said: 'the storage is full. Free some space, then import the same files again' },
] as const) {
  test(`an import that ends with "${code}" says what to do, and gets no check mark`, async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await page.evaluate((given) => {
      window.fake.import = async () => {
        const problems = [{ file: 'notes.jsonl', line: 2_801, code: given, message: 'It was refused' }];
        return { added: 2_800, updated: 0, unchanged: 0, contents: [], problems, cancelled: false };
      };
    }, code);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles([{ name: 'notes.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{}') }]);
    await importFound(page);
    const outcome = page.locator('.outcome');
    await expect(outcome.getByRole('alert')).toContainText(said);
    await expect(outcome.locator('.row')).toContainText('2,800 added');
    const warning = await outcome.locator('h3.problem .icon').evaluate((icon) => icon.innerHTML);
    expect(
      await outcome
        .locator('.row .icon')
        .first()
        .evaluate((icon) => icon.innerHTML),
    ).toBe(warning);
  });
}

test('a store that cannot be opened is announced', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const failing = Object.assign(Object.create(window.fake), { ready: Promise.reject(new Error('no room')) });
    window.element.client = failing;
  });
  await expect(page.getByRole('alert').filter({ hasText: 'The notes could not be opened' })).toBeAttached();
});

test('Escape in a list of filters leaves the surrounding dialog open', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.style.inlineSize = '50rem';
    document.body.append(dialog);
    dialog.append(window.element);
    dialog.showModal();
  });
  await page.locator('hs-filter-bar [data-facet]:visible').first().click();
  await page.keyboard.press('Escape');
  await expect(page.locator('hs-filter-bar .panel')).toHaveCount(0);
  expect(await page.evaluate(() => document.querySelector('dialog')!.open)).toBe(true);
});

test('each of five quick deletes can be undone', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.locator('[data-action=remove]')).toHaveCount(5);
  await page.evaluate(async () => {
    for (let i = 0; i < 5; i++) {
      window.element.shadowRoot!.querySelector<HTMLElement>('[data-action=remove]')!.click();
      await window.element.updateComplete;
    }
  });
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(5);
});

test('a model chosen in the settings survives a reload', async ({ page, baseUrl }) => {
  const open = async (): Promise<void> => {
    await openElement(page, baseUrl, NOTES);
    await page.getByRole('button', { name: 'Settings' }).click();
  };
  await open();
  await page.getByRole('radio', { name: /smallest download/ }).check();
  await open();
  await expect(page.getByRole('radio', { name: /smallest download/ })).toBeChecked();
});

test('a screen reader hears an option’s words separately', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').fill('iron farm');
  await expect(page.getByRole('option').first()).toContainText('Iron farm');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ role }) => role?.value === 'option').map(({ name }) => String(name?.value));
  expect(names[0]).toMatch(/^Iron farm today farms Ten villagers/);
});

test('a store filled as it opens is never called empty', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, []);
  const said = await page.evaluate(async () => {
    const { element, fake } = window;
    const another = document.createElement('hybrid-search');
    another.client = fake;
    let empty = false;
    const root = another.shadowRoot ?? another.attachShadow({ mode: 'open' });
    new MutationObserver(() => {
      // While the store opens, the text is there to reserve its space, but can't be seen.
      const headings = [...root.querySelectorAll('h2')].filter((one) => getComputedStyle(one).visibility === 'visible');
      empty ||= headings.some(({ textContent }) => textContent.includes('Nothing here yet'));
    }).observe(root, { attributes: true, childList: true, subtree: true, characterData: true });
    element.replaceWith(another);
    await another.ready;
    while (!root.querySelector('.skeleton')) await new Promise(requestAnimationFrame);
    await fake.add({ text: 'First.' });
    while (!root.querySelector('[role=option]')) await new Promise(requestAnimationFrame);
    return empty;
  });
  expect(said).toBe(false);
});

test('the status dot differs by shape with forced colours', async ({ page, baseUrl }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openElement(page, baseUrl, NOTES);
  const shapes = new Set<string>();
  for (const state of ['ready', 'off', 'failed'] as const) {
    await page.evaluate((now) => {
      window.fake.progress({
        model: { state: now, id: 'fake', loadedBytes: 1, totalBytes: 1 },
        embedding: { embedded: 5, total: 5, queued: 0, paused: false, rate: 0, remainingSeconds: null },
      });
    }, state);
    const dot = page.locator(`.dot.${state === 'off' ? 'words' : state}`);
    shapes.add(
      await dot.evaluate((node) => {
        const { backgroundColor, backgroundImage, borderRadius, rotate } = getComputedStyle(node);
        return [backgroundColor, backgroundImage, borderRadius, rotate].join(' ');
      }),
    );
  }
  expect(shapes.size).toBe(3);
});

test('with a broken store, an empty list says so instead of claiming that there are no notes', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, []);
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.evaluate(() => {
    window.element.client = Object.assign(Object.create(window.fake), {
      onStorage: (listener: (notice: object) => void) => {
        listener({ kind: 'database-unavailable', durability: 'log-only', restored: 0, lost: 0 });
        return () => {};
      },
    });
  });
  await expect(page.getByRole('heading', { name: 'can’t open its database' })).toBeVisible();
  await expect(page.getByText('Nothing here yet')).toHaveCount(0);
});

test('bytes of a model are shown only while they come over the network', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  const load = (fetchedBytes: number): Promise<void> =>
    page.evaluate((fetched) => {
      window.fake.progress({
        model: { state: 'loading', id: 'fake', loadedBytes: 30e6, totalBytes: 49e6, fetchedBytes: fetched },
        embedding: { embedded: 0, total: 5, queued: 5, paused: false, rate: 0, remainingSeconds: null },
      });
    }, fetchedBytes);
  const status = page.locator('hs-status-bar .work');
  await load(0);
  await expect(status).toHaveText('Starting the model…');
  await load(16e6);
  await expect(status).toContainText('30 MB of 49 MB');
});

test('the answer is complete before its sentences are marked, which is not announced', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const { search } = window.fake;
    window.fake.search = async (query, options) => {
      const whole = await search(query, {});
      const plain = whole.hits.map((hit) => ({
        ...hit,
        highlights: hit.highlights.filter(({ kind }) => kind === 'keyword'),
      }));
      options?.onPartial?.({ ...whole, hits: plain, partial: true });
      await new Promise<void>((resolve) => {
        window.fake.release = resolve;
      });
      return whole;
    };
    window.fake.semantic.iron = ['gather'];
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(4);
  await expect(page.locator('.summary')).toContainText('4 results');
  await expect(page.locator('.summary .time')).toBeVisible();
  await expect(page.locator('.semantic')).toHaveCount(0);
  await page.evaluate(() => window.fake.release());
  await expect(page.locator('.semantic')).toHaveCount(1);
});

test('a bad line of JSON Lines is reported with its line in the file only', async ({ openClient }) => {
  const page = await openClient({ name: 'lines', modelLoad: 'manual' });
  const problems = await page.evaluate(async () => {
    const file = new File(['{"text":"a"}\n{"text":"b" x}\n'], 'notes.jsonl');
    return (await window.client.import(file, { format: 'jsonl' })).problems;
  });
  expect(problems.map(({ line }) => line)).toEqual([2]);
  expect(problems[0]!.message).toMatch(/^Not valid JSON: /);
  expect(problems[0]!.message).not.toContain('line');
});
