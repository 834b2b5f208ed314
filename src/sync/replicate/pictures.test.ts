import { expect, it } from 'vitest';
import type { Memory, MemoryImage } from '../../core/record/memory.ts';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { deriveKeys, recordId } from '../format/sync-keys.ts';
import { conflictsOf, resolveConflict } from './conflicts.ts';

const PIECES = 3;

const server = new CouchDevices({ retryMs: 5 });
const { start } = server;

function picture(seed: number, bytes = 600_000): MemoryImage {
  const random = seededRandom(seed);
  const data = Uint8Array.from({ length: bytes }, () => random() * 256).buffer;
  return { data, mimeType: 'image/png', alt: `picture ${seed}` };
}

async function read(device: SyncDevice): Promise<Memory> {
  const [memory] = await device.engine.call('getMany', [['a'], {}]);
  return memory!;
}

/** Returns the ids of the memory's record and of the picture's pieces. */
async function idsOn(device: SyncDevice): Promise<{ memory: string; pieces: string[] }> {
  const { base, store, generation } = (await device.state.known())!;
  const memory = await recordId(await deriveKeys(base, store, generation), 'memory', 'a');
  const pieces = (await device.state.allShadows()).filter(({ kind }) => kind === 'piece').map(({ id }) => id);
  return { memory, pieces };
}

it('arrive on the server before the record that names them', async () => {
  const one = await start();
  await settle(one);
  // The answer to each write is lost once.
  server.couch.behaviour = { ...server.couch.behaviour, maxBytes: 400_000 };
  const failed = new Set<number>();
  server.couch.before = async (request) => {
    const { length } = server.couch.documents();
    const isNext = request.endsWith('_bulk_docs') && !failed.has(length);
    if (isNext) failed.add(length);
    server.couch.behaviour = { ...server.couch.behaviour, faults: ['lost-ack'], percent: isNext ? 100 : 0 };
  };
  await one.put({ id: 'a', text: 'with a picture', images: [picture(1)] });
  await settle(one);
  const { memory, pieces } = await idsOn(one);
  expect(pieces.length).toBe(PIECES);
  // In the order in which the documents were first written.
  const order = server.couch.documents().map(({ id }) => id);
  expect(order).toContain(memory);
  for (const piece of pieces) expect(order.indexOf(piece)).toBeLessThan(order.indexOf(memory));
  for (const piece of pieces) expect(order).toContain(piece);
  expect(server.couch.faulted.get('lost-ack')).toBeGreaterThan(1);
});

it('of a version that loses before it was sent can be restored on every device', async () => {
  const one = await start();
  await one.put({ id: 'a', text: 'common', createdAt: 1 });
  const two = await start();
  await settle(one, two);
  server.couch.isDown = true;
  server.couch.dropConnections();
  await one.put({ id: 'a', text: 'common', createdAt: 1, images: [picture(1)] });
  // From then on, the edit has a clock.
  await expect.poll(() => one.state.pendingCount()).toBe(1);
  await one.stop();
  await two.put({ id: 'a', text: 'common', createdAt: 1, images: [picture(2)] });
  server.couch.isDown = false;
  await settle(two);
  const again = await start({ from: one });
  await settle(again, two);
  expect((await read(two)).images).toEqual([picture(2)]);
  const [kept] = await two.replicator.withSession((session) => conflictsOf(session, 'a'));
  await two.replicator.withSession((session) => resolveConflict(session, 'a', kept!.version, []));
  expect((await read(two)).images).toEqual([picture(1)]);
});

it('that the server refuses stay on their device, even if another device changes the pictures too', async () => {
  const one = await start();
  await one.put({ id: 'a', text: 'common', createdAt: 1 });
  const two = await start();
  await settle(one, two);
  server.couch.refusal = ({ d }) => (String(d).length > 100_000 ? 'forbidden' : undefined);
  await one.put({ id: 'a', text: 'common', createdAt: 1, images: [picture(1)] });
  await settle(one);
  server.couch.refusal = () => undefined;
  await two.put({ id: 'a', text: 'common', createdAt: 1, images: [picture(2)] });
  await settle(two);
  server.couch.refusal = ({ d }) => (String(d).length > 100_000 ? 'forbidden' : undefined);
  await settle(one);
  expect((await read(one)).images).toEqual([picture(1)]);
  expect(one.replicator.state.refused).toEqual([{ id: 'a', reason: 'forbidden' }]);
  server.couch.refusal = () => undefined;
  one.replicator.resume();
  await settle(one, two);
  const [kept] = await two.replicator.withSession((session) => conflictsOf(session, 'a'));
  expect((await read(two)).images).toEqual([picture(2)]);
  await two.replicator.withSession((session) => resolveConflict(session, 'a', kept!.version, []));
  expect((await read(two)).images).toEqual([picture(1)]);
});

it("aren't fetched again when only the text changes", async () => {
  const [one, two] = [await start(), await start()];
  await one.put({ id: 'a', text: 'with a picture', images: [picture(1)] });
  await settle(one, two);
  const before = server.couch.answeredBytes;
  await one.engine.call('update', ['a', { text: 'edited' }, {}]);
  await settle(one, two);
  expect(await read(two)).toMatchObject({ text: 'edited', images: [picture(1)] });
  expect(server.couch.answeredBytes - before).toBeLessThan(100_000);
});

/** Stops the device, and makes the server lose a picture but keep its record. Returns their ids. */
async function withoutPieces(one: SyncDevice): Promise<{ memory: string; pieces: string[] }> {
  await settle(one);
  const restore = server.couch.backUp();
  await one.put({ id: 'a', text: 'with a picture', images: [picture(1)] });
  await settle(one);
  const { memory, pieces } = await idsOn(one);
  const { body } = server.couch.documents().find(({ id }) => id === memory)!;
  await one.stop();
  restore();
  server.couch.overwrite(memory, body);
  return { memory, pieces };
}

it('that the server lost are sent again, and the record that lacked them is then read', async () => {
  const one = await start();
  const { memory, pieces } = await withoutPieces(one);
  const two = await start();
  await settle(two);
  expect(two.replicator.state).toMatchObject({ unreadable: [memory] });
  const again = await start({ from: one });
  await settle(again, two);
  expect(server.couch.documents().map(({ id }) => id)).toEqual(expect.arrayContaining(pieces));
  expect(await read(two)).toMatchObject({ images: [picture(1)] });
  expect(two.replicator.state.unreadable).toBeUndefined();
});

it('that are sent again let an edit through that had to wait for them', async () => {
  const one = await start();
  await withoutPieces(one);
  const two = await start();
  await two.put({ id: 'a', text: 'written here' });
  await settle(two);
  expect(two.replicator.state.pending).toBe(1);
  const again = await start({ from: one });
  await settle(again, two, again);
  expect(two.replicator.state.pending).toBe(0);
  expect(await read(again)).toEqual(expect.objectContaining({ text: (await read(two)).text }));
  const kept = [...(await again.keptOf('a'))].map(({ fields }) => fields?.text);
  expect([(await read(again)).text, ...kept].sort()).toEqual(['with a picture', 'written here']);
});

it('come in smaller answers if a proxy cuts large ones', async () => {
  const one = await start();
  await one.put({ id: 'a', text: 'with a picture', images: [picture(1, 2_000_000)] });
  await settle(one);
  server.couch.behaviour = { ...server.couch.behaviour, maxAnswerBytes: 900_000, longAnswer: 'proxy-timeout' };
  const two = await start();
  await settle(two);
  expect(server.couch.longAnswers).toBeGreaterThan(0);
  expect(await read(two)).toMatchObject({ images: [picture(1, 2_000_000)] });
});
