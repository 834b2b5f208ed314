import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Extension, extensionHome, fillExtension, unpackedHome } from '../../e2e/examples/unpacked-extension.ts';
import { mirrorFolder } from '../../e2e/proofs/mirror.ts';
import { buildExamples } from '../../scripts/examples.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { EMPTY_ROW, writeEmptyExtension } from '../empty-extension.ts';
import { median, ms, NONE, quantile, type Row } from '../row.ts';
import type { Site } from '../site.ts';

const PAGES = 5_000;
const FILES = 5_000;
const BROWSER_STARTS = 5;
const POPUPS = 10;
/** The browser has just started. */
const SOON_MS = 2_000;
const POPUP_TARGET_MS = 300;
const FOUND = 'Saved page 4711';
const KEY_TARGET_MS = 50;
/** In each pause, the note is saved, listed and mirrored. The next burst of keys competes with that work. */
const BURSTS = 20;
const KEYS = 10;
const KEY_EVERY_MS = 70;
const PAUSE_MS = 700;

/** Milliseconds, for a browser's first popup and for later ones. */
interface Opened {
  cold: number[];
  warm: number[];
}

export async function programRows(site: Site, log: (line: string) => void): Promise<Row[]> {
  const examples = buildExamples();
  return [...(await popupRows(examples, log)), ...(await typingRows(site, examples, log))];
}

/** `answered`: milliseconds until the row is on the page. */
async function popupOpens({ context, origin }: Extension, words: string): Promise<{ answered: number; steps: string }> {
  const popup = await context.newPage();
  await popup.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      performance.mark('asked');
      const box = document.querySelector('hybrid-search-box');
      if (box) box.query = 'marker4711x';
      else document.querySelector('#query')!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }),
  );
  await popup.goto(`${origin}popup.html`);
  await popup.locator('#hits li, [role=option]', { hasText: words }).first().waitFor();
  const marked = () => ({
    origin: performance.timeOrigin,
    marks: performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
  });
  const { origin: opened, marks } = await popup.evaluate(marked);
  const answered = marks.find(([name]) => name === 'answered')![1];
  // A popup whose answers come from the host has no engine of its own.
  for (const worker of popup.workers()) {
    const own = await worker.evaluate(marked);
    const at = own.origin - opened;
    const steps = own.marks.map(([name, time]) => [name.replace('hybrid-search:', ''), at + time] as const);
    if (steps.length > 0) marks.push(['worker', at], ...steps);
  }
  await popup.close();
  marks.sort(([, one], [, other]) => one - other);
  return { answered, steps: marks.map(([name, at]) => `${name} ${Math.round(at)}`).join(', ') };
}

/** The browser doesn't send `onStartup` to an extension loaded from the command line. */
async function tellStartup({ background }: Extension): Promise<void> {
  await (await background()).evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { runtime: { onStartup: { dispatch(): void } } } };
    chrome.runtime.onStartup.dispatch();
  });
}

async function popupRows(examples: string, log: (line: string) => void): Promise<Row[]> {
  const home = extensionHome(examples, 'http://localhost');
  const emptyHome = unpackedHome(writeEmptyExtension);
  log(`${PAGES} saved pages`);
  let extension = await home.start();
  await fillExtension(extension, PAGES);
  await extension.context.close();

  const bound: Opened = { cold: [], warm: [] };
  const atOnce: number[] = [];
  const soon: number[] = [];
  const alone: number[] = [];
  let aloneSteps = '';
  const warm: number[] = [];
  let warmSteps = '';
  for (let start = 0; start < BROWSER_STARTS; start++) {
    const empty = await emptyHome.start();
    bound.cold.push((await popupOpens(empty, EMPTY_ROW)).answered);
    bound.warm.push((await popupOpens(empty, EMPTY_ROW)).answered);
    await empty.context.close();
    extension = await home.start();
    const own = await popupOpens(extension, FOUND);
    alone.push(own.answered);
    aloneSteps = own.steps;
    log(`browser started, popup without a host: ${own.steps}`);
    await extension.context.close();
    extension = await home.start();
    await tellStartup(extension);
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    soon.push((await popupOpens(extension, FOUND)).answered);
    await extension.context.close();
    extension = await home.start();
    await tellStartup(extension);
    const first = await popupOpens(extension, FOUND);
    atOnce.push(first.answered);
    log(`browser started, popup at once: ${first.steps}; ${SOON_MS} ms later: answered ${Math.round(soon.at(-1)!)}`);
    for (let popup = 0; popup < POPUPS / BROWSER_STARTS; popup++) {
      const next = await popupOpens(extension, FOUND);
      warm.push(next.answered);
      warmSteps = next.steps;
      log(`popup again: ${next.steps}`);
    }
    await extension.context.close();
  }
  home.remove();
  emptyHome.remove();
  const row = (which: string, times: readonly number[], empty: readonly number[], steps?: string): Row => ({
    what: `extension: popup opened to first keyword answer, ${which}, ${PAGES.toLocaleString('en')} saved pages: p50 / worst of ${times.length}`,
    measured: `${ms(median(times))} / ${ms(Math.max(...times))} (fastest ${ms(Math.min(...times))})`,
    target: `≤ ${POPUP_TARGET_MS} ms`,
    bound: `${ms(median(empty))}: an empty popup whose worker reads a record and a file${steps ? `; the last one's steps: ${steps}` : ''}`,
    peer: NONE,
    met: quantile(times, 0.5) <= POPUP_TARGET_MS,
  });
  return [
    row('first of a browser, at once', atOnce, bound.cold),
    row(`first of a browser, ${SOON_MS / 1_000} s after it`, soon, bound.cold),
    row('first of a browser, without the host', alone, bound.cold, aloneSteps),
    row('later', warm, bound.warm, warmSteps),
  ];
}

async function typingRows(site: Site, examples: string, log: (line: string) => void): Promise<Row[]> {
  const server = await serveFolder(join(examples, 'notes', 'dist'));
  const visit = await site.browse();
  try {
    const page = await visit.page();
    log(`${FILES} files mirrored`);
    await mirrorFolder(visit.context, page, `${server.url}/`, FILES);
    await page.goto(`${server.url}/#note/${encodeURIComponent('note 17.md')}`);
    await page.locator('#path', { hasText: 'note 17.md' }).waitFor();
    log('typing into a note');
    const note = await keysTyped(page, '#text', 'a letter by a ');
    log('typing into the search');
    await page.locator('#query').fill('');
    const search = await keysTyped(page, '#query', 'note 4711 first ');
    const row = (what: string, { times, longest }: Typed): Row => ({
      what: `notes: key to paint, ${what}, ${FILES.toLocaleString('en')} notes mirrored: p95 / worst of ${times.length} keys`,
      measured: `${ms(quantile(times, 0.95))} / ${ms(Math.max(...times))}`,
      target: `≤ ${KEY_TARGET_MS} ms`,
      bound: `steps of 8 ms, at best one frame of 16.7 ms; longest task of the page ${ms(longest)}`,
      peer: NONE,
      met: quantile(times, 0.95) <= KEY_TARGET_MS,
    });
    return [row('in a note', note), row('in the search', search)];
  } finally {
    await visit.close();
    await server.close();
  }
}

interface Typed {
  times: number[];
  /** Milliseconds. */
  longest: number;
}

/** Event Timing omits keys under 16 ms. Those count as 16 ms. */
async function keysTyped(page: Page, selector: string, words: string): Promise<Typed> {
  await page.evaluate(() => {
    const typed = { keys: new Map<number, number>(), longest: 0 };
    Object.assign(window, { typed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name !== 'keydown' && entry.name !== 'keypress' && entry.name !== 'input') continue;
        const key = Math.round(entry.startTime / 10);
        typed.keys.set(key, Math.max(typed.keys.get(key) ?? 0, entry.duration));
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) typed.longest = Math.max(typed.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const field = page.locator(selector);
  await field.focus();
  for (let burst = 0; burst < BURSTS; burst++) {
    await field.pressSequentially(words.repeat(2).slice(burst % 3, (burst % 3) + KEYS), { delay: KEY_EVERY_MS });
    await page.waitForTimeout(PAUSE_MS);
    if (selector === '#query') await field.fill('');
  }
  const { slow, longest } = await page.evaluate(() => {
    const { typed } = window as unknown as { typed: { keys: Map<number, number>; longest: number } };
    return { slow: [...typed.keys.values()], longest: typed.longest };
  });
  const quick = Math.max(0, BURSTS * KEYS - slow.length);
  return { times: [...slow, ...Array.from({ length: quick }, () => 16)], longest };
}
