import { expect, test, turnOn } from './element.ts';

const HERE = 'This deletes 1 note. Export them first if you may need them again.';

test('the warning before "Delete all" says that other devices delete the notes too', async ({ couch, profile }) => {
  const [one, two] = [await profile(), await profile()];
  await one.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  const warning = one.locator('hs-settings-panel .confirm p');
  await one.locator('[data-tool=settings]').click();
  await one.getByRole('button', { name: 'Delete all notes' }).click();
  await expect(warning).toHaveText(HERE);
  await one.locator('hs-settings-panel .close').click();

  await turnOn(one, couch);
  await turnOn(two, couch);
  await expect(two.getByRole('option', { name: /Walrus/ })).toBeVisible();
  await one.locator('hs-sync-panel').getByRole('button', { name: 'Settings' }).click();
  await one.getByRole('button', { name: 'Delete all notes' }).click();
  await expect(warning).toHaveText(`${HERE} Sync is on, so all notes are also deleted on your other devices.`);
  await one.evaluate(() => window.client.clear());
  await expect(two.getByRole('option')).toHaveCount(0);
});
