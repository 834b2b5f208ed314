import { test, turnOn } from './element.ts';
import { expect } from './fixtures.ts';

const HERE = 'This deletes 1 note. Export them first if you may need them again.';

test('the settings say what sync sends, and that "Delete all" also deletes on other devices', async ({
  couch,
  profile,
}) => {
  const [one, two] = [await profile(), await profile()];
  await one.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  // Until its row is drawn, the toolbar may move away from the pointer.
  await expect(one.getByRole('option', { name: /Walrus/ })).toBeVisible();
  const warning = one.locator('hs-settings-panel .confirm p');
  await one.locator('[data-tool=settings]').click();
  await one.getByRole('button', { name: 'Delete all notes' }).click();
  await expect(warning).toHaveText(HERE);
  const settings = one.locator('hs-settings-panel');
  await expect(settings).toContainText('Nothing is sent anywhere.');
  await one.locator('hs-settings-panel .close').click();

  await turnOn(one, couch);
  await turnOn(two, couch);
  await expect(two.getByRole('option', { name: /Walrus/ })).toBeVisible();
  await one.locator('hs-sync-panel').getByRole('button', { name: 'Settings' }).click();
  await expect(settings).toContainText('Sync sends them encrypted; only your devices can read them.');
  await expect(settings).not.toContainText('Nothing is sent anywhere.');
  await one.getByRole('button', { name: 'Delete all notes' }).click();
  await expect(warning).toHaveText(`${HERE} Sync is on, so all notes are also deleted on your other devices.`);
  await one.evaluate(() => window.client.clear());
  await expect(two.getByRole('option')).toHaveCount(0);
});
