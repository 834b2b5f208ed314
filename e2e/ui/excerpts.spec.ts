import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { askForMarks, markedRows, openNotes } from './marked-rows.ts';
import { ask } from './real-element.ts';

const FILLER = 'On the way home we talked about the garden, the neighbours and what to cook on the weekend, as always.';

const LONG_NOTES = [
  {
    id: 'boiler',
    title: 'House',
    text: `${FILLER} ${FILLER} The boiler was serviced by Mr Okafor, who left the invoice RK-20931-B on the shelf.`,
  },
  { id: 'gate', text: `${FILLER} The code for the gate at the back of the yard is 7781. ${FILLER}` },
  {
    id: 'trip',
    title: 'Notes of a long and rather uneventful train trip along the coast to Trieste',
    text: 'Bring tea.',
  },
  {
    id: 'list',
    title: 'Shopping',
    text: '- oat flakes\n- lamp oil\n- a new whisk\n- **two** pairs of gloves\n- envelopes, the padded kind\n- stamps for abroad',
  },
  {
    id: 'plan',
    title: 'Roof',
    text: `See [the offer](https://example.org/offers/2024/roof-and-gutter/final-version) first. ${FILLER} Scaffolding comes on the ninth, with the tiles.`,
  },
  {
    id: 'chinese',
    title: '周末',
    text: '我们上周去了山里散步，然后在小屋里喝茶吃面包，晚上回家的时候下起了大雨，第二天早上大家都去了图书馆还书。',
  },
  {
    id: 'arabic',
    title: 'البيت',
    text: 'ذهبنا في نهاية الأسبوع إلى البحر مع الأصدقاء وتحدثنا طويلا عن العمل والحديقة ثم أصلحنا السقف قبل المطر',
  },
  {
    id: 'german',
    title: 'Arzt',
    text: `Beim letzten Termin ging es vor allem um den Rücken und den Schlaf. Die Überweisung zum Orthopäden liegt in der Küche. ${FILLER}`,
  },
  {
    id: 'log',
    title: 'Server',
    text: `${'ok '.repeat(70)}error=ECONNRESET host=db-3.internal.example ${'ok '.repeat(20)}`,
  },
];

const QUERIES: [query: string, id: string][] = [
  ['boiler', 'boiler'],
  ['RK-20931-B', 'boiler'],
  ['invoice Okafor', 'boiler'],
  ['gate code', 'gate'],
  ['7781', 'gate'],
  ['Trieste', 'trip'],
  ['tea', 'trip'],
  ['gloves', 'list'],
  ['padded envelopes', 'list'],
  ['stamps', 'list'],
  ['scaffolding', 'plan'],
  ['tiles', 'plan'],
  ['图书馆', 'chinese'],
  ['大雨', 'chinese'],
  ['السقف', 'arabic'],
  ['Orthopäden', 'german'],
  ['uberweisung', 'german'],
  ['ECONNRESET', 'log'],
  ['db-3.internal.example', 'log'],
  ['shelf', 'boiler'],
];

interface OrdinaryNote {
  _id: string;
  title: string;
  text: string;
}

const ordinary = <Line>(file: string): Line[] =>
  readFileSync(new URL(`../../eval/ordinary-notes/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** CSS pixels of the element. */
const WIDTHS = [320, 360, 768, 1280];

async function hiddenMarks(page: Page, question: string): Promise<string[]> {
  const hidden: string[] = [];
  for (const width of WIDTHS)
    for (const id of (await markedRows(page, width)).hidden) hidden.push(`${question}: ${id}, ${width} px`);
  return hidden;
}

test('a marked word can be seen for each of a hundred ordinary questions, at four widths', async ({
  page,
  baseUrl,
}) => {
  const notes = ordinary<OrdinaryNote>('corpus').map(({ _id: id, title, text }) => ({ id, title, text }));
  await openNotes(page, baseUrl, notes);
  const hidden: string[] = [];
  let matched = 0;
  for (const { text } of ordinary<{ text: string }>('queries')) {
    if (!(await askForMarks(page, text))) continue;
    matched++;
    hidden.push(...(await hiddenMarks(page, text)));
  }
  expect(matched).toBeGreaterThan(60);
  expect(hidden).toEqual([]);
});

test('a marked word can be seen in each row that has one, at four widths', async ({ page, baseUrl }) => {
  await openNotes(page, baseUrl, LONG_NOTES);
  const hidden: string[] = [];
  for (const [query, id] of QUERIES) {
    await ask(page, query);
    expect(await page.evaluate(() => window.answer!.hits.concat(window.answer!.weak).map((hit) => hit.id))).toContain(
      id,
    );
    await expect(page.getByRole('option').first()).toBeVisible();
    hidden.push(...(await hiddenMarks(page, query)));
  }
  expect(hidden).toEqual([]);
});

test('only strong and possible rows underline a sentence, and none does if there is probably no answer', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.semantic.rails = ['train'];
    window.fake.weak.rails = ['iron'];
  });
  await page.getByRole('combobox').fill('rails');
  await expect(page.locator('.rows .semantic')).toHaveCount(1);
  await expect(page.locator('.weak-section .row')).toHaveCount(1);
  await expect(page.locator('.weak-section .semantic')).toHaveCount(0);
  await page.evaluate(() => {
    window.fake.answerable = 0.01;
    window.fake.label = 'likely';
    window.fake.semantic.tracks = ['train'];
  });
  await page.getByRole('combobox').fill('tracks');
  await expect(page.getByRole('heading', { name: 'Probably nothing here answers this' })).toBeVisible();
  await expect(page.locator('.row')).not.toHaveCount(0);
  await expect(page.locator('.semantic')).toHaveCount(0);
});
