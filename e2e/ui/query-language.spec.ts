import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const MEMORIES = [
  {
    id: 'farm',
    title: 'Iron farm',
    text: 'Three villagers and one zombie; the golem falls into lava.',
    tags: ['iron'],
  },
  { id: 'golem', title: 'Golem', text: 'A snow golem does not survive the desert.', tags: ['mob'] },
  {
    id: 'mod',
    title: 'OptiFine',
    text: 'Settings for shaders, after the farm of villagers was built.',
    source: 'forum',
  },
  {
    id: 'code',
    title: 'Error C2065',
    text: 'Undeclared identifier in the shaders; not C2066.',
    createdAt: '2024-03-01',
  },
];

const CASES: [string, string[]][] = [
  ['+"snow golem"', ['Golem']],
  ['golem -snow', ['Iron farm']],
  ['golem NOT lava', ['Golem']],
  ['+lava golem', ['Iron farm']],
  ['shaders AND farm', ['OptiFine']],
  ['(lava OR desert) golem', ['Iron farm', 'Golem']],
  ['title:golem', ['Golem']],
  ['tag:mob', ['Golem']],
  ['source:forum', ['OptiFine']],
  ['before:2024-12-31', ['Error C2065']],
  ['shad*', ['OptiFine', 'Error C2065']],
  ['C2065', ['Error C2065']],
  ['optifnie', ['OptiFine']],
];

async function shown(page: Page): Promise<string[]> {
  const rows = await page.getByRole('option').allInnerTexts();
  return MEMORIES.map(({ title }) => title).filter((title) => rows.some((row) => row.includes(title)));
}

test('operators, fields, prefixes, codes and typos work in the search box as documented', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'query-language', 'model-load': 'manual' });
  await page.evaluate(async (memories) => (await window.element.ready).addMany(memories), MEMORIES);
  for (const [query, expected] of CASES) {
    await page.getByRole('combobox').fill(query);
    await expect.poll(() => shown(page), { message: query }).toEqual(expected);
  }
  await page.getByRole('combobox').fill('"snow golem"');
  await expect(page.getByRole('option').first()).toContainText('does not survive the desert');
});

test('a typo is shown, and the query as typed is one press away', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'query-correction', 'model-load': 'manual' });
  await page.evaluate(async (memories) => (await window.element.ready).addMany(memories), MEMORIES);
  await page.getByRole('combobox').fill('optifnie');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.locator('[part=summary]')).toContainText(/optifine/i);
  await page.getByRole('button', { name: 'optifnie' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a half-typed filter hides nothing: the other words’ rows stay, with suggestions to complete it', async ({
  page,
  baseUrl,
}) => {
  await openRealElement(page, baseUrl, { name: 'query-half-typed', 'model-load': 'manual' });
  await page.evaluate(async (memories) => (await window.element.ready).addMany(memories), MEMORIES);
  const box = page.getByRole('combobox');
  const empty = page.locator('[part=empty]');
  await box.fill('tag:');
  await expect(page.locator('.completion')).toHaveText(['tag:iron 1', 'tag:mob 1']);
  await expect.poll(() => shown(page)).toHaveLength(MEMORIES.length);
  await box.fill('golem');
  await expect.poll(() => shown(page)).toEqual(['Iron farm', 'Golem']);
  for (const end of [' tag:', ' tag:m', ' tag:mo', ' -tag:mo', ' (tag:mo', ' before:20', ' has:im', ' title:']) {
    await box.fill(`golem${end}`);
    await expect.poll(() => page.evaluate(() => window.element.query)).toBe(`golem${end}`);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await shown(page), end).toEqual(['Iron farm', 'Golem']);
    await expect(empty).toHaveCount(0);
  }
  await box.fill('golem tag:mob');
  await expect.poll(() => shown(page)).toEqual(['Golem']);
  await box.fill('golem tag:zoo');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await box.fill('golem tag:mo');
  await expect.poll(() => shown(page)).toEqual(['Iron farm', 'Golem']);
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
});
