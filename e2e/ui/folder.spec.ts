import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { importFound } from './import-look.ts';
import { openRealElement } from './real-element.ts';

function vault(folder: string, count: number): string {
  for (let n = 0; n < 12; n++) mkdirSync(join(folder, `area-${n}`), { recursive: true });
  mkdirSync(join(folder, '.hidden'));
  writeFileSync(join(folder, '.hidden', 'secret.md'), '# Secret');
  writeFileSync(join(folder, 'sound.mp3'), 'no sound');
  const filling = 'words and more words '.repeat(20);
  for (let n = 0; n < count; n++)
    writeFileSync(
      join(folder, `area-${n % 12}`, `note-${n}.md`),
      `---\ntags: [t${n % 9}]\n---\n# Note ${n}\n\nText of note ${n}: ${filling} code Q${n}X\n`,
    );
  return folder;
}

async function dropFolder(page: Page, folder: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
}

async function choose(page: Page, folder: string): Promise<void> {
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(folder);
  await importFound(page);
}

test('1,800 picked files are read a few at a time, and the page stays responsive', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-picker', 'model-load': 'manual' });
  const watched = await page.evaluateHandle(() => {
    const seen = { mostFiles: 0, messages: 0, frames: 0, shown: [] as string[] };
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...[message, ...rest]: [unknown, ...never[]]) {
      if (Array.isArray(message) && message[0]?.file instanceof Blob) {
        seen.messages++;
        seen.mostFiles = Math.max(seen.mostFiles, message.length);
      }
      return post.call(this, message, ...rest);
    };
    const look = (): void => {
      const panel = window.element.shadowRoot!.querySelector('hs-import-panel');
      const counted = panel?.shadowRoot?.querySelector('.outcome:has([role=progressbar]) strong')?.textContent ?? '';
      if (counted !== '' && counted !== seen.shown.at(-1)) seen.shown.push(counted);
      if (seen.messages > 0) seen.frames++;
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await choose(page, vault(testInfo.outputPath('vault'), 1_800));
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('1,800 added, 0 updated, 0 unchanged');
  const seen = await watched.evaluate((found) => found);
  expect(seen.mostFiles).toBeGreaterThan(0);
  expect(seen.mostFiles).toBeLessThanOrEqual(100);
  expect(seen.frames).toBeGreaterThan(5);
  expect(seen.shown.filter((text) => text.includes('of 1,800 files')).length).toBeGreaterThan(3);
  await page.getByRole('combobox').fill('Q1234X');
  await expect(page.getByRole('option').first()).toContainText('Note 1234');
});

test('a cancelled import keeps what was stored, and resumes without adding anything twice', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-cancel', 'model-load': 'manual' });
  // A click by Playwright might come too late, after the last file.
  await page.evaluate(() => {
    let started = false;
    const look = (): void => {
      const panel = window.element.shadowRoot!.querySelector('hs-import-panel');
      const buttons = [...(panel?.shadowRoot?.querySelectorAll<HTMLButtonElement>('.outcome button') ?? [])];
      const cancel = buttons.find((button) => button.textContent?.trim() === 'Cancel');
      // The preview of the files has a cancel button too.
      started ||= Boolean(panel?.shadowRoot?.querySelector('hs-import-found'));
      if (started && cancel && buttons.length === 1) cancel.click();
      else requestAnimationFrame(look);
    };
    look();
  });
  await choose(page, vault(testInfo.outputPath('vault'), 1_800));
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('Import stopped');
  const total = await page.evaluate(async () => (await (await window.element.ready).list()).total);
  expect(total).toBeLessThan(1_800);
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel).toContainText(`${(1_800 - total).toLocaleString('en')} added, 0 updated`);
  const [found, imports] = await page.evaluate(async () => {
    const client = await window.element.ready;
    return [(await client.list()).total, await client.imports()] as const;
  });
  expect(found).toBe(1_800);
  expect(imports).toMatchObject([{ added: 1_800, endedAt: expect.any(Number) }]);
});

test('a dropped folder is read with more than a hundred files and their paths, without hidden folders', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-drop', 'model-load': 'manual' });
  await dropFolder(page, vault(testInfo.outputPath('vault'), 1_300));
  await importFound(page);
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('1,300 added');
  await expect(panel).toContainText('1 other file left out');
  const titles = await page.evaluate(async () => {
    const client = await window.element.ready;
    return (await client.search('Q1299X')).hits.map((hit) => hit.memory.title);
  });
  expect(titles[0]).toBe('Note 1299');
});

test('a folder’s files are recognised by content, and few of its foreign files are listed', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-content', 'model-load': 'manual' });
  const folder = testInfo.outputPath('things');
  mkdirSync(join(folder, 'Mail'), { recursive: true });
  const head = 'From: Ann <ann@a.example>\nDate: Thu, 6 May 2021 07:08:09 +0000\nMessage-ID: <1@a.example>';
  writeFileSync(
    join(folder, 'Mail', 'Inbox'),
    `From - Thu May  6 07:08:09 2021\n${head}\nSubject: Weir\n\nThe weir is open.\n`,
  );
  writeFileSync(join(folder, 'Mail', 'Inbox.msf'), '// <!-- <mdb:mork:z v="1.4"/> -->');
  writeFileSync(join(folder, 'plan.org'), '* Lock gates\nGrease the hinges.');
  for (let n = 0; n < 500; n++) writeFileSync(join(folder, `${n}.xyz`), new Uint8Array([n & 255, 0, 1]));
  await dropFolder(page, folder);
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('Mail: 1 note, 2021');
  await expect(panel).toContainText('Plain text: 1 note');
  await expect(panel.getByRole('heading', { name: '20 problems' })).toBeVisible();
  await expect(panel).toContainText('481 other files left out');
  await importFound(page);
  await expect(panel).toContainText('2 added, 0 updated, 0 unchanged');
  await page.getByRole('combobox').fill('weir is open');
  const marked = page.getByRole('option').filter({ has: page.locator('mark') });
  await expect(marked.first()).toContainText('The weir is open.');
});

test('a text of 2 MB without headings is split into several notes on request', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'long-text', 'model-load': 'manual' });
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const text = `${'The ferry leaves from pier nine. '.repeat(64_000)}Ask for QZ77.`;
  await (await chooser).setFiles({ name: 'ferry.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('it can be split');
  await expect(panel).not.toContainText('None of these files can be imported');
  await expect(panel).not.toContainText('can’t be read');
  await panel.getByRole('button', { name: 'Split it into several notes' }).click();
  await expect(panel).toContainText('3 added');
  await page.getByRole('combobox').fill('QZ77');
  await expect(page.getByRole('option').first()).toContainText('QZ77');
});

test('a table in an old encoding is read in the language that is chosen', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'old-table', 'model-load': 'manual' });
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const table = Buffer.from('title,text\nK\u00fcche,Die Fliesen kommen aus M\u00fcnchen.\n', 'latin1');
  await (await chooser).setFiles({ name: 'haus.csv', mimeType: 'text/csv', buffer: table });
  const panel = page.locator('hs-import-panel');
  const language = panel.getByLabel('One file isn’t UTF-8. Language of its text:');
  await expect(language).toHaveValue('windows-1252');
  await language.selectOption('windows-1251');
  await panel.getByRole('button', { name: 'Read again' }).press('Enter');
  await expect(panel).toContainText('Kьche');
  await language.selectOption({
    label: 'German, English, Spanish, French, Italian, Portuguese, Dutch, Swedish (windows-1252)',
  });
  await panel.getByRole('button', { name: 'Read again' }).press('Enter');
  await expect(panel).toContainText('Küche');
  await importFound(page);
  await page.getByRole('combobox').fill('münchen');
  await expect(page.getByRole('option').first()).toContainText('Die Fliesen kommen aus München.');
});
