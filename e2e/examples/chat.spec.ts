import type { Page } from '@playwright/test';
import { expect, test, violations } from './fixtures.ts';
import { NARROW_DARK, WIDE_LIGHT, watchQuality } from './quality.ts';

test.use({ example: 'chat' });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#messages .user:not(.sending)', { hasText: text })).toBeVisible();
}

async function ask(page: Page, question: string): Promise<string> {
  const before = await page.locator('#messages .assistant').count();
  await say(page, question);
  await expect(page.locator('#messages .assistant')).toHaveCount(before + 1);
  return (await lastAnswer(page).textContent()) ?? '';
}

const lastAnswer = (page: Page) => page.locator('#messages .assistant').last();

test('quotes earlier messages with their source, across conversations', async ({ page, site }) => {
  await page.goto(site);
  await say(page, 'The spare key hangs behind the blue cupboard.');
  await say(page, 'Sourdough wants feeding the evening before.');
  await page.getByRole('button', { name: 'New talk' }).click();
  await say(page, 'Where is the spare key?');
  await expect(lastAnswer(page)).toContainText('“The spare key hangs behind the blue cupboard.” [');
  await expect(page.locator('#context')).toHaveValue(/\[\d\] ada: The spare key/);
  await expect(page.locator('#fill')).toContainText(/of 400 tokens/);
  await say(page, 'Quandary of zyxwv?');
  await expect(lastAnswer(page)).toContainText('Nothing that I remember answers that.');
  await page.reload();
  await page.locator('#sessions').getByRole('button', { name: 'The spare key hangs' }).click();
  await expect(page.locator('#messages li')).toHaveCount(2);
});

test('private messages stay private, and a group sees what was said in it', async ({ page, site }) => {
  await page.goto(site);
  await say(page, 'My locker code is PII-2024-0042.');
  await page.getByLabel('Where').selectOption('group');
  await say(page, 'The boiler code is BX-7781.');
  await page.getByLabel('You are').selectOption('ben');
  await expect(page.locator('#messages li')).toHaveCount(0);
  expect(await ask(page, 'What is the code BX-7781?')).toContain('BX-7781');
  expect(await ask(page, 'What is my locker code?')).not.toContain('PII');
  await page.getByLabel('Where').selectOption('direct');
  await expect(page.locator('#messages li')).toHaveCount(0);
  expect(await ask(page, 'What is my locker code?')).not.toContain('PII');
  await page.getByLabel('You are').selectOption('ada');
  await expect(page.locator('#messages li')).toHaveCount(0);
  expect(await ask(page, 'What is my locker code?')).toContain('PII-2024-0042.”');
});

test('a message kept for one day is gone the day after, from its conversation and from every answer', async ({
  page,
  site,
}) => {
  // To the store, messages look two days old.
  await page.clock.setFixedTime(Date.now() - 2 * 86_400_000);
  await page.goto(site);
  await say(page, 'The spare key hangs behind the blue cupboard.');
  await page.getByLabel('Messages are kept').selectOption('1');
  // To the store, this message has already expired.
  await page.getByRole('textbox', { name: 'Message' }).fill('The spare key hangs in the shed until Tuesday.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.clock.setFixedTime(Date.now());
  await page.reload();
  await page.locator('#sessions').getByRole('button', { name: 'The spare key hangs behind' }).click();
  await expect(page.locator('#messages li')).toHaveCount(1);
  await page.getByRole('button', { name: 'New talk' }).click();
  expect(await ask(page, 'Where is the spare key?')).toContain('blue cupboard');
  await expect(page.locator('#context')).not.toHaveValue(/shed/);
});

test('a question is shown before its answer, and survives closing the tab', async ({ page, site }) => {
  await page.route(/model.*onnx|\.onnx/, () => {});
  await page.goto(site);
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is the spare key?');
  const shown = await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('#say')!.requestSubmit();
    return document.querySelector('#messages')!.textContent;
  });
  expect(shown).toContain('Where is the spare key?');
  await expect(page.locator('#messages .user:not(.sending)')).toHaveCount(1);
  await page.reload();
  await page.locator('#sessions').getByRole('button', { name: 'Where is the spare key?' }).click();
  await expect(page.locator('#messages .user')).toHaveCount(1);
});

test('lists what is remembered, and lets you edit and delete your own', async ({ page, site }) => {
  await page.goto(site);
  await page.getByLabel('Where').selectOption('group');
  await say(page, 'The boiler code is BX-7781.');
  await say(page, 'The bin is collected on Tuesday.');
  await page.getByText('What is remembered (2)').click();
  const entries = page.locator('#remembered li');
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit: The boiler code' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The boiler code is CY-9034.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(entries.last()).toContainText('CY-9034');
  await expect(page.locator('#messages')).toContainText('CY-9034');
  await expect(page.locator('#sessions')).toContainText('CY-9034');
  await page.getByRole('button', { name: 'Delete: The bin' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete: The bin' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(entries).toHaveCount(1);
  await expect(page.locator('#messages li')).toHaveCount(1);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-remembered.png` });
  expect(await ask(page, 'What is the boiler code?')).toContain('CY-9034');
  await page.getByLabel('You are').selectOption('ben');
  await expect(entries.filter({ hasText: 'CY-9034' })).toHaveCount(1);
  await expect(entries.getByRole('button')).toHaveCount(0);
});

test('each message says how long it is kept', async ({ page, site }) => {
  await page.goto(site);
  await page.getByLabel('Messages are kept').selectOption('1');
  await say(page, 'The bin is collected on Tuesday.');
  const shown = await page.locator('#messages small').first().textContent();
  expect(shown).toMatch(/until/);
  await page.getByLabel('Messages are kept').selectOption('0');
  await say(page, 'The meter reads 4711.');
  await expect(page.locator('#messages small').last()).toContainText('kept');
});

for (const [colorScheme, width] of [WIDE_LIGHT, NARROW_DARK]) {
  test(`accessible, readable, nothing jumps: ${colorScheme}, ${width} px`, async ({ page, site }) => {
    const quality = await watchQuality(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site);
    await say(page, 'The spare key hangs behind the blue cupboard.');
    await say(page, 'Where is the spare key?');
    await expect(lastAnswer(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await quality.faults()).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-${colorScheme}-${width}.png` });
  });
}
