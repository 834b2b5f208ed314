/** Counts the requests of a first pull. The benchmark measures the time. */
import { expect, it } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

const MEMORIES = 10_000;
const AT_ONCE = 1_000;
const MAX_REQUESTS = 60;

it('10,000 memories arrive in at most 60 requests, and nothing is embedded', { timeout: 600_000 }, async () => {
  const couch = await CouchDouble.start();
  const one = await SyncDevice.start({ url: couch.url, modelAllowed: true });
  for (let from = 0; from < MEMORIES; from += AT_ONCE) {
    const part = Array.from({ length: AT_ONCE }, (_, at) => from + at);
    await one.put(...part.map((n) => ({ id: `m${n}`, text: `Note ${n} about topic ${n % 97}`, tags: [`t${n % 9}`] })));
  }
  await one.engine.call('idle', []);
  await one.replicator.idle();
  await one.stop();
  couch.requests.length = 0;
  const two = await SyncDevice.start({ url: couch.url, modelAllowed: true });
  await two.replicator.idle();
  const requests = couch.requests.filter((request) => !request.startsWith('OPTIONS') && !request.endsWith('longpoll'));
  expect(requests.length).toBeLessThanOrEqual(MAX_REQUESTS);
  await two.engine.call('idle', []);
  expect(two.engine.embedded).toEqual([]);
  const { memories, embedded, queued } = await two.engine.call('stats', []);
  expect([memories, embedded, queued]).toEqual([MEMORIES, MEMORIES, 0]);
  for (const each of [one, two]) await each.close();
  await couch.close();
});
