import type { Page } from '@playwright/test';
import { crc32c } from '../../src/core/bytes/checksum.ts';
import { expect, test } from '../fixtures.ts';

const KEYWORDS = { name: 'kept', modes: ['keyword' as const] };

const look = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root
      .getDirectoryHandle('hybrid-search-snapshots')
      .then((parent) => parent.getDirectoryHandle('kept'))
      .catch(() => null);
    const names: string[] = [];
    let text = '';
    if (folder) {
      for await (const [name, handle] of (
        folder as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
      ).entries()) {
        names.push(name.replace(/-[0-9a-f]{16}$/, ''));
        text += await (await handle.getFile()).text();
      }
    }
    return { names: names.sort(), quince: text.includes('quince'), medlar: text.includes('medlar') };
  });

const inDatabase = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('hybrid-search/kept');
      opening.onsuccess = () => resolve(opening.result);
    });
    const count = await new Promise<number>((resolve) => {
      const counting = database.transaction('snapshotParts').objectStore('snapshotParts').count();
      counting.onsuccess = () => resolve(counting.result);
    });
    database.close();
    return count;
  });

const fill = (page: Page) =>
  page.evaluate(async () => {
    await window.client.addMany([
      { id: 'q', text: 'a quince on the sill' },
      { id: 'm', text: 'a medlar in the shed' },
    ]);
    await window.client.idle();
  });

const answer = (page: Page) =>
  page.evaluate(async () => {
    const { hits } = await window.client.search('quince');
    return { origin: (await window.client.stats()).keywordIndex, hits: hits.map(({ id }) => id) };
  });

test('a start reads the snapshot files, and builds a damaged one again', async ({ openClient }) => {
  const page = await openClient(KEYWORDS);
  await fill(page);
  expect(await look(page)).toEqual({ names: ['keyword', 'rows'], quince: true, medlar: true });
  await page.evaluate(() => window.client.close());
  expect(await inDatabase(page)).toBe(0);
  await openClient({ ...KEYWORDS, page });
  expect(await answer(page)).toEqual({ origin: 'snapshot', hits: ['q'] });
  await page.evaluate(async () => {
    await window.client.close();
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle('hybrid-search-snapshots');
    const folder = await parent.getDirectoryHandle('kept');
    for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
      if (!handle.name.startsWith('keyword-')) continue;
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      bytes[bytes.length - 1]! ^= 1;
      const writable = await handle.createWritable();
      await writable.write(bytes);
      await writable.close();
    }
  });
  await openClient({ ...KEYWORDS, page });
  expect(await answer(page)).toEqual({ origin: 'rebuilt', hits: ['q'] });
});

test('snapshot files of the former format, checked by CRC-32C, are read', async ({ openClient }) => {
  const page = await openClient(KEYWORDS);
  await fill(page);
  await page.evaluate(() => window.client.close());
  const written = await page.evaluate(async () => {
    const files: { [name: string]: number[] } = {};
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle('hybrid-search-snapshots');
    const folder = await parent.getDirectoryHandle('kept');
    for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
      files[handle.name] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    }
    return files;
  });
  const former = Object.entries(written).map(([name, bytes]): [string, number[]] => {
    const file = Uint8Array.from(bytes);
    const words = new DataView(file.buffer);
    const [jsonLength, length] = [words.getUint32(4, true), words.getUint32(8, true)];
    words.setUint32(0, 0x31535348, true);
    words.setUint32(12, crc32c(file.subarray(file.length - length), crc32c(file.subarray(16, 16 + jsonLength))), true);
    return [name, [...file]];
  });
  await page.evaluate(async (files) => {
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle('hybrid-search-snapshots');
    const folder = await parent.getDirectoryHandle('kept');
    for (const [name, bytes] of files) {
      const writable = await (await folder.getFileHandle(name)).createWritable();
      await writable.write(Uint8Array.from(bytes));
      await writable.close();
    }
  }, former);
  await openClient({ ...KEYWORDS, page });
  expect(await answer(page)).toEqual({ origin: 'snapshot', hits: ['q'] });
});

test('snapshot files contain nothing of a removed memory', async ({ openClient }) => {
  const page = await openClient(KEYWORDS);
  await fill(page);
  await page.evaluate(async () => {
    await window.client.remove('q');
    await window.client.idle();
  });
  expect(await look(page)).toEqual({ names: ['keyword', 'rows'], quince: false, medlar: true });
});

test('snapshot files are removed when the store is cleared or deleted, in whichever tab', async ({ openClient }) => {
  const page = await openClient(KEYWORDS);
  await fill(page);
  const other = await openClient({ ...KEYWORDS, page: await page.context().newPage() });
  await page.evaluate(() => window.client.clear());
  await other.evaluate(() => window.client.idle());
  await page.evaluate(() => window.client.idle());
  expect(await look(page)).toMatchObject({ quince: false, medlar: false });
  await fill(page);
  await page.evaluate(() => window.client.destroy());
  await other.evaluate(() => window.client.close());
  expect(await look(page)).toMatchObject({ names: [], quince: false, medlar: false });
});
