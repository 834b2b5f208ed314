/**
 * Each import runs twice. The first run measures time and memory. The second traces the beginning, closes the page
 * half way, and imports the export again.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { closeProcess, collectEverywhere, rendererMemory } from '../../scripts/renderer-memory.ts';
import { writeChatGptExport, writeVault, zipFolder } from '../large-exports.ts';
import { traced } from '../main-thread.ts';
import type { PreviewTimes } from '../page/picking.ts';
import { peakMemory } from '../peak-memory.ts';
import { mebibytes, ms, NONE, type Row } from '../row.ts';
import { inPage, type Site, type Visit } from '../site.ts';

const CHAT_BYTES = 175 * 1_048_576;
const NOTES = 5_000;
const PICTURES = 2_000;
const LOOK_TARGET_MS = 2_000;
const MEMORY_TARGET = 400 * 1_048_576;
const TASK_TARGET_MS = 50;
const LOOK_EVERY_MS = 50;
/** A trace of the whole import would slow it down. */
const TRACED_SHARE = 0.1;

interface Source {
  name: string;
  button: 'Choose files' | 'Choose folder';
  path: string;
  memories: number;
  pictures: number;
}

export async function importRows(site: Site, what: 'chats' | 'vault', log: (line: string) => void): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-imports-'));
  try {
    const rows: Row[] = [];
    const add = (some: readonly Row[]): void => {
      rows.push(...some);
      for (const { what, measured } of some) log(`${what}: ${measured}`);
    };
    for (const source of what === 'chats' ? [chatsIn(folder)] : vaultsIn(folder)) {
      add(await wholeRows(site, source));
      add(await closedRows(site, source));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const count = (value: number): string => value.toLocaleString('en');

function chatsIn(folder: string): Source {
  const path = join(folder, 'conversations.json');
  const { conversations, messages } = writeChatGptExport(path, CHAT_BYTES);
  return {
    name: `ChatGPT export of ${CHAT_BYTES / 1_048_576} MiB (${count(conversations)} conversations, ${count(messages)} messages)`,
    button: 'Choose files',
    path,
    memories: messages,
    pictures: 0,
  };
}

function vaultsIn(folder: string): Source[] {
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  writeVault(vault, NOTES, PICTURES);
  const zip = join(folder, 'vault.zip');
  zipFolder(vault, zip);
  const held = `${count(NOTES)} notes and ${count(PICTURES)} pictures`;
  const ofVault = { memories: NOTES, pictures: PICTURES };
  return [
    { name: `vault of ${held} as a folder`, button: 'Choose folder', path: vault, ...ofVault },
    { name: `vault of ${held} as a zip`, button: 'Choose files', path: zip, ...ofVault },
  ];
}

/** Chooses files by path, so that the browser itself reads them. */
async function choose(site: Site, page: Page, { button, path }: Source): Promise<PreviewTimes> {
  await page.goto(`${site.url}/element`);
  await page.evaluate(async () => {
    await customElements.whenDefined('hybrid-search');
    await document.querySelector('hybrid-search')!.ready;
  });
  await inPage(page, 'watchPicker');
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(path);
  return inPage(page, 'previewDone');
}

/** @param shownText what the panel showed at the end */
async function checkStored(page: Page, { memories, pictures }: Source, shownText: string): Promise<{ twice: number }> {
  const stored = await inPage(page, 'storedMemories');
  if (stored.distinct !== memories)
    throw new Error(`${stored.distinct} of ${memories} memories are there: ${shownText}`);
  if (stored.pictures !== pictures)
    throw new Error(`${stored.pictures} of ${pictures} pictures are there: ${shownText}`);
  return { twice: stored.count - stored.distinct };
}

const row = (what: string, measured: string, target: string, met: boolean | null, bound: string = NONE): Row => ({
  what,
  measured,
  target,
  met,
  bound,
  peer: NONE,
});

async function wholeRows(site: Site, source: Source): Promise<Row[]> {
  const { name } = source;
  const visit = await site.browse();
  const page = await visit.page();
  const blank = await rendererMemory(visit.profile, page);
  const look = await peakMemory(visit.profile, page, blank, () => choose(site, page, source));
  const load = loadavg()[0]!.toFixed(1);
  const whole = await peakMemory(visit.profile, page, blank, async () => {
    await inPage(page, 'confirmImport');
    return inPage(page, 'importDone');
  });
  await collectEverywhere(page);
  const kept = (await rendererMemory(visit.profile, page)) - blank;
  const { twice } = await checkStored(page, source, whole.result.text);
  await visit.close();
  const { first, firstText, all, text } = look.result;
  const most = Math.max(look.most, whole.most);
  return [
    row(
      `${name}: what is in it, first told`,
      `${ms(first)} (“${firstText}”); all of it after ${ms(all)} (“${text}”)`,
      `≤ ${LOOK_TARGET_MS / 1_000} s`,
      first <= LOOK_TARGET_MS,
      `load ${load}`,
    ),
    row(
      `${name}: imported, findable by keyword`,
      `${ms(whole.result.milliseconds)} (${whole.result.text}; ${twice} stored twice)`,
      NONE,
      null,
      `load ${load}; ${(whole.result.milliseconds / source.memories).toFixed(2)} ms a memory`,
    ),
    row(
      `${name}: most memory of the page and its workers, above a blank page`,
      `${mebibytes(most)} (look ${mebibytes(look.most)}, import ${mebibytes(whole.most)})`,
      `≤ ${MEMORY_TARGET / 1_048_576} MiB`,
      most <= MEMORY_TARGET,
      `${mebibytes(kept)} are needed at the end; at the most: ${whole.parts}`,
    ),
  ];
}

async function closedRows(site: Site, source: Source): Promise<Row[]> {
  const { name } = source;
  const visit = await site.browse();
  const page = await visit.page();
  let share = 0;
  const reach = async (least: number): Promise<void> => {
    while (share < least) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      share = await inPage(page, 'importedShare');
    }
  };
  const thread = await traced(visit.profile, page, async () => {
    await choose(site, page, source);
    await inPage(page, 'confirmImport');
    await reach(TRACED_SHARE);
  });
  await reach(0.5);
  await closeProcess(visit.profile, page);
  const resumed = await resume(site, visit, source);
  await visit.close();
  const { added, unchanged, updated, twice, milliseconds } = resumed;
  return [
    row(
      `${name}: longest task of the page’s thread, from the tag to ${TRACED_SHARE * 100} % of the import`,
      `${ms(thread.computing)} computing`,
      `≤ ${TASK_TARGET_MS} ms`,
      thread.computing <= TASK_TARGET_MS,
      `processor time of a task in the trace; before it, the browser lists the chosen files in a task of its own: ${ms(thread.listing)}; the longest by the clock took ${ms(thread.longest)}, ${ms(thread.ofLongest)} of it on a core; the thread in all: ${ms(thread.ran)} computing, ${ms(thread.waited)} ready without a core`,
    ),
    row(
      `${name}: closed at ${Math.round(share * 100)} %, then imported again: memories lost / written twice`,
      `${source.memories - added - unchanged - updated} / ${updated + twice} (${unchanged.toLocaleString('en')} were there, ${added.toLocaleString('en')} added, in ${ms(milliseconds)})`,
      '0 / 0',
      added + unchanged === source.memories && updated + twice === 0 && unchanged > 0,
    ),
  ];
}

async function resume(site: Site, visit: Visit, source: Source) {
  const page = await visit.page();
  await choose(site, page, source);
  await inPage(page, 'confirmImport');
  const { text, milliseconds } = await inPage(page, 'importDone');
  const counts = /([\d,]+) added, ([\d,]+) updated, ([\d,]+) unchanged/.exec(text)?.slice(1);
  if (!counts) throw new Error(`The import ended with: ${text}`);
  const [added = 0, updated = 0, unchanged = 0] = counts.map((count) => Number(count.replaceAll(',', '')));
  return { added, updated, unchanged, milliseconds, ...(await checkStored(page, source, text)) };
}
