/** Messages of conversations are synced only between devices with the option. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import type { SyncDevice, SyncDeviceOptions } from '../../testing/sync-device.ts';
import { conflictsOf } from './conflicts.ts';

const server = new CouchDevices({ retryMs: 5, modelAllowed: true });
const { start } = server;
const ON = { messages: true };
/** Vectors on such a device come from another one. */
const ADOPT = { vectors: 'adopt' } as const;

afterEach(() => void vi.useRealTimers());

const message = (id: string, text: string) =>
  ({ id, text, type: 'conversation', role: 'user', session: 's', thread: 't', expiresAt: null }) as const;

async function read(device: SyncDevice, id: string): Promise<Memory | undefined> {
  const [memory] = await device.engine.call('getMany', [[id], {}]);
  return memory;
}

/** Restarts a device with other options. */
async function again(
  device: SyncDevice,
  messages: boolean,
  others: Partial<SyncDeviceOptions> = {},
): Promise<SyncDevice> {
  await device.stop();
  const restarted = await start({ from: device, messages, ...others });
  await settle(restarted);
  return restarted;
}

const recordsOf = (): number => server.couch.documents().length;

it('arrive with their session and order, are edited, removed, and not embedded twice', async () => {
  const [one, two] = [await start(ON), await start({ ...ON, ...ADOPT })];
  await one.put(
    { ...message('m1', 'Is it open?'), createdAt: 1 },
    { ...message('m2', 'Yes.'), createdAt: 2, role: 'assistant' },
  );
  await one.engine.call('idle', []);
  await settle(one, two);
  expect(await two.contents()).toEqual(await one.contents());
  const messages = await two.engine.call('conversationList', ['s']);
  expect(messages.map(({ id, thread }) => [id, thread])).toEqual([
    ['m1', 't'],
    ['m2', 't'],
  ]);
  expect(two.engine.embedded).toEqual([]);
  expect(await two.engine.call('stats', [])).toMatchObject({ embedded: 2, queued: 0 });
  await one.put({ ...message('m1', 'Is it open on Monday?'), createdAt: 1 });
  await two.put({ ...message('m1', 'Is it open today?'), createdAt: 1 });
  await settle(one, two, one);
  expect(await two.contents()).toEqual(await one.contents());
  const kept = await one.replicator.withSession((session) => conflictsOf(session, 'm1'));
  expect(kept.map(({ memory }) => memory.text)).toEqual(['Is it open on Monday?']);
  await two.remove('m2');
  await settle(two, one);
  expect(Object.keys(await one.texts())).toEqual(['m1']);
});

it('are skipped by a device without the option, and fetched once it is turned on', async () => {
  const one = await start(ON);
  await one.put(message('m1', 'before'), { id: 'note', text: 'a note' });
  await one.engine.call('idle', []);
  await settle(one);
  const without = await start(ADOPT);
  await settle(without);
  await one.put(message('m2', 'after'));
  await one.engine.call('idle', []);
  await settle(one, without);
  await without.put({ id: 'own', text: 'of the device without the option' }, message('mine', 'said there'));
  await settle(without, one);
  expect(Object.keys(await without.texts()).sort()).toEqual(['mine', 'note', 'own']);
  expect((await without.state.allShadows()).filter(({ kind }) => kind === 'vectors').length).toBe(1);
  expect(without.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(without.replicator.state.unreadable).toBeUndefined();
  const three = await start(ON);
  await settle(three);
  expect(Object.keys(await three.texts()).sort()).toEqual(['m1', 'm2', 'note', 'own']);
  const withOption = await again(without, true, ADOPT);
  await settle(one);
  const all = ['m1', 'm2', 'mine', 'note', 'own'];
  expect(Object.keys(await withOption.texts()).sort()).toEqual(all);
  expect(Object.keys(await one.texts()).sort()).toEqual(all);
  expect(await withOption.contents()).toEqual(await one.contents());
  const own = /^(said there|of the device without the option)$/;
  expect(withOption.engine.embedded.filter((text) => !own.test(text))).toEqual([]);
  expect((await withOption.engine.call('stats', [])).embedded).toBeGreaterThanOrEqual(3);
});

it('stay everywhere when the option is turned off, and what happened meanwhile is synced when it is on again', async () => {
  const [one, two] = [await start(ON), await start(ON)];
  await one.put(message('m1', 'first'), message('m2', 'second'), message('m3', 'third'));
  await settle(one, two);
  const records = recordsOf();
  const off = await again(one, false);
  await off.put(message('m1', 'edited while off'), message('m4', 'written while off'));
  await off.remove('m2');
  await two.put(message('m3', 'edited on two'));
  await settle(off, two);
  expect(recordsOf()).toBe(records);
  expect(await two.texts()).toEqual({ m1: 'first', m2: 'second', m3: 'edited on two' });
  expect(await off.texts()).toEqual({ m1: 'edited while off', m3: 'third', m4: 'written while off' });
  const on = await again(off, true);
  await settle(two);
  expect(await on.texts()).toMatchObject({ m1: 'edited while off', m3: 'edited on two', m4: 'written while off' });
  expect(await two.contents()).toEqual(await on.contents());
});

it('that were removed while the option was off are removed elsewhere once it is on', async () => {
  const [one, two] = [await start(ON), await start(ON)];
  await one.put(message('m1', 'first'), message('m2', 'second'));
  await settle(one, two);
  const off = await again(one, false);
  await off.remove('m2');
  await settle(off, two);
  expect(Object.keys(await two.texts()).sort()).toEqual(['m1', 'm2']);
  await again(off, true);
  await settle(two);
  expect(Object.keys(await two.texts())).toEqual(['m1']);
});

it('stay on other devices if a device that no longer has the option deletes everything', async () => {
  const [one, two] = [await start(ON), await start(ON)];
  await one.put(message('m1', 'first'), { id: 'note', text: 'a note' });
  await settle(one, two);
  const off = await again(one, false);
  await off.engine.call('clear', [{}]);
  await settle(off, two);
  expect(await two.texts()).toEqual({ m1: 'first' });
});

const removals: [string, (device: SyncDevice) => Promise<unknown>][] = [
  ['removed', (device) => device.remove('m1')],
  ['cleared', (device) => device.engine.call('clear', [{}])],
];
it.each(removals)(
  '%s while the option was off don’t wait to be sent, even if they were edited elsewhere',
  async (_, act) => {
    const [one, two] = [await start(ON), await start(ON)];
    await one.put(message('m1', 'first'));
    await settle(one, two);
    await one.stop();
    await act(one);
    await two.put(message('m1', 'edited'));
    await settle(two);
    const off = await start({ from: one });
    await settle(off, two);
    expect(off.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    expect(await two.texts()).toEqual({ m1: 'edited' });
  },
);

it('stay on other devices if the option is turned off before their removal was sent', async () => {
  const [one, two] = [await start(ON), await start(ON)];
  await one.put(message('m1', 'first'));
  await settle(one, two);
  server.couch.isDown = true;
  server.couch.dropConnections();
  await one.remove('m1');
  await expect.poll(() => one.state.pendingCount()).toBe(1);
  await one.stop();
  server.couch.isDown = false;
  const off = await start({ from: one });
  await settle(off, two);
  expect(off.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(await two.texts()).toEqual({ m1: 'first' });
});

it('that the server lost are sent again by a device that has the option on again', async () => {
  const one = await start(ON);
  await settle(one);
  const restore = server.couch.backUp();
  await one.put(message('m1', 'first'));
  await settle(one);
  restore();
  const off = await again(one, false);
  expect(off.replicator.state).toMatchObject({ rolledBack: true, pending: 0 });
  await again(off, true);
  const two = await start(ON);
  await settle(two);
  expect(await two.texts()).toEqual({ m1: 'first' });
});

it('leave a note alone that has the same id, on a device without the option', async () => {
  const [one, without] = [await start(ON), await start()];
  await one.put({ id: 'a', text: 'a note' });
  await settle(one, without);
  await one.put({ ...message('a', 'now a message'), updatedAt: 5 });
  await settle(one, without);
  await without.put({ id: 'a', text: 'edited as a note' });
  await settle(without, one);
  expect(await without.texts()).toEqual({ a: 'edited as a note' });
  expect(await one.texts()).toEqual({ a: 'now a message' });
  const withOption = await again(without, true);
  await settle(one);
  expect(await withOption.contents()).toEqual(await one.contents());
});

it('get the default expiry of the device where they arrive if they expire where they were written', async () => {
  const DAY = 86_400_000;
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const [one, two] = [await start(ON), await start(ON)];
  await one.put({ ...message('m1', 'expires'), expiresAt: Date.now() + DAY }, message('m2', 'stays'));
  vi.setSystemTime(Date.now() + DAY / 2);
  await settle(one, two);
  expect((await read(two, 'm1'))?.expiresAt).toBe(Date.now() + 7 * DAY);
  expect((await read(two, 'm2'))?.expiresAt).toBeUndefined();
  vi.setSystemTime(Date.now() + DAY);
  vi.advanceTimersByTime(60_000);
  await settle(one, two);
  expect(await one.texts()).toEqual({ m2: 'stays' });
  expect(Object.keys(await two.texts()).sort()).toEqual(['m1', 'm2']);
});
