/** The story of the notes app: write, link, find, go offline, mirror a folder, update. */

import { mirrorFolder } from '../proofs/mirror.ts';
import { expect, test, violations } from './fixtures.ts';
import { putInto, watchQuality } from './quality.ts';

test.use({ example: 'notes' });

test('notes are written, linked, found with a reason, and last', async ({ page, site }) => {
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

  await page.getByRole('searchbox').fill('cupb');
  const first = page.locator('#list li').first();
  await expect(first).toContainText('Spare key');
  await expect(first).toContainText('has “cupboard”');
  await page.reload();
  await expect(page.locator('#list')).toContainText('Monday');
  await expect(page.getByLabel('Text of the note')).toHaveValue(/blue cupboard/);
});

test('a note is read as Markdown, never as markup of the page', async ({ page, site }) => {
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

test('what was typed when the tab died is there again', async ({ context, page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  const text = page.getByLabel('Text of the note');
  await text.fill('# Draft');
  await page.evaluate(() => {
    // No timer fires any more: only what is kept at each key survives.
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
  await expect(again.locator('#list')).toContainText('Draft of a tune');
});

test('shared text becomes a note once', async ({ page, site }) => {
  await page.goto(`${site}?title=Pump&text=Under%20the%20stairs&url=https%3A%2F%2Fexample.org%2F`);
  await expect(page.getByLabel('Text of the note')).toHaveValue(/# Pump[\s\S]*Under the stairs[\s\S]*example\.org/);
  await page.reload();
  await page.goto(site);
  await expect(page.locator('#list li')).toHaveCount(1);
});

test('the browser finds nothing that keeps the app from being installed', async ({ page, site }) => {
  await page.goto(site);
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The windows of tests are private ones, in which nothing can be installed.
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
  test(`nothing jumps through a first search among notes: ${width} px`, async ({ context, page, site }) => {
    await mirrorFolder(context, page, site, 60);
    const again = await context.newPage();
    const quality = await watchQuality(again);
    await again.setViewportSize({ width, height: 800 });
    await again.goto(`${site}#`);
    await expect(again.locator('#list li').nth(20)).toBeAttached();
    await putInto(again.getByRole('searchbox'), 'the first note 7');
    await expect(again.locator('#list mark').first()).toBeVisible();
    await expect(again.locator('#list')).toContainText('meaning', { timeout: 60_000 });
    expect(await quality.faults()).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
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
      await expect(page.locator('#list li').first()).toContainText('Pump');
      expect(await violations(page)).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/notes-${colorScheme}-${width}-list.png` });
      expect(await quality.faults()).toEqual([]);
    });
  }
}
