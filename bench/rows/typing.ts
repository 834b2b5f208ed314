import type { Page } from '@playwright/test';
import { beginnings } from '../queries.ts';
import { ms, quantile, type Row, spread } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const QUESTIONS = 5;
/** Sixty words a minute are five keys a second. */
const KEY_MS = 200;
const COUNT = 10_000;

export async function typingRows(site: Site, log: (line: string) => void): Promise<Row[]> {
  const visit = await site.browse();
  const page = await visit.page();
  log(`storing ${COUNT.toLocaleString('en')} notes`);
  await inPage(page, 'seed', 'default', COUNT);
  await inPage(page, 'open', { name: 'default', modes: ['keyword'] });
  await inPage(page, 'idle');
  await inPage(page, 'close');
  const what = `typing at 60 words a minute, ${COUNT.toLocaleString('en')} notes, model off`;
  log(`${QUESTIONS} questions of twenty characters`);
  const alone = await measure(page, `${site.url}/element`, what);
  log('the same with a second tab open');
  const second = await visit.page();
  await second.goto(`${site.url}/element`);
  await inPage(second, 'watchTyping');
  await page.bringToFront();
  const beside = await measure(page, `${site.url}/element`, `${what}, a second tab open`);
  log('the same while the second tab writes a note every second');
  await inPage(second, 'writeNotes');
  const during = await measure(page, `${site.url}/element`, `${what}, a second tab writes a note every second`);
  log(`${await inPage(second, 'notesWritten')} notes written`);
  await visit.close();
  return [...alone, ...beside, ...during];
}

async function measure(page: Page, address: string, what: string): Promise<Row[]> {
  await page.goto(address);
  await inPage(page, 'watchTyping');
  for (const text of beginnings(QUESTIONS)) {
    await page.getByRole('combobox').fill('');
    // Emptying the box counts as a key too.
    await page.waitForTimeout(KEY_MS);
    await page.keyboard.type(text, { delay: KEY_MS });
    await inPage(page, 'allShown');
    await page.keyboard.press('ArrowDown');
    await inPage(page, 'followActiveRow');
  }
  const { rows, long, moved } = await inPage(page, 'felt');
  const [p95, longest, shift] = [quantile(rows, 0.95), Math.max(0, ...long), Math.max(0, ...moved)];
  const measured = [
    {
      what: `${what}: key to rows on the screen, p50 / p95 of ${rows.length} keys`,
      measured: spread(rows),
      target: 'p95 ≤ 50 ms',
      met: p95 <= 50,
    },
    {
      what: `${what}: longest task of the page`,
      measured: longest === 0 ? 'none over 50 ms' : `${ms(longest)} (${long.length} over 50 ms)`,
      target: '≤ 50 ms',
      met: longest <= 50,
    },
    {
      what: `${what}: the active row moves, in the second after it was chosen`,
      measured: `${shift.toFixed(1)} px`,
      target: '0 px',
      met: shift === 0,
    },
  ];
  return measured.map((row) => ({ ...row, bound: 'a frame is 16.7 ms', peer: '–' }));
}
