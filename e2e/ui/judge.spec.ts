import { readFile } from 'node:fs/promises';
import type { SearchResponse } from '../../src/client/public-types.ts';
import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';
import { openRealElement } from './real-element.ts';

const NOTES = [
  'The spare key hangs behind the water meter in the cellar.',
  'Bake the rye bread at 230 degrees for forty minutes.',
  'The early train to Ghent leaves at six from platform four.',
  'Where we hide things: the second door key is under the blue pot.',
  'The key idea of the talk was to measure before you change anything.',
];

test('judge, measure, apply, export and import', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'judge', model: 'Xenova/all-MiniLM-L6-v2' });
  await page.evaluate(async (texts) => {
    const client = await window.element.ready;
    await client.addMany(texts.map((text) => ({ text })));
    await client.loadModel();
    await client.idle();
  }, NOTES);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Judge some answers' }).click();
  await expect(page.getByRole('heading', { name: 'Evaluate on my notes' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Question' }).fill('where is the spare door key');
  await page.keyboard.press('Enter');
  const note = page.locator('hs-judge-panel .note');
  const question = page.getByRole('textbox', { name: 'Question' });
  let judged = 0;
  // Until the searches are done, the page shows the question.
  await expect(note).toBeFocused();
  for (;;) {
    await expect(note.or(question)).toBeVisible();
    if (await question.isVisible()) break;
    await expect(note).toBeFocused();
    const text = (await note.locator('p').first().textContent()) ?? '';
    await page.keyboard.press(/hangs|blue pot/.test(text) ? 'y' : 'n');
    judged++;
    await expect(page.locator('hs-judge-panel .hint').filter({ hasText: `Note ${judged} of` })).toHaveCount(0);
  }
  expect(judged).toBeGreaterThanOrEqual(3);
  await expect(page.locator('.judged')).toContainText('2 answers');

  await page.getByRole('button', { name: 'Measure on 1 question' }).click();
  const table = page.locator('hs-judge-panel table');
  await expect(table).toBeVisible();
  for (const row of ['Words', 'Meaning', 'Both']) {
    await expect(table.getByRole('row', { name: row })).toContainText(/[01](\.\d+)?/);
  }
  await expect(page.locator('.alphas li')).toHaveCount(11);
  const take = page.getByRole('button', { name: /^Use weight/ });
  const alpha = Number((await take.textContent())!.replace(/[^\d.]/g, ''));
  await take.click();
  await expect(page.getByText(`Weight of meaning in use: ${alpha}.`)).toBeVisible();
  const used = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.element.addEventListener('hs-search', ({ response }: { response: SearchResponse }) => {
          if (!response.partial) resolve(response.hits[0]!.scores.alphaUsed);
        });
      }),
  );
  await page.getByRole('combobox').fill('rye bread oven');
  expect(await used).toBeCloseTo(alpha, 5);

  const downloading = page.waitForEvent('download');
  await page.locator('hs-judge-panel').getByRole('button', { name: 'Export' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8')).judged).toHaveLength(1);
  await page.getByRole('button', { name: /^Delete: where is/ }).click();
  await expect(page.locator('.judged')).toHaveCount(0);
  const choosing = page.waitForEvent('filechooser');
  await page.locator('hs-judge-panel').getByRole('button', { name: 'Import' }).click();
  await (await choosing).setFiles(file);
  await expect(page.locator('.judged')).toContainText('where is the spare door key');
  await page.getByRole('button', { name: 'Back to automatic' }).click();
  await expect(page.getByText('Weight of meaning in use')).toHaveCount(0);
});

test('a wrong file is refused, and nothing is lost', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'judge-refused', 'model-load': 'manual' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Judge some answers' }).click();
  for (const text of ['{"judged":[]}', '{', '{"format":"hybrid-search-judgements","judged":[{"query":5}]}']) {
    const choosing = page.waitForEvent('filechooser');
    await page.locator('hs-judge-panel').getByRole('button', { name: 'Import' }).click();
    await (await choosing).setFiles([{ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) }]);
    await expect(page.getByRole('alert').filter({ hasText: 'isn’t a file of judgements' })).toBeVisible();
  }
});

test('a question without results is announced and counted, and the next one follows', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [{ id: 'bread', text: 'Bake the rye bread.' }]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Judge some answers' }).click();
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('xylophone');
  await question.press('Enter');
  await expect(page.locator('hs-judge-panel').getByRole('status')).toHaveText('Nothing relevant');
  await expect(page.locator('.judged')).toContainText('xylophone');
  await expect(question).toHaveValue('');
  await expect(question).toBeFocused();
  await question.fill('bread');
  await question.press('Enter');
  await expect(page.locator('hs-judge-panel .note')).toBeFocused();
});

test('the second click of a double click judges no other note, and forgets no other question', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, [
    { id: 'rye', text: 'Bake the rye bread.' },
    { id: 'spelt', text: 'Bake the spelt bread.' },
    { id: 'oat', text: 'Bake the oat bread.' },
  ]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Judge some answers' }).click();
  const panel = page.locator('hs-judge-panel');
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('bread');
  await question.press('Enter');
  await panel.getByRole('button', { name: 'Answers it' }).dblclick();
  await expect(panel).toContainText('Note 2 of 3');
  await panel.getByRole('button', { name: 'Done with this question' }).click();
  for (const text of ['xylophone', 'zither']) {
    await question.fill(text);
    await question.press('Enter');
    await expect(panel.locator('.judged')).toContainText(text);
  }
  await expect(panel.locator('.judged li')).toHaveCount(3);
  await panel
    .getByRole('button', { name: /^Delete:/ })
    .first()
    .dblclick();
  await expect(panel.locator('.judged li')).toHaveCount(2);
});
