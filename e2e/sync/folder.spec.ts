/** A folder of the origin private file system has the same interface as one that a user picks. */
import type { Page } from '@playwright/test';
import { plaintextIn } from '../../src/testing/plaintext.ts';
import { contents, expect, openAgain, PASSPHRASE, stateWhenIdle, test } from './fixtures.ts';

type Files = { [name: string]: number[] };

async function syncFolder(page: Page, passphrase?: string): Promise<string> {
  return page.evaluate(async (given) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('shared', { create: true });
    window.sync = await window.client.sync({ folder, ...(given !== undefined && { passphrase: given }) });
    await window.sync.idle();
    return window.sync.state.stage;
  }, passphrase);
}

async function filesOf(page: Page): Promise<Files> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shared', { create: true });
    const files: Files = {};
    for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>) {
      files[name] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    }
    return files;
  });
}

async function writeFiles(page: Page, files: Files): Promise<void> {
  await page.evaluate(async (given) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shared', { create: true });
    for (const [name, bytes] of Object.entries(given)) {
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write(Uint8Array.from(bytes));
      await writable.close();
    }
  }, files);
}

async function copyAll(from: Page, to: Page): Promise<void> {
  await writeFiles(to, await filesOf(from));
}

const settle = (page: Page): Promise<void> => page.evaluate(() => window.sync.idle());

test('two profiles with copies of one folder end with equal memories, and the files hold no byte of them', async ({
  device,
  site,
}) => {
  const [one, two] = [await device(), await device()];
  await one.evaluate(async () => {
    const data = new Uint8Array(300_000).map((_, at) => (at * 31) % 251).buffer;
    await window.client.addMany([
      { id: 'walrus-id', title: 'Walrustitle', text: 'Walrustext\nsleeps\non ice\n', tags: ['walrustag'] },
      { id: 'pictured', text: 'walrus picture', images: [{ data, mimeType: 'image/png', alt: 'walrusalt' }] },
      ...Array.from({ length: 150 }, (_, at) => ({ id: `n${at}`, text: `walrus number ${at}` })),
    ]);
  });
  expect(await syncFolder(one, PASSPHRASE)).toBe('live');
  await copyAll(one, two);
  expect(await syncFolder(two, PASSPHRASE)).toBe('live');
  await one.evaluate(() => window.client.update('walrus-id', { text: 'Walrustext\nSLEEPS\non ice\n' }));
  await two.evaluate(async () => {
    await window.client.update('walrus-id', { text: 'Walrustext\nsleeps\non ice\nand snores\n' });
    await window.client.remove('n1');
  });
  for (const [from, to] of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    await settle(from);
    await copyAll(from, to);
    await settle(to);
  }
  expect(await contents(two)).toBe(await contents(one));
  const [merged, removed] = await two.evaluate(() => window.client.getMany(['walrus-id', 'n1']));
  expect([merged?.text, removed]).toEqual(['Walrustext\nSLEEPS\non ice\nand snores\n', undefined]);
  const files = Object.values(await filesOf(one));
  const text = files.map((bytes) => Buffer.from(bytes).toString('latin1')).join('');
  expect(plaintextIn(text, ['walrus', 'sleeps', 'snores', 'image/png'])).toEqual([]);
  expect(await two.evaluate(() => window.sync.state.rolledBack ?? false)).toBe(false);
  // After a restart, the device writes to a new file.
  const before = Object.keys(await filesOf(two));
  await openAgain(two, site);
  await two.evaluate(() => window.client.add({ id: 'later', text: 'after a new start' }));
  expect(await syncFolder(two)).toBe('live');
  const after = Object.keys(await filesOf(two));
  expect(after.filter((name) => !before.includes(name))).toHaveLength(1);
});

test('a truncated file and one named like a conflict copy are read as far as they go', async ({ device }) => {
  const [one, two] = [await device(), await device()];
  await syncFolder(one, PASSPHRASE);
  await copyAll(one, two);
  await syncFolder(two, PASSPHRASE);
  for (const id of ['a', 'b', 'c']) {
    await one.evaluate((given) => window.client.add({ id: given, text: `text of ${given}` }), id);
    await settle(one);
  }
  const files = await filesOf(one);
  const [name, bytes] = Object.entries(files).sort(([, a], [, b]) => b.length - a.length)[0]!;
  await writeFiles(two, { [name]: bytes.slice(0, -40) });
  const ids = () => two.evaluate(async () => (await window.client.list()).memories.map(({ id }) => id).sort());
  await settle(two);
  expect(await ids()).toEqual(['a', 'b']);
  await writeFiles(two, { [name.replace('.', '.sync-conflict-20261125-141500-ABCDEFG.')]: bytes });
  await expect.poll(ids).toEqual(['a', 'b', 'c']);
  expect(await stateWhenIdle(two)).toMatchObject({ stage: 'live', pending: 0 });
});

test('a folder and an address together are refused', async ({ device }) => {
  const one = await device();
  const refused = await one.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const told = (given: object) =>
      window.client.sync(given).then(
        () => 'taken',
        (error: { code: string; path: string }) => `${error.code} ${error.path}`,
      );
    return [
      await told({ folder, url: 'https://couch.example/notes' }),
      await told({ folder: {} }),
      await told({ passphrase: 'only' }),
    ];
  });
  expect(refused).toEqual(['invalid-option folder', 'invalid-option folder', 'invalid-option url']);
});
