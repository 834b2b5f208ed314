/** A document's own file is opened on a device that never imported it. */
import { pdf } from '../../src/testing/document-samples.ts';
import { test, turnOn } from './element.ts';
import { expect } from './fixtures.ts';

test('a PDF that one device kept is opened on another one', async ({ couch, profile }) => {
  const [one, two] = [await profile(), await profile()];
  const letter = await pdf([
    { columns: [['The landlord answers in May.']] },
    { columns: [['The deposit comes back.']] },
  ]);
  await one.evaluate(async (base64) => {
    const file = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
    await window.client.import([{ path: 'letter.pdf', file }], { keepFiles: true });
  }, Buffer.from(letter).toString('base64'));
  await turnOn(one, couch);
  await turnOn(two, couch);
  await two.evaluate(async () => (await window.client.sync())!.idle());
  await two.keyboard.press('Escape');
  await two.getByRole('combobox').fill('deposit');
  await two
    .getByRole('option')
    .filter({ has: two.locator('mark') })
    .first()
    .click();
  await expect(two.getByRole('link', { name: 'Open file' })).toHaveAttribute('href', /^blob:.*#page=2$/);
  const base64 = await two.evaluate(async () => {
    const [hit] = (await window.client.search('deposit')).hits;
    const file = await window.client.file(hit!.id);
    const bytes = new Uint8Array(await file!.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  expect(Buffer.from(base64, 'base64').equals(Buffer.from(letter))).toBe(true);
});
