/** Makes random changes while the server shows each fault. `npm run soak -- --only sync` does the same for longer. */
import { afterEach, describe, expect, it } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { converge } from '../../testing/sync-convergence.ts';
import { SyncDevice } from '../../testing/sync-device.ts';
import { SCENARIOS } from '../../testing/sync-scenarios.ts';

const OPERATIONS = 60;
const SEED = 33;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('three devices end with equal bytes and every edit', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    { timeout: 240_000 },
    async (_, scenario) => {
      const couch = await CouchDouble.start(seededRandom(SEED));
      open.push(couch);
      const result = await converge({ url: couch.url, couch, scenario, operations: OPERATIONS, seed: SEED });
      expect(result.faults).toEqual([]);
      expect(result.edits).toBeGreaterThan(OPERATIONS / 2);
      if (!scenario.restores) expect(result.written.pictures).toBeGreaterThan(0);
      expect(result.written.messages).toBeGreaterThan(0);
      expect(result.written.documents).toBeGreaterThan(0);
      // Vectors that arrive while their text changes may be left out. The next start computes them.
      expect(result.withoutVectors).toBeLessThanOrEqual(1);
    },
  );
});

it('resends at most one page after being killed', async () => {
  const couch = await CouchDouble.start();
  open.push(couch);
  let device = await SyncDevice.start({ url: couch.url, retryMs: 5 });
  await device.replicator.idle();
  const memories = Array.from({ length: 700 }, (_, at) => ({ id: `m${at}`, text: `memory ${at}` }));
  await device.put(...memories);
  let kills = 0;
  let starts = 0;
  couch.before = async (request) => {
    if (!request.endsWith('_bulk_docs') || kills === 3) return;
    kills++;
    device.kill();
    device = await SyncDevice.start({ url: couch.url, retryMs: 5, from: device });
    starts++;
  };
  const { resent } = couch;
  await expect.poll(() => starts, { timeout: 200_000 }).toBe(3);
  await device.replicator.idle();
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(Math.max(...resent)).toBeLessThanOrEqual(100);
  expect(resent.filter((count) => count > 0).length).toBeLessThanOrEqual(kills);
  const records = couch.documents().filter(({ id }) => id !== 'keys');
  expect(records.length).toBe(memories.length + 1);
  await device.close();
});

it.each([
  ['unauthorized', 'authentication'],
  ['html', 'protocol'],
  ['disk-full', 'full'],
] as const)('%s stops sync until resume() is called', async (fault, detail) => {
  const couch = await CouchDouble.start();
  const device = await SyncDevice.start({ url: couch.url });
  open.push(device, couch);
  await device.replicator.idle();
  couch.behaviour = { ...couch.behaviour, faults: [fault], percent: 100 };
  await device.put({ id: 'a', text: 'written meanwhile' });
  await device.replicator.idle();
  expect(device.replicator.state).toMatchObject({ stage: 'refused', detail });
  couch.requests.length = 0;
  await device.put({ id: 'b', text: 'written later' });
  device.replicator.wake();
  await device.replicator.idle();
  // If the device had sent a request, this one would come after it.
  await fetch(couch.origin);
  expect(couch.requests).toEqual(['GET /']);
  expect(device.replicator.state).toMatchObject({ stage: 'refused', detail });
  couch.behaviour = { ...couch.behaviour, faults: [] };
  device.replicator.resume();
  await device.replicator.idle();
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
});
