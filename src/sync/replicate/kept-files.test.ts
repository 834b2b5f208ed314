/** Files of documents, in a file system in memory. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import { type Bytes, fileOf, filesFolder, importFile, sha256Of } from '../../testing/kept-files.ts';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { FileKeeper } from '../../transfer/file-keeper.ts';
import { deriveKeys, type RecordKind, recordId } from '../format/sync-keys.ts';

const PIECE = 256 * 1_024;
const MB = 1_048_576;

let origin: MemoryOrigin;
let restoreGlobals = (): void => {};
beforeEach(() => {
  origin = new MemoryOrigin(1);
  restoreGlobals = origin.install();
});
afterEach(() => restoreGlobals());

const server = new CouchDevices({ retryMs: 5 });
const { start } = server;

function bytesOf(seed: number, length: number): Bytes {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => random() * 256);
}

const importTo = (device: SyncDevice, name: string, id: string, bytes: Bytes): Promise<string> =>
  importFile(name, bytes, (file) => device.put({ id, text: `of the document ${id}`, metadata: { file } }));

async function idOn(device: SyncDevice, kind: RecordKind, name: string): Promise<string> {
  const { base, store, generation } = (await device.state.known())!;
  return recordId(await deriveKeys(base, store, generation), kind, name);
}

/** Ids on the server, in the order in which they were first written. */
const order = (): string[] => server.couch.documents().map(({ id }) => id);

it('arrive on the server before their record, the first piece last, and then on the other device', async () => {
  const one = await start({ name: 'one' });
  const bytes = bytesOf(1, 6 * PIECE + 10);
  const hash = await importTo(one, 'one', 'a', bytes);
  await one.put({ id: 'b', text: 'another page', metadata: { file: hash } });
  await settle(one);
  const ids = await Promise.all(Array.from({ length: 7 }, (_, at) => idOn(one, 'piece', `${hash}/${at}`)));
  const written = order();
  for (const id of ids) expect(written).toContain(id);
  for (const id of ids.slice(1)) expect(written.indexOf(id)).toBeLessThan(written.indexOf(ids[0]!));
  expect(written.indexOf(ids[0]!)).toBeLessThan(written.indexOf(await idOn(one, 'memory', 'a')));
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await fileOf(two, 'a')).toBe(hash);
  expect(await fileOf(two, 'b')).toBe(hash);
  const whole = bytesOf(2, 2 * PIECE);
  const other = await importTo(two, 'two', 'c', whole);
  await settle(two, one);
  expect(await fileOf(one, 'c')).toBe(other);
});

it('are sent by a device that synced their memories before', async () => {
  const one = await start({ name: 'one' });
  const bytes = bytesOf(1, 1_000);
  await one.put({ id: 'a', text: 'a page', metadata: { file: sha256Of(bytes) } });
  const two = await start({ name: 'two' });
  await settle(one, two);
  expect(await fileOf(two, 'a')).toBeNull();
  await one.stop();
  const keeper = await FileKeeper.open({ folder: filesFolder('one') });
  await keeper!.keep(new Blob([bytes]), new AbortController().signal);
  await settle(await start({ name: 'one', from: one }), two);
  expect(await fileOf(two, 'a')).toBe(sha256Of(bytes));
});

it('are fetched later if there is no room, and the text comes anyway', async () => {
  const one = await start({ name: 'one' });
  const hash = await importTo(one, 'one', 'a', bytesOf(1, 3 * PIECE));
  await settle(one);
  const { storage } = navigator;
  storage.estimate = async () => ({ quota: 64 * MB + 2 * PIECE, usage: 0 });
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await two.texts()).toEqual({ a: 'of the document a' });
  expect(two.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(await fileOf(two, 'a')).toBeNull();
  const before = server.couch.answeredBytes;
  await two.put({ id: 'b', text: 'written here' });
  await settle(two);
  expect(server.couch.answeredBytes - before).toBeLessThan(100_000);
  await two.stop();
  storage.estimate = async () => ({ quota: 100 * MB, usage: 0 });
  const again = await start({ name: 'two', from: two });
  await settle(again);
  expect(await fileOf(again, 'a')).toBe(hash);
});

it('that don’t match their hash are left out, and nothing is left behind', async () => {
  const one = await start({ name: 'one' });
  const hash = sha256Of(bytesOf(1, PIECE));
  await navigator.locks.request('hybrid-search/files/one', { mode: 'shared' }, async () => {
    const keeper = await FileKeeper.open({ folder: filesFolder('one') });
    const other = await keeper!.keep(new Blob([bytesOf(2, PIECE)]), new AbortController().signal);
    let folder = await navigator.storage.getDirectory();
    for (const name of filesFolder('one')) folder = await folder.getDirectoryHandle(name);
    const damaged = (await folder.getFileHandle(other)) as unknown as { move(name: string): Promise<void> };
    await damaged.move(hash);
    await one.put({ id: 'a', text: 'a page', metadata: { file: hash } });
  });
  await settle(one);
  expect(order()).toContain(await idOn(one, 'piece', `${hash}/0`));
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await two.texts()).toEqual({ a: 'a page' });
  expect(await fileOf(two, 'a')).toBeNull();
  expect((await two.engine.call('stats', [])).storage.files).toBe(0);
  expect(two.replicator.state).toMatchObject({ stage: 'live' });
});

it.each(['forbidden', 'too-large'] as const)('that the server refuses as %s are reported', async (reason) => {
  const one = await start({ name: 'one' });
  await settle(one);
  const bytes = bytesOf(1, 2 * PIECE);
  const pieces = [0, 1].map((at) => idOn(one, 'piece', `${sha256Of(bytes)}/${at}`));
  const ids = await Promise.all(pieces);
  const refuse = (): void => {
    if (reason === 'too-large') server.couch.behaviour.maxBytes = PIECE;
    else server.couch.refusal = ({ _id }) => (ids.includes(String(_id)) ? reason : undefined);
  };
  const accept = (): void => {
    server.couch.behaviour.maxBytes = Number.POSITIVE_INFINITY;
    server.couch.refusal = () => undefined;
  };
  refuse();
  const hash = await importTo(one, 'one', 'a', bytes);
  await settle(one);
  await one.put({ id: 'b', text: 'another page', metadata: { file: hash } });
  await settle(one);
  const refused = [{ id: 'a', reason, file: true }];
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0, refused });
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await two.texts()).toEqual(await one.texts());
  // It isn't sent again with every round.
  const before = server.couch.sentBytes;
  await one.put({ id: 'c', text: 'written later' });
  await settle(one);
  expect(server.couch.sentBytes - before).toBeLessThan(PIECE);
  expect(one.replicator.state.refused).toEqual(refused);
  await one.stop();
  const again = await start({ name: 'one', from: one });
  await settle(again);
  expect(again.replicator.state.refused).toEqual(refused);
  accept();
  again.replicator.resume();
  await settle(again, two);
  expect(again.replicator.state.refused).toBeUndefined();
  expect(await fileOf(two, 'a')).toBe(hash);
});

it('that the server refuses aren’t reported after their memory was removed', async () => {
  const one = await start({ name: 'one' });
  server.couch.behaviour.maxBytes = PIECE;
  await importTo(one, 'one', 'a', bytesOf(1, 2 * PIECE));
  await settle(one);
  expect(one.replicator.state.refused?.length).toBe(1);
  await one.remove('a');
  await settle(one);
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(one.replicator.state.refused).toBeUndefined();
});

it('that the server lost are sent again', async () => {
  const one = await start({ name: 'one' });
  await settle(one);
  const restore = server.couch.backUp();
  const hash = await importTo(one, 'one', 'a', bytesOf(1, 2 * PIECE));
  await settle(one);
  server.couch.isDown = true;
  server.couch.dropConnections();
  restore();
  // A device that can't reach the server checks afterwards whether it's the same one.
  await expect.poll(() => one.replicator.state.stage).toBe('offline');
  server.couch.isDown = false;
  await settle(one);
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await fileOf(two, 'a')).toBe(hash);
});

it('stay on their device if the other one can’t keep files, which gets the text', async () => {
  const one = await start({ name: 'one' });
  await importTo(one, 'one', 'a', bytesOf(1, 2 * PIECE));
  await settle(one);
  origin.unreachable = true;
  const two = await start({ name: 'two' });
  await settle(two);
  expect(await two.texts()).toEqual({ a: 'of the document a' });
  expect(two.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(two.replicator.state.unreadable).toBeUndefined();
});
