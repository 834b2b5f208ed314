import { afterEach, beforeEach, expect, it } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

let couch: CouchDouble;
let one: SyncDevice;
let two: SyncDevice;

beforeEach(async () => {
  couch = await CouchDouble.start();
  one = await SyncDevice.start({ url: couch.url });
  await one.put({ id: 'a', text: 'secret' }, { id: 'b', text: 'other' });
  await one.replicator.idle();
  two = await SyncDevice.start({ url: couch.url });
  await two.replicator.idle();
});
afterEach(async () => {
  await one.close();
  await two.close();
  await couch.close();
});

const settle = async (): Promise<void> => {
  for (const device of [one, two]) await device.replicator.idle();
};

it('a purged memory is gone on the other device, and not in its trash', async () => {
  await one.engine.call('trashPut', [['a'], {}]);
  await one.engine.call('purge', []);
  await settle();
  expect(await two.texts()).toEqual({ b: 'other' });
  expect((await two.engine.call('trashList', [{}])).memories).toEqual([]);
});

it('deleting all memories deletes them on the other device too', async () => {
  await one.engine.call('clear', [{}]);
  await settle();
  expect(await one.texts()).toEqual({});
  expect(await two.texts()).toEqual({});
});
