import { beforeEach, expect, it } from 'vitest';
import { local } from '../../protocol/rpc.ts';
import type { SyncConflict } from '../../protocol/sync-api.ts';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { syncRequests } from '../requests.ts';
import { conflictsOf, resolveConflict } from './conflicts.ts';

const server = new CouchDevices();

let one: SyncDevice;
let two: SyncDevice;

beforeEach(async () => {
  [one, two] = [await server.start(), await server.start()];
  await one.put({ id: 'a', text: 'common' });
  await settle(one, two);
  await one.put({ id: 'a', text: 'by one' });
  await two.put({ id: 'a', text: 'by two' });
  await settle(one, two, one, two);
});

const listed = (device: SyncDevice): Promise<SyncConflict[]> =>
  device.replicator.withSession((session) => conflictsOf(session, 'a'));

const textsOf = async (device: SyncDevice): Promise<string[]> =>
  (await listed(device)).map(({ memory }) => memory.text);

const restore = (device: SyncDevice, [first]: readonly SyncConflict[]): Promise<void> =>
  device.replicator.withSession((session) =>
    resolveConflict(session, 'a', first!.version, [first!.version, first!.current]),
  );

it('a restored version replaces the one that was shown', async () => {
  const list = await listed(one);
  await restore(one, list);
  await settle(one, two);
  for (const device of [one, two]) {
    expect(await device.texts()).toEqual({ a: list[0]!.memory.text });
    expect(await textsOf(device)).toEqual([]);
  }
});

it.each([
  ['another device wrote', () => two],
  ['this device wrote', () => one],
])('a restored version doesn’t replace a text that %s since the list was read', async (_, writer) => {
  const list = await listed(one);
  await writer().put({ id: 'a', text: 'newer' });
  if (writer() === two) await settle(two, one);
  await restore(one, list);
  await settle(one, two);
  for (const device of [one, two]) {
    expect(await device.texts()).toEqual({ a: list[0]!.memory.text });
    expect(await textsOf(device)).toEqual(['newer']);
  }
  await restore(two, await listed(two));
  await settle(two, one);
  expect(await one.texts()).toEqual({ a: 'newer' });
});

it('a newer text stays if the listed versions are dropped', async () => {
  const list = await listed(one);
  await one.put({ id: 'a', text: 'newer' });
  await one.replicator.withSession((session) =>
    resolveConflict(session, 'a', null, [list[0]!.version, list[0]!.current]),
  );
  await settle(one, two);
  for (const device of [one, two]) {
    expect(await device.texts()).toEqual({ a: 'newer' });
    expect(await textsOf(device)).toEqual([]);
  }
});

it.each([
  ['before the version was written', 'before'],
  ['after the version was written, but before it answered', 'after'],
] as const)('a version is restored although the engine died %s', async (_, when) => {
  let dies: 'before' | 'after' | undefined;
  const three = await server.start({
    dies(method) {
      if (method !== 'apply') return undefined;
      const now = dies;
      dies = undefined;
      return now;
    },
  });
  await settle(three);
  const [first] = await listed(three);
  dies = when;
  const { version, current, memory } = first!;
  await local(syncRequests(three.replicator)).call('resolve', ['a', version, [version, current]]);
  expect(dies).toBeUndefined();
  await settle(three, one);
  for (const device of [three, one]) {
    expect(await device.texts()).toEqual({ a: memory.text });
    expect(await textsOf(device)).toEqual([]);
  }
});
