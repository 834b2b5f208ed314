import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
});

test('arrows, Home, End and Escape move through the results while the focus stays in the box', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  const options = page.getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(box).not.toHaveAttribute('aria-activedescendant');
  const active = page.locator('[role=option][aria-selected=true]');

  await box.press('ArrowDown');
  await expect(active).toContainText('Iron farm');
  await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  await box.press('End');
  await expect(active).toContainText('Bread');
  await box.press('Home');
  await expect(active).toContainText('Iron farm');
  await box.press('ArrowUp');
  await expect(active).toHaveCount(0);
  await box.press('ArrowUp');
  await expect(active).toContainText('Bread');
  await expect(box).toBeFocused();

  await box.press('Escape');
  await expect(active).toHaveCount(0);
  await expect(box).toHaveValue('iron');
  await box.press('Escape');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
});

test('the engine prepares for typing when the box gets focus', async ({ page }) => {
  const heard = () => page.evaluate(() => window.fake.calls.filter((call) => call === 'typing').length);
  expect(await heard()).toBe(0);
  await page.getByRole('combobox').focus();
  expect(await heard()).toBe(1);
});

test('Home and End move the caret while no result is active', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('Home');
  await box.pressSequentially('x');
  await expect(box).toHaveValue('xiron');
});

test('Enter opens the active result, and Escape returns to the box at the same position', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'Gold farm' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Gold farm');
});

test('Tab goes from the box only to the buttons of the active result', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  const tabbable = page.locator('.actions button[tabindex="0"]');
  await expect(page.getByRole('group', { name: 'Actions for Gold farm' }).getByRole('button')).toHaveCount(4);
  await expect(tabbable).toHaveCount(4);
});

test('a page can handle hs-select and stop the element from opening the note', async ({ page }) => {
  await page.evaluate(() => {
    window.element.addEventListener('hs-select', (event) => {
      event.preventDefault();
      document.title = `chose ${event.memory.id}`;
    });
  });
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveTitle('chose iron');
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
});

test('keys are left to an input method while it composes', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  const untouched = await box.evaluate((input) =>
    ['Enter', 'ArrowDown', 'Escape', 'Home'].every((key) =>
      [{ isComposing: true }, { keyCode: 229 }].every((init) =>
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...init }),
        ),
      ),
    ),
  );
  expect(untouched).toBe(true);
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Iron farm');
});

test('the slash and Ctrl+K focus the box only if enabled, and never from a field', async ({ page, baseUrl }) => {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    document.body.prepend(field);
  });
  const box = page.getByRole('combobox');
  await page.locator('body').press('/');
  await expect(box).not.toBeFocused();

  await page.evaluate(() => window.element.setAttribute('shortcut', ''));
  await page.locator('body').press('/');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');

  const field = page.locator('textarea');
  await field.focus();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('/');

  await openElement(page, baseUrl, NOTES, { shortcut: 'mod+k' });
  await page.locator('body').press('/');
  await expect(page.getByRole('combobox')).not.toBeFocused();
  await page.locator('body').press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('on a Mac, ⌘ K focuses the box, and ⌘ Enter opens a note next to the list and saves one', async ({
  page,
  baseUrl,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openElement(page, baseUrl, NOTES, { shortcut: 'mod+k' });
  const box = page.getByRole('combobox');
  await expect(page.locator('kbd').first()).toHaveText('⌘ K');
  await page.locator('body').press('Meta+k');
  await expect(box).toBeFocused();
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('Meta+Enter');
  await expect(page.locator('hs-memory-view h2')).toHaveText('Iron farm');
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('It floats.');
  await page.getByRole('textbox', { name: 'Text' }).press('Meta+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
});

test('every action of a row is two keys away from the box, and a third undoes a delete', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-active] [data-action=why]')).toBeFocused();
  await page.keyboard.press('w');
  await expect(page.locator('hs-why-panel')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(box).toBeFocused();
  await page.keyboard.press('Alt+z');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
});

test('in right-to-left rows, the arrow shown in the footer leads to their buttons', async ({ page }) => {
  await page.evaluate(() => {
    window.element.strings = { dir: 'rtl' };
  });
  await page.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.keys')).toContainText('←');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-active] [data-action=edit]')).toBeFocused();
});

test('the footer names keys as keyboards of the language do', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { language: 'fr' });
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.getByRole('combobox').press('ArrowDown');
  await expect(page.locator('.keys kbd')).toHaveText([
    '↑',
    '↓',
    'Entrée',
    '→',
    'W',
    '→',
    'E',
    '→',
    'C',
    '→',
    'Suppr',
    'Alt',
    'Z',
  ]);
});

test('the footer lists the keys while a row is active, and can be hidden for good', async ({ page, baseUrl }) => {
  const keys = page.locator('.keys');
  const activate = () => page.getByRole('combobox').press('ArrowDown');
  await expect(keys).toHaveCount(0);
  await activate();
  await expect(keys).toContainText('undo delete');
  await page.getByRole('button', { name: 'Hide the keys' }).click();
  await expect(keys).toHaveCount(0);
  await openElement(page, baseUrl, NOTES);
  await expect(page.getByRole('option')).toHaveCount(5);
  await activate();
  await expect(keys).toHaveCount(0);
  await page.getByRole('button', { name: 'How to search' }).click();
  await page.getByRole('button', { name: 'Show the keys below the results' }).click();
  await activate();
  await expect(keys).toBeVisible();
});

test('values of a field are suggested while typing, and a misspelt field is corrected', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.pressSequentially('iron tag:fa');
  await expect(page.locator('.completion')).toHaveText(['tag:farms 2']);
  await box.press('ArrowDown');
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('tag:farms');
  await box.press('Enter');
  await expect(box).toHaveValue('iron tag:farms ');
  await expect(box).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.fake.calls.at(-1))).toBe('search iron tag:farms ');
  await box.fill('tga:farms');
  await expect(page.locator('.completion')).toHaveText(['Did you mean tag:farms?']);
  await page.locator('.completion').click();
  await expect(box).toHaveValue('tag:farms');
  await box.press('Escape');
  await expect(box).toHaveValue('');
});

test('search modes can be switched, and one click removes the choice', async ({ page }) => {
  await page.evaluate(() => {
    const { search } = window.fake;
    window.fake.search = (query, options) => {
      window.fake.calls.push(`modes ${options?.modes?.join() ?? 'both'}`);
      return search(query, options);
    };
  });
  await page.getByRole('combobox').fill('iron');
  await page.getByRole('button', { name: 'Best match' }).click();
  await page.getByRole('radio', { name: 'Meaning only' }).check();
  const modes = () => page.evaluate(() => window.fake.calls.findLast((call) => call.startsWith('modes')));
  await expect.poll(modes).toBe('modes semantic');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Meaning only' }).click();
  await expect.poll(modes).toBe('modes both');
  await expect(page.getByRole('button', { name: 'Best match' })).toBeFocused();
});

test('filters stay if nothing matches', async ({ page }) => {
  await page.getByRole('combobox').fill('zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tags' })).toBeVisible();
});

test('an undo stays available while the pointer or focus is on it', async ({ page, baseUrl }) => {
  await page.clock.install();
  await openElement(page, baseUrl, NOTES);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.getByRole('combobox').press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.clock.runFor(60_000);
  const removals = () => page.evaluate(() => window.fake.calls.filter((call) => call.startsWith('trash ')).length);
  expect(await removals()).toBe(0);
  await page.getByRole('combobox').focus();
  await page.clock.runFor(11_000);
  await expect.poll(removals).toBe(1);
});
