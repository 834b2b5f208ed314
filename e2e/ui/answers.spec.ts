import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
});

test('weak hits have a section of their own, which the arrow keys reach', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.weak.train = ['bread'];
  });
  const box = page.getByRole('combobox');
  await box.fill('train');
  const weak = page.getByRole('group', { name: 'Loosely related' });
  await expect(page.locator('.weak-section .option')).toHaveText([/Bread/]);
  await expect(page.locator('.rows .label').first()).toHaveText('Strong match');
  await expect(weak).toHaveCount(1);
  await box.press('End');
  await box.press('ArrowUp');
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Bread');
});

test('without an answer, weak matches are folded behind a button', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.weak.carpentry = ['bread', 'train'];
  });
  await page.getByRole('combobox').fill('carpentry');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show 2 loose matches' }).click();
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.getByRole('combobox').press('ArrowDown');
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Bread');
});

test('if there is probably no answer, the nearest notes are labelled so and weak ones folded', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.weak['iron bread'] = ['train'];
    window.fake.answerable = 0.01;
    window.fake.label = 'likely';
  });
  const box = page.getByRole('combobox');
  await box.fill('iron bread');
  await expect(page.getByRole('heading', { name: 'Probably nothing here answers this. Nearest notes:' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.locator('.label')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Probably nothing here' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Show 1 loose match' }).click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await box.press('ArrowDown');
  await page.locator('[data-active] [data-action=why]').click();
  await expect(page.locator('hs-why-panel .sentence')).toHaveText(
    'It contains the words “Iron”. It’s somewhat closer in meaning to your question than most notes. It doesn’t mention “bread”.',
  );
});

test('labels appear only if they differ between rows, next to the title', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.locator('.label')).toHaveCount(0);
  await page.evaluate(() => {
    window.fake.weak['iron '] = ['train'];
  });
  await page.getByRole('combobox').fill('iron ');
  await expect(page.locator('.rows .label').first()).toHaveText('Strong match');
  const told = await page
    .locator('.rows .label')
    .evaluateAll((labels: HTMLElement[]) =>
      labels.map((label) => [label.title, label.querySelector('.visually-hidden')!.textContent]),
    );
  expect(told.length).toBeGreaterThan(0);
  for (const [tooltip, words] of told) expect(tooltip).toBe(words);
  const row = page.getByRole('option', { name: /^Iron farm/ });
  const [title, label] = [await row.locator('.title').boundingBox(), await row.locator('.label').boundingBox()];
  expect(Math.abs(title!.y + title!.height / 2 - (label!.y + label!.height / 2))).toBeLessThan(6);
  const gap = title!.x - (label!.x + label!.width);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(24);
});

test('"nothing relevant" is an answer, announced once typing pauses', async ({ page }) => {
  await page.getByRole('combobox').pressSequentially('zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing relevant' })).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveText('');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
});

test('Enter announces at once that nothing is relevant', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Nothing relevant');
  await page.evaluate(() => {
    window.fake.held = true;
  });
  await box.fill('xylophone');
  await box.press('Enter');
  await page.evaluate(() => window.fake.release());
  // Screen readers don't announce the same text twice.
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Nothing relevant\u00a0');
});

test('announces further rows of an answer and of all notes', async ({ page }) => {
  await page.evaluate(() => {
    window.element.limit = 2;
  });
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.locator('.row mark')).toHaveCount(3);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^3 results/ })).toHaveCount(1);
  await box.fill('');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^4 notes/ })).toHaveCount(1);
});

test('announces how many notes a filter leaves without a query', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.locator('.row mark').first()).toBeVisible();
  await page.getByRole('combobox').fill('');
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.getByRole('status').filter({ hasText: /^5 notes/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('checkbox', { name: /kitchen/ }).check();
  await expect(page.getByRole('status').filter({ hasText: /^5 notes/ })).toHaveCount(1);
});

test('announces the number of results once typing pauses', async ({ page }) => {
  await page.getByRole('combobox').pressSequentially('iron');
  await expect(page.getByRole('status').filter({ hasText: '3 results' })).toHaveCount(1);
});

test('a correction is shown and can be undone', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.corrected['iorn bread'] = [{ from: 'iorn', to: 'iron' }];
  });
  await page.getByRole('combobox').fill('iorn bread');
  await expect(page.getByText('Showing results for iron')).toBeVisible();
  await page.getByRole('button', { name: 'Search instead for iorn' }).click();
  await expect.poll(() => page.evaluate(() => window.fake.calls.at(-1))).toBe('search exactly iorn bread');
});

test('a near word is offered, and replaces the query only when chosen with the keyboard', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.suggested['Irony farm'] = [{ from: 'irony', to: 'iron' }];
  });
  const box = page.getByRole('combobox');
  await box.fill('Irony farm');
  const offer = page.getByRole('button', { name: 'iron farm' });
  await expect(page.getByText('Did you mean iron farm')).toBeVisible();
  await expect(box).toHaveValue('Irony farm');
  await offer.focus();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('iron farm');
  await expect(page.getByRole('option').first()).toContainText('Iron farm');
  await expect(offer).toHaveCount(0);
});

test('why this result: a sentence, and below it shares, ranks and matched words', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  const why = page.getByRole('button', { name: 'Why this result' }).first();
  await expect(why).toHaveAttribute('aria-expanded', 'false');
  await why.click();
  await expect(why).toHaveAttribute('aria-expanded', 'true');
  const panel = page.locator('hs-why-panel');
  await expect(panel.locator('.sentence')).toHaveText('It contains the words “Iron”.');
  await panel.getByText('Numbers').click();
  await expect(panel.getByRole('row', { name: /Words/ })).not.toContainText('%');
  await expect(panel.getByRole('row', { name: /Words/ })).toContainText('rank 1');
  await expect(panel.getByRole('row', { name: /Meaning/ })).toContainText('not among its best');
  await expect(panel.locator('.word')).toHaveText(['Iron']);
});

test('filters narrow by tag with counts, and can be removed', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  const chip = page.getByRole('button', { name: 'Tags' });
  await chip.click();
  const farms = page.getByRole('checkbox', { name: /farms/ });
  await expect(page.locator('.value', { hasText: 'farms' }).locator('.count')).toHaveText('2');
  await farms.check();
  const taken = page.getByRole('button', { name: 'Remove filter farms' });
  await expect(taken).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Tags 1' })).toBeFocused();
  await taken.click();
  await expect(page.getByRole('button', { name: 'Tags', exact: true })).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(3);
});

test('recent searches are suggested and can be cleared', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await box.press('Enter');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: 'iron', exact: true }).click();
  await expect(box).toHaveValue('iron');
  await box.press('Escape');
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(page.getByRole('button', { name: 'iron', exact: true })).toHaveCount(0);
  await expect(box).toBeFocused();
});

test('the help shows the query language, and its examples can be run', async ({ page }) => {
  await page.getByRole('button', { name: 'How to search' }).click();
  await page.getByRole('button', { name: 'meeting +Monday' }).click();
  await expect(page.getByRole('combobox')).toHaveValue('meeting +Monday');
  await expect(page.getByRole('combobox')).toBeFocused();
});
