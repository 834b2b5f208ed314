import { mirrorFolder } from '../proofs/mirror.ts';
import { expect, test, violations } from './fixtures.ts';
import { listed, rows, titles } from './notes-list.ts';
import { NARROW_DARK, putInto, WIDE_LIGHT, watchQuality } from './quality.ts';

test.use({ example: 'notes' });

test('notes are written, linked, found with a reason, and kept', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Text of the note').fill('# Spare key\n\nHangs behind the blue cupboard. #home');
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByLabel('Text of the note').fill('# Monday\n\nGave [[Spare key]] to Ann. <b>not bold</b>');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.locator('#preview')).toContainText('<b>not bold</b>');
  await page.locator('#preview').getByRole('link', { name: 'Spare key' }).click();
  await expect(page.getByLabel('Text of the note')).toHaveValue(/blue cupboard/);
  await expect(page.locator('#backlinks')).toContainText('Monday');

  await page.getByLabel('Folder').selectOption('daily');
  await expect(titles(page)).toHaveText(['Monday']);
  await page.getByLabel('Folder').selectOption('All folders');
  await expect(titles(page)).toHaveText(['Monday', 'Spare key']);

  await page.getByRole('searchbox').fill('cupb');
  await expect(rows(page).first()).toContainText('Spare key');
  await rows(page).first().hover();
  await listed(page).getByRole('button', { name: 'Why this result' }).first().click();
  await expect(listed(page).locator('hs-why-panel')).toContainText('It contains the words “cupboard”');
  await page.reload();
  await expect(listed(page)).toContainText('Monday');
  await expect(page.getByLabel('Text of the note')).toHaveValue(/blue cupboard/);
});

test('a note is rendered as Markdown and never as the page’s markup', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  await page
    .getByLabel('Text of the note')
    .fill(
      [
        '# Title & *more*',
        'one\ntwo **bold** `a < b` ~~gone~~ https://example.org/x',
        '3. third\n4. fourth',
        '| a | b |\n|---|--:|\n| 1 | 2 |',
        '```js\nlet x = "<i>";\n```',
        '[bad](javascript:alert(1)) [good](https://example.org "t") ![a *cat*](https://example.org/cat.png)',
        '<img src=x onerror="document.title = 1"> &amp; \\* [[Spare key|the key]]',
        '---',
      ].join('\n\n'),
    );
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const shown = await page.locator('#preview').evaluate((element) => element.innerHTML);
  expect(shown.replaceAll('\n', '').replaceAll('><', '>\n<').split('\n')).toEqual([
    '<h1>Title &amp; <em>more</em>',
    '</h1>',
    '<p>one<br>two <strong>bold</strong> <code>a &lt; b</code> <s>gone</s> <a href="https://example.org/x" rel="noreferrer">https://example.org/x</a>',
    '</p>',
    '<ol start="3">',
    '<li>third</li>',
    '<li>fourth</li>',
    '</ol>',
    '<table>',
    '<thead>',
    '<tr>',
    '<th>a</th>',
    '<th>b</th>',
    '</tr>',
    '</thead>',
    '<tbody>',
    '<tr>',
    '<td>1</td>',
    '<td>2</td>',
    '</tr>',
    '</tbody>',
    '</table>',
    '<pre tabindex="0">',
    '<code>let x = "&lt;i&gt;";</code>',
    '</pre>',
    '<p>[bad](javascript:alert(1)) <a href="https://example.org" rel="noreferrer">good</a> 🖼 a *cat*</p>',
    '<p>&lt;img src=x onerror="document.title = 1"&gt; &amp; * <a href="#link/Spare%20key" rel="noreferrer">the key</a>',
    '</p>',
    '<hr>',
  ]);
});

test('text typed before the tab died is restored', async ({ context, page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  const text = page.getByLabel('Text of the note');
  await text.fill('# Draft');
  await page.evaluate(() => {
    // Only what's saved on each keystroke survives.
    window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  });
  await text.pressSequentially(' of a tune');
  const address = page.url();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByLabel('Text of the note')).toHaveValue('# Draft of a tune');
  await expect(listed(again)).toContainText('Draft of a tune');
});

test('a letter typed and deleted leaves no draft, and undoes no edit from another tab', async ({
  context,
  page,
  site,
}) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  const text = page.getByLabel('Text of the note');
  await text.fill('# Pump');
  await expect(listed(page)).toContainText('Pump');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')));
  await expect.poll(drafts).toEqual([]);
  // As if the tab had died before the note was saved.
  await page.evaluate(() => {
    window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  });
  await text.pressSequentially('s');
  expect(await drafts()).toHaveLength(1);
  await text.press('Backspace');
  expect(await drafts()).toEqual([]);
  // Older versions of the app left such a draft.
  const address = page.url();
  await page.evaluate(
    (path) => {
      localStorage.setItem(`draft ${path}`, JSON.stringify({ base: '# Pump', text: '# Pump' }));
    },
    decodeURIComponent(address.split('#note/')[1]!),
  );
  await page.close();

  const other = await context.newPage();
  await other.addInitScript(() => {
    // So that the app doesn't check the draft yet.
    const entries = Object.entries(localStorage).filter(([key]) => key.startsWith('draft '));
    for (const [key] of entries) localStorage.removeItem(key);
    Object.assign(window, {
      putBack() {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      },
    });
  });
  await other.goto(address);
  await other.getByLabel('Text of the note').fill('# Pump\n\nLent to Ann.');
  await expect(listed(other)).toContainText('Lent to Ann.');
  await other.evaluate(() => (window as unknown as { putBack(): void }).putBack());
  await other.close();

  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByLabel('Text of the note')).toHaveValue('# Pump\n\nLent to Ann.');
  await expect(rows(again)).toHaveCount(1);
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))).toEqual([]);
});

test('a new note starts empty, exists from its first words, and is named after them', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  const text = page.getByLabel('Text of the note');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('');
  await expect(page.locator('#path')).toHaveText(/^New note \d{4}-\d\d-\d\d\.md$/);
  await expect(listed(page)).toContainText('No notes yet. Write one, or import a folder.');
  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.locator('#note')).toBeHidden();
  await page.getByRole('button', { name: 'New note' }).click();
  await text.fill('Buy a gasket.\n\nAnd a hose.');
  await expect(titles(page)).toHaveText(['Buy a gasket.']);
  await expect(listed(page)).toContainText('1 note');
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(page.locator('#path')).toHaveText(/ 2\.md$/);
  await text.fill('# Hoses');
  await expect(listed(page)).toContainText('2 notes');
});

test('front matter is hidden, and its title, date and tags are used', async ({ page, site }) => {
  await page.goto(site);
  const write = async (words: string) => {
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByLabel('Text of the note').fill(words);
    await expect(listed(page)).toContainText(words.slice(-10));
  };
  await write('---\ntitle: "The old pump"\ndate: 2019-03-07\ntags: [home, Water]\n---\nIt leaked in spring.');
  await write('---\ndate: 2021-05-12\n---\n# Garden\n\nPlanted four beans.');
  const pump = rows(page).nth(1);
  await expect(pump.locator('.title')).toHaveText('The old pump');
  await expect(pump.locator('.passage')).toHaveText('It leaked in spring.');
  await expect(pump.locator('.when')).toHaveText('Mar 7, 2019');
  await expect(pump.locator('.tag')).toHaveText(['home', 'water']);
  await write('---\ndate: 2020-01-02\n---\n# Winter\n\nSnow on the roof.');
  await expect(titles(page)).toHaveText(['Winter', 'Garden', 'The old pump']);
  await page.getByRole('button', { name: 'Last changed' }).click();
  await page.getByRole('radio', { name: 'Newest' }).check();
  await expect(titles(page)).toHaveText(['Garden', 'Winter', 'The old pump']);
  await page.getByRole('searchbox').fill('beans');
  await expect(rows(page).first().locator('.passage')).toHaveText('Planted four beans.');
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.locator('#preview')).toHaveText('May 12, 2021GardenPlanted four beans.');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notes-front-matter.png` });
});

test('tasks are checkboxes, and ticking one changes one letter of the text', async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  const lines = [
    '---',
    'date: 2021-05-12',
    '---',
    '# Shopping',
    '',
    '- [ ] milk **and** [[Bread]]',
    '- [x] salt',
    '  1. [ ] [ ] coarse',
    '- no box',
    '',
    '> - [ ] quoted',
    '',
    '`- [ ] code`',
  ];
  const text = page.getByLabel('Text of the note');
  await text.fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const boxes = page.locator('#preview').getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  await expect(page.getByRole('checkbox', { name: 'milk and Bread' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'salt' })).toBeChecked();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notes-tasks.png` });
  await page.getByRole('checkbox', { name: 'milk' }).check();
  await page.getByRole('checkbox', { name: 'salt' }).uncheck();
  await page.getByRole('checkbox', { name: 'coarse' }).check();
  await page.getByRole('checkbox', { name: 'quoted' }).check();
  const ticked = lines.join('\n').replace('[ ] milk', '[x] milk').replace('[x] salt', '[ ] salt');
  const after = ticked.replace('[ ] [ ] coarse', '[x] [ ] coarse').replace('[ ] quoted', '[x] quoted');
  await expect(text).toHaveValue(after);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.reload();
  await expect(text).toHaveValue(after);
});

test('shared text becomes one note', async ({ page, site }) => {
  await page.goto(`${site}?title=Pump&text=Under%20the%20stairs&url=https%3A%2F%2Fexample.org%2F`);
  await expect(page.getByLabel('Text of the note')).toHaveValue(/# Pump[\s\S]*Under the stairs[\s\S]*example\.org/);
  await page.reload();
  await page.goto(site);
  await expect(rows(page)).toHaveCount(1);
});

test('the browser finds the app installable', async ({ page, site }) => {
  await page.goto(site);
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts count as private windows, in which nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
    const { start_url, scope, display, icons } = await (await fetch(href)).json();
    const sizes = await Promise.all(
      (icons as { src: string; type: string }[]).map(async ({ src, type }) => {
        const response = await fetch(new URL(src, href));
        if (type !== 'image/png') return `${response.status} ${type}`;
        const { width, height } = await createImageBitmap(await response.blob());
        return `${response.status} ${type} ${width}x${height}`;
      }),
    );
    const resolve = (url: string): string => new URL(url, href).href;
    return { start: resolve(start_url), scope: resolve(scope), display, sizes };
  });
  expect(manifest).toEqual({
    start: site,
    scope: site,
    display: 'standalone',
    sizes: ['200 image/svg+xml', '200 image/png 192x192', '200 image/png 512x512'],
  });
});

for (const width of [390, 1280]) {
  test(`nothing jumps when words answer a first search among notes: ${width} px`, async ({ context, page, site }) => {
    await mirrorFolder(context, page, site, 60);
    const again = await context.newPage();
    const quality = await watchQuality(again);
    await again.setViewportSize({ width, height: 800 });
    await again.goto(`${site}#`);
    await expect(rows(again).nth(20)).toBeAttached();
    await putInto(again.getByRole('searchbox'), 'the first note 7');
    await expect(listed(again).locator('mark').first()).toBeVisible();
    // Later, rows that match by meaning appear between those that match by words.
    expect(await quality.faults()).toEqual([]);
  });
}

for (const [colorScheme, width] of [WIDE_LIGHT, NARROW_DARK]) {
  test(`accessible, readable, nothing jumps: ${colorScheme}, ${width} px`, async ({ page, site }) => {
    const quality = await watchQuality(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site}?title=Pump&text=Under%20the%20stairs`);
    await expect(page.getByLabel('Text of the note')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/notes-${colorScheme}-${width}-note.png` });
    expect(await quality.faults()).toEqual([]);
    await page.goto(`${site}#`);
    await page.getByRole('searchbox').fill('stairs');
    await expect(rows(page).first()).toContainText('Pump');
    expect(await violations(page)).toEqual([]);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/notes-${colorScheme}-${width}-list.png` });
    expect(await quality.faults()).toEqual([]);
  });
}
