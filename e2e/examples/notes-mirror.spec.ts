/** A test can't use the folder picker, so the folder is in the origin private file system. */
import type { BrowserContext, Page } from '@playwright/test';
import { folderSide, mirrorUnderKills } from '../proofs/mirror.ts';
import { expect, test } from './fixtures.ts';
import { holdLock } from './hold-lock.ts';
import { answeredByMeaning, listed, rows } from './notes-list.ts';

test.use({ example: 'notes' });

async function writeFile(page: Page, path: string, text: string | null): Promise<void> {
  await page.evaluate(
    async ([name, content]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('notes', { create: true });
      if (content === null) return folder.removeEntry(name!);
      const writable = await (await folder.getFileHandle(name!, { create: true })).createWritable();
      await writable.write(content!);
      await writable.close();
    },
    [path, text] as const,
  );
}

test('files become notes, notes become files, and conflicting changes are both kept', async ({
  context,
  page,
  site,
}) => {
  await context.addInitScript(folderSide);
  await page.goto(site);
  await writeFile(page, 'pump.md', '# Pump\n\nUnder the stairs.');
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Mirror a folder' }).click();
  await expect(listed(page)).toContainText('Pump');
  await rows(page).filter({ hasText: 'Pump' }).click();
  const text = page.getByLabel('Text of the note');
  await text.fill('# Pump\n\nUnder the stairs, left of the shoes.');
  const onDisk = () => page.evaluate(async () => (await window.folder.files()).join('\n'));
  await expect.poll(onDisk).toContain('left of the shoes');
  // Until the round that wrote the file ends, another change to it counts as a conflict.
  const roundIsOver = async (): Promise<void> => (await holdLock(page, 'notes mirror'))();
  await roundIsOver();

  await writeFile(page, 'pump.md', '# Pump\n\nLent to Ann.');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(text).toHaveValue(/Lent to Ann/);

  const letGo = await holdLock(page, 'notes mirror');
  await writeFile(page, 'pump.md', '# Pump\n\nAnn gave it back.');
  await text.fill('# Pump\n\nAsk Ann for it.');
  await letGo();
  await expect.poll(onDisk).toContain('Ask Ann for it.');
  await expect.poll(onDisk).toContain('Ann gave it back.');
  await roundIsOver();

  await writeFile(page, 'pump.md', null);
  await page.goto(`${site}#list`);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rows(page).filter({ hasText: 'pump.md' })).toHaveCount(0);
});

/** Installs a clock, so that the test needn't wait for the mirror's timers. */
async function mirrorPump(context: BrowserContext, page: Page, site: string): Promise<void> {
  await context.addInitScript(folderSide);
  await page.clock.install();
  await page.goto(site);
  await writeFile(page, 'pump.md', '# Pump\n\nUnder the stairs.');
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Mirror a folder' }).click();
  await expect(page.locator('#mirror-state')).toHaveText('Files in sync: 1');
  await page.clock.runFor(500);
  await expect(listed(page)).toContainText('Under the stairs.');
}

/** Otherwise, the next round could begin before the test has looked. Time may have passed since, so this jumps. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

async function startRound(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(1_000);
}

const trashed = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('notes');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.filter((name) => name === '.trash');
  });

test('a file replaced during a read is read again, and swap files are ignored', async ({ context, page, site }) => {
  await mirrorPump(context, page, site);
  await writeFile(page, 'pump.md', '# Pump\n\nLent to Ann.');
  await writeFile(page, 'pump.md.crswap', '# Half a pump');
  await page.evaluate(() => {
    const { getFile } = FileSystemFileHandle.prototype;
    let looks = 0;
    FileSystemFileHandle.prototype.getFile = async function () {
      const file = await getFile.call(this);
      if (this.name !== 'pump.md') return file;
      looks++;
      if (looks === 1) throw new DOMException('A requested file or directory could not be found.', 'NotFoundError');
      if (looks === 3) file.text = () => Promise.reject(new DOMException('It was changed.', 'NotReadableError'));
      return file;
    };
  });
  await startRound(page);
  await page.clock.runFor(500);
  await expect(listed(page)).toContainText('Lent to Ann.');
  await expect(page.locator('#mirror-state')).toHaveText('Files in sync: 1');
  await expect(rows(page)).toHaveCount(1);
});

test('a file deleted and created again keeps its note', async ({ context, page, site }) => {
  await mirrorPump(context, page, site);
  await stopTime(page);
  await writeFile(page, 'pump.md', null);
  await startRound(page);
  await expect(page.locator('#mirror-state')).toHaveText(/^Files in sync: 0\. Being changed .*: 1$/);
  await page.clock.runFor(500);
  await expect(listed(page)).toContainText('Under the stairs.');
  await writeFile(page, 'pump.md', '# Pump\n\nLent to Ann.');
  await page.clock.resume();
  await page.clock.runFor(3_000);
  await expect(page.locator('#mirror-state')).toHaveText('Files in sync: 1');
  await page.clock.runFor(500);
  await expect(listed(page)).toContainText('Lent to Ann.');
  expect(await trashed(page)).toEqual([]);

  await stopTime(page);
  await writeFile(page, 'pump.md', null);
  await startRound(page);
  await expect(page.locator('#mirror-state')).toHaveText(/Being changed/);
  await page.clock.resume();
  await page.clock.runFor(3_000);
  await expect(page.locator('#mirror-state')).toHaveText('Files in sync: 0');
  await page.clock.runFor(500);
  await expect(rows(page)).toHaveCount(0);
  await writeFile(page, 'pump.md', '# Pump\n\nLent to Ann.');
  await startRound(page);
  await expect(page.locator('#mirror-state')).toHaveText('Files in sync: 1');
  await page.clock.runFor(500);
  await expect(listed(page)).toContainText('Lent to Ann.');
  expect(await trashed(page)).toEqual([]);
});

test('random edits on both sides with killed tabs lose nothing', async ({ context, site }) => {
  const lost = await mirrorUnderKills({ context, site, edits: 24, kills: 3, files: 12, seed: 7 });
  expect(lost).toEqual([]);
});

test('once installed, the app opens, searches and writes offline', async ({ context, page, site }) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Text of the note').fill('# Spare key\n\nHangs behind the blue cupboard.');
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  await context.setOffline(true);
  await page.goto(site);
  await page.getByRole('searchbox').fill('cupboard');
  await expect(rows(page).first()).toContainText('Spare key');
  // The note contains no word of this query, so it's only found if the service worker has cached the model too.
  await page.getByRole('searchbox').fill('how do I open the front door when locked out');
  // The previous query's row stays until the model has answered.
  await answeredByMeaning(page);
  await expect(rows(page).first()).toContainText('Spare key');
  await rows(page).first().hover();
  await listed(page).getByRole('button', { name: 'Why this result' }).first().click();
  await expect(listed(page).locator('hs-why-panel')).toContainText(/meaning/i);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Text of the note').fill('# Written offline');
  await page.reload();
  await expect(listed(page)).toContainText('Written offline');
});
