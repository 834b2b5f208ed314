import { guardNetwork } from '../fixtures.ts';
import { addElement, axeFindings, tabTo, test, turnOn, turnOnIn } from './element.ts';
import { expect, PASSPHRASE } from './fixtures.ts';
import { textOfCode } from './qr-code.ts';

test('a link sets up a second device, and its secret leaves the address at once', async ({
  couch,
  profile,
  site,
  browser,
}) => {
  const one = await profile();
  await one.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  await turnOn(one, couch);
  const panel = one.locator('hs-sync-panel');
  await tabTo(one, panel.locator('.invite'));
  await one.keyboard.press('Enter');
  const code = panel.getByRole('img', { name: 'Code that contains the link' });
  await expect(code).toBeVisible();
  expect(await axeFindings(one)).toEqual([]);
  const link = await panel.locator('#link').inputValue();
  expect(await textOfCode(code)).toBe(link);
  expect(link).toContain(`${site}/blank#hybrid-search-sync=notes.`);

  const two = await (await browser.newContext()).newPage();
  const strays = guardNetwork(two.context(), site);
  await two.goto(link);
  await addElement(two);
  const second = two.locator('hs-sync-panel');
  // Anyone can make a link.
  await expect(second.locator('#address')).toHaveValue(couch.url);
  expect(new URL(two.url()).hash).toBe('');
  expect(strays).toEqual([]);
  await second.locator('hs-sync-place [type=submit]').click();
  await expect(second.locator('#passphrase')).toHaveValue(PASSPHRASE);
  await expect(second.locator('hs-sync-passphrase')).toContainText(new URL(couch.url).host);
  await second.locator('hs-sync-passphrase .primary').click();
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');
  await two.getByRole('combobox').fill('walrus');
  await expect(two.getByRole('option', { name: /Walrus/ })).toBeVisible();
  await two.context().close();
});

test('the link waits for the passphrase on a later visit, and a wrong one is reported', async ({
  couch,
  profile,
  site,
}) => {
  const page = await profile();
  await turnOn(page, couch);
  await page.goto(`${site}/blank`);
  await addElement(page);
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Synced');
  await page.locator('hs-status-bar .sync').click();
  const panel = page.locator('hs-sync-panel');
  await panel.locator('.invite').click();
  await expect(panel.locator('hs-sync-invite h3')).toBeFocused();
  await panel.locator('#passphrase').fill('guessed');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('This isn’t the passphrase. Nothing was changed.');
  await panel.locator('#passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel.locator('#link')).toHaveValue(/#hybrid-search-sync=notes\./);
});

test('losing versions are listed under the open note and can be restored', async ({ couch, profile }) => {
  const [one, two] = [await profile(), await profile()];
  await one.evaluate(() => window.client.add({ id: 'a', title: 'Plan', text: 'common' }));
  for (const page of [one, two]) await turnOn(page, couch);
  await expect.poll(() => two.evaluate(async () => (await window.client.get('a'))?.text)).toBe('common');
  await two.locator('hs-sync-panel .pause').click();
  await expect(two.locator('hs-sync-panel .stage')).toHaveAttribute('data-stage', 'paused');
  await expect(two.locator('hs-status-bar .sync')).toHaveText('Sync paused');
  await two.evaluate(() => window.client.update('a', { text: 'by two' }));
  const written = couch.documents().length;
  await one.evaluate(() => window.client.update('a', { text: 'by one' }));
  await one.evaluate(async () => (await window.client.sync())!.idle());
  expect(couch.documents().length).toBe(written);
  await two.locator('hs-sync-panel .pause').click();
  await expect(two.locator('hs-sync-panel .stage')).toHaveAttribute('data-stage', 'live');
  await two.getByRole('combobox').fill('plan');
  await two.getByRole('option', { name: /Plan/ }).click();
  const kept = two.locator('hs-kept-versions');
  await expect(kept.getByRole('heading', { name: 'Other versions' })).toBeVisible();
  expect(await axeFindings(two)).toEqual([]);
  const text = await kept.locator('.text').textContent();
  await kept.getByRole('button', { name: 'Use this version' }).click();
  await expect(two.locator('hs-memory-view [part=text]').first()).toHaveText(text!);
  await expect(kept).toHaveCount(0);
});

test('devices are listed, the passphrase changes, and a device can stop and join again', async ({ couch, profile }) => {
  const [one, two] = [await profile(), await profile()];
  for (const page of [one, two]) await turnOn(page, couch);
  const [first, second] = [one.locator('hs-sync-panel'), two.locator('hs-sync-panel')];
  await expect(second.locator('.devices li')).toHaveCount(2);
  await expect(second.locator('.devices')).toContainText('Chrome, Linux');

  await first.locator('[data-action=passphrase]').click();
  await expect(first.locator('#former')).toBeFocused();
  await first.locator('#former').fill(PASSPHRASE);
  await first.locator('#next').fill('another one');
  await one.keyboard.press('Enter');
  await expect(first.getByText('The passphrase was changed')).toBeVisible();
  await expect(first.locator('[data-action=passphrase]')).toBeFocused();
  await expect(second.locator('.trouble')).toHaveAttribute('data-reason', 'decryption');
  await second.locator('#passphrase').fill('another one');
  await two.keyboard.press('Enter');
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await second.locator('[data-action=stop]').click();
  await expect(second.locator('.confirm .cancel')).toBeFocused();
  await second.locator('.confirm .danger').click();
  await expect(second.locator('#address')).toBeVisible();
  await expect(two.locator('hs-status-bar .sync')).toHaveCount(0);
  expect(await two.evaluate(() => window.client.sync())).toBeNull();
});

test('a tab learns that another tab has stopped sync on this device', async ({ couch, profile, site }) => {
  const page = await profile();
  await turnOn(page, couch);
  const other = await page.context().newPage();
  await other.goto(`${site}/blank`);
  await addElement(other);
  await other.locator('hs-status-bar .sync').click();
  const panel = other.locator('hs-sync-panel');
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await page.locator('hs-sync-panel [data-action=stop]').click();
  await page.locator('hs-sync-panel .confirm .danger').click();
  await expect(panel.locator('#address')).toBeVisible();
  await expect(other.locator('hs-status-bar .sync')).toHaveCount(0);
  expect(await other.evaluate(() => window.client.sync())).toBeNull();
  await turnOnIn(other, couch);
});

test('a passphrase or an option that is entered in the tab that doesn’t replicate is used', async ({
  couch,
  profile,
  site,
}) => {
  const [one, two] = [await profile(), await profile()];
  for (const page of [one, two]) await turnOn(page, couch);
  const other = await two.context().newPage();
  await other.goto(`${site}/blank`);
  await addElement(other);
  await other.locator('hs-status-bar .sync').click();
  const [first, second] = [two.locator('hs-sync-panel'), other.locator('hs-sync-panel')];
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await one.evaluate(
    async (former) => (await window.client.sync())!.changePassphrase(former, 'another one'),
    PASSPHRASE,
  );
  await expect(second.locator('.trouble')).toHaveAttribute('data-reason', 'decryption');
  await second.locator('#passphrase').fill('another one');
  await other.keyboard.press('Enter');
  for (const panel of [first, second]) await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await second.locator('#adopt').check();
  const vectors = () => two.evaluate(async () => (await (await window.client.sync())!.settings()).vectors);
  await expect.poll(vectors).toBe('adopt');
  await expect(first.locator('#adopt')).toBeChecked();
  await other.close();
  await two.evaluate(async () => {
    await window.client.upsert({ id: 'a', text: 'written later' });
    await (await window.client.sync())!.idle();
  });
  await expect(first.locator('.stage')).toHaveAttribute('data-stage', 'live');
});

test('a device that joins appears in the list of another one, which is open', async ({ couch, profile }) => {
  const [one, two] = [await profile(), await profile()];
  await turnOn(one, couch);
  const devices = one.locator('hs-sync-panel .devices li');
  await expect(devices).toHaveCount(1);
  await turnOn(two, couch);
  await expect(devices).toHaveCount(2);
});

test('a device that starts again stops the others, which merge on request, and a removed device leaves the list', async ({
  couch,
  profile,
}) => {
  const [one, two] = [await profile(), await profile()];
  await one.evaluate(() => window.client.add({ id: 'a', text: 'alpha' }));
  for (const page of [one, two]) await turnOn(page, couch);
  await expect.poll(() => two.evaluate(async () => (await window.client.get('a'))?.text)).toBe('alpha');
  const [first, second] = [one.locator('hs-sync-panel'), two.locator('hs-sync-panel')];

  await first.locator('[data-action=start-again]').click();
  await expect(first.locator('.confirm .cancel')).toBeFocused();
  await first.locator('.confirm .danger').click();
  await expect(second.locator('.trouble')).toHaveAttribute('data-reason', 'identity');
  await two.evaluate(() => window.client.add({ id: 'b', text: 'beta' }));
  await second.getByRole('button', { name: 'Merge' }).click();
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');
  for (const page of [one, two]) {
    await expect
      .poll(() => page.evaluate(async () => (await window.client.getMany(['a', 'b'])).map((memory) => memory?.text)))
      .toEqual(['alpha', 'beta']);
  }

  await expect(second.locator('.devices li')).toHaveCount(2);
  await one.context().close();
  await second.locator('.devices button').click();
  await expect(second.locator('.devices li')).toHaveCount(1);
  await expect(second.locator('.devices li')).toContainText('this device');
});

test('the second click of a double click removes no other device', async ({ couch, profile }) => {
  const pages = [await profile(), await profile(), await profile()];
  for (const page of pages) await turnOn(page, couch);
  const [one, ...others] = pages;
  for (const page of others) await page.context().close();
  const devices = one!.locator('hs-sync-panel .devices');
  await expect(devices.locator('li')).toHaveCount(3);
  await devices.locator('button').first().click();
  await expect(devices.locator('li')).toHaveCount(2);
  await devices.locator('button').hover();
  await one!.mouse.down({ clickCount: 2 });
  await one!.mouse.up({ clickCount: 2 });
  await one!.locator('hs-sync-panel [data-action=stop]').click();
  await expect(devices.locator('li')).toHaveCount(2);
});
