import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { markdownNotes, seededTexts, shortMemories } from '../queries.ts';
import { mebibytes, ms, NONE, type Row } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const COUNT = 10_000;
const NAME = 'ingest';
const FILES = 1_800;
const LONGEST_TASK_MS = 100;
const SETTLED_MS = 2_000;
const SETTLED_BY_MS = 20_000;

export async function ingestRows(site: Site, log: (line: string) => void): Promise<Row[]> {
  let visit = await site.browse();
  log('10,000 short memories in one call');
  let page = await visit.page();
  await inPage(page, 'open', { name: NAME, modes: ['keyword'] });
  const written = await inPage(page, 'ingest', shortMemories(COUNT));
  if (!written.found) throw new Error('The last memory was not found by keyword');
  await inPage(page, 'close');
  await visit.close();

  const folder = [await folderThroughClient(site, log), await folderThroughPicker(site, log)].flat();

  log('disk');
  visit = await site.browse();
  page = await visit.page();
  const empty = await inPage(page, 'storageUsage');
  const { textBytes } = await inPage(page, 'seed', 'disk', COUNT);
  await inPage(page, 'open', { name: 'disk', modes: ['keyword'] });
  await inPage(page, 'idle');
  const { storage } = await inPage(page, 'stats');
  await inPage(page, 'close');
  const used = (await settledUsage(page)) - empty;
  const beside = used / textBytes - 1;
  const parts = await inPage(page, 'diskParts', 'disk');
  await visit.close();
  visit = await site.browse();
  page = await visit.page();
  const bareFile = await inPage(page, 'bareDisk', seededTexts(COUNT));
  const bareDatabase = await settledUsage(page);
  const keywordBytes = parts.files.find(({ what }) => what === 'snapshot of keywords')?.bytes ?? 0;
  const each = (list: typeof parts.files): string =>
    list.map(({ what, bytes }) => `${what} ${Math.round(bytes / COUNT)}`).join(', ');
  await visit.close();
  return [
    {
      what: `${COUNT.toLocaleString('en')} short memories added in one call, each findable by keyword`,
      measured: ms(written.milliseconds),
      target: '≤ 3 s',
      bound: NONE,
      peer: NONE,
      met: written.milliseconds <= 3_000,
    },
    {
      what: 'longest task of the page’s thread meanwhile',
      measured: ms(written.longestTask),
      target: '≤ 50 ms',
      bound: NONE,
      peer: NONE,
      met: written.longestTask <= 50,
    },
    ...folder,
    {
      what: 'disk beyond the text, with write-ahead log and keyword index, without vectors',
      measured: `+${Math.round(beside * 100)} % (${mebibytes(used)} for ${mebibytes(textBytes)} of text; ${Math.round((used - textBytes) / COUNT)} B a memory; stats() says ${mebibytes(storage.bytes)})`,
      target: '≤ +90 %',
      bound: `bytes a memory, ${Math.round(textBytes / COUNT)} of them text: database ${Math.round(parts.database / COUNT)} (given to it: ${each(parts.values)}), files: ${each(parts.files)}. The text must survive the loss of either, so it’s stored in both. Alone, in a database and deflated in a file: ${Math.round(bareDatabase / COUNT)} + ${Math.round(bareFile / COUNT)}, with the keyword index as it is +${Math.round(((bareDatabase + bareFile + keywordBytes) / textBytes - 1) * 100)} %`,
      peer: NONE,
      met: beside <= 0.9,
    },
  ];
}

/** LevelDB keeps compacted tables for a while. */
async function settledUsage(page: Page): Promise<number> {
  const end = Date.now() + SETTLED_BY_MS;
  let usage = await inPage(page, 'storageUsage');
  for (let since = Date.now(); Date.now() - since < SETTLED_MS && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await inPage(page, 'storageUsage');
    if (now !== usage) since = Date.now();
    usage = now;
  }
  return usage;
}

function folderRow(how: string, milliseconds: number, longestTask: number): Row {
  return {
    what: `longest task of the page’s thread while ${FILES.toLocaleString('en')} Markdown files come in ${how}`,
    measured: `${ms(longestTask)} (all stored after ${ms(milliseconds)})`,
    target: `≤ ${LONGEST_TASK_MS} ms`,
    bound: NONE,
    peer: NONE,
    met: longestTask <= LONGEST_TASK_MS,
  };
}

async function folderThroughClient(site: Site, log: (line: string) => void): Promise<Row> {
  log('a folder through the client');
  const visit = await site.browse();
  const page = await visit.page();
  await inPage(page, 'open', { name: 'folder', modelLoad: 'manual' });
  const { milliseconds, longestTask, added } = await inPage(page, 'importFolder', markdownNotes(FILES));
  if (added !== FILES) throw new Error(`${added} of ${FILES} files were imported`);
  await inPage(page, 'close');
  await visit.close();
  return folderRow('through the client', milliseconds, longestTask);
}

async function folderThroughPicker(site: Site, log: (line: string) => void): Promise<Row> {
  log('a folder through the picker');
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-vault-'));
  for (let area = 0; area < 12; area++) mkdirSync(join(folder, `area-${area}`));
  markdownNotes(FILES).forEach((text, n) => {
    writeFileSync(join(folder, `area-${n % 12}`, `note-${n}.md`), text);
  });
  const visit = await site.browse();
  const page = await visit.page();
  await page.goto(`${site.url}/element`);
  await page.evaluate(async () => {
    await customElements.whenDefined('hybrid-search');
    await (document.querySelector('hybrid-search') as HTMLElement & { ready: Promise<unknown> }).ready;
  });
  await inPage(page, 'watchPicker');
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(folder);
  const preview = await inPage(page, 'previewDone');
  await inPage(page, 'confirmImport');
  const { milliseconds, longestTask, text } = await inPage(page, 'importDone');
  if (!text.includes(`${FILES.toLocaleString('en')} added`)) throw new Error(`The import ended with: ${text}`);
  await visit.close();
  rmSync(folder, { recursive: true, force: true });
  return folderRow(
    'through the element’s picker, from the change event',
    preview.all + milliseconds,
    Math.max(preview.longestTask, longestTask),
  );
}
