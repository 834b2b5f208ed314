/** Tests records that can't be read: they're reported, stop nothing else, and are tried again at each start. */
import { expect, it } from 'vitest';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';

const server = new CouchDevices();
const { start } = server;

const NO_RECORD = btoa('x'.repeat(300));

const records = () => server.couch.documents().filter(({ body }) => typeof body.d === 'string');

/** Changes what the server has stored without a new change, as a damaged disk would. Returns what undoes it. */
function damage(count: number, from = 0): { ids: string[]; undo(): void } {
  const damaged = records()
    .slice(from, from + count)
    .map((document) => ({ ...document, former: document.body.d }));
  for (const { body } of damaged) body.d = NO_RECORD;
  return {
    ids: damaged.map(({ id }) => id),
    undo() {
      for (const { body, former } of damaged) body.d = former;
    },
  };
}

async function written(count: number): Promise<SyncDevice> {
  const device = await start();
  await device.put(...Array.from({ length: count }, (_, at) => ({ id: `m${at}`, text: `Memory number ${at}` })));
  await settle(device);
  return device;
}

async function answeredBytes(job: () => Promise<void>): Promise<number> {
  const before = server.couch.answeredBytes;
  await job();
  return server.couch.answeredBytes - before;
}

it('a record that can’t be read is named, later ones arrive, and a restart doesn’t read all records again', async () => {
  const one = await written(100);
  const { ids, undo } = damage(1);
  let two = await start();
  const first = await answeredBytes(() => settle(two));
  const reported = { stage: 'live', detail: 'decryption', unreadable: ids };
  expect(two.replicator.state).toMatchObject(reported);
  await one.put({ id: 'later', text: 'arrives' });
  await settle(one, two);
  expect(await two.texts()).toMatchObject({ later: 'arrives' });

  await two.stop();
  two = await start({ from: two });
  expect(await answeredBytes(() => settle(two))).toBeLessThan(first / 5);
  expect(two.replicator.state).toMatchObject(reported);

  await two.stop();
  undo();
  two = await start({ from: two });
  await settle(two);
  expect(two.replicator.state).not.toHaveProperty('unreadable');
  expect(await two.contents()).toEqual(await one.contents());
});

it('a record that can’t be read is tried again until its picture arrived', async () => {
  const one = await start();
  const images = [{ data: new Uint8Array(1_000).fill(7).buffer, mimeType: 'image/png', alt: 'dots' } as const];
  await one.put({ id: 'a', text: 'with a picture', images });
  await settle(one);
  const { undo } = damage(1, 1);
  const two = await start();
  await settle(two);
  expect(await two.texts()).toEqual({});
  await two.stop();
  undo();
  let asked = 0;
  server.couch.before = async (request) => {
    // Earlier requests by id are for the keys, for the witnesses, and for the record itself.
    const fails = request === 'POST /memories/_all_docs' && ++asked === 4;
    server.couch.behaviour = { ...server.couch.behaviour, faults: fails ? ['internal'] : [], percent: 100 };
  };
  const again = await start({ from: two, retryMs: 5 });
  await settle(again);
  expect(again.states.map(({ stage }) => stage)).toContain('offline');
  expect(again.replicator.state).not.toHaveProperty('unreadable');
  expect(await again.contents()).toEqual(await one.contents());
});

it('if there are too many to remember, a restart reads all records again', async () => {
  const one = await written(150);
  const { ids, undo } = damage(120);
  const two = await start();
  await settle(two);
  expect(two.replicator.state.unreadable).toHaveLength(ids.length);
  await two.stop();
  undo();
  const again = await start({ from: two });
  await settle(again);
  expect(again.replicator.state).not.toHaveProperty('unreadable');
  expect(await again.contents()).toEqual(await one.contents());
});

it('a record that can’t be read is no longer named once it’s removed from the server', async () => {
  await written(3);
  const { ids } = damage(1);
  const two = await start();
  await settle(two);
  expect(two.replicator.state.unreadable).toEqual(ids);
  const { _rev } = (await (await fetch(`${server.couch.url}/${ids[0]}`)).json()) as { _rev: string };
  const docs = [{ _id: ids[0], _rev, _deleted: true }];
  await fetch(`${server.couch.url}/_bulk_docs`, { method: 'POST', body: JSON.stringify({ docs }) });
  await settle(two);
  expect(two.replicator.state).not.toHaveProperty('unreadable');
});

it('a branch of a cluster that can’t be read is named and stays, and the others are read', async () => {
  const one = await written(3);
  const { id, body } = records()[0]!;
  server.couch.branch(id, { ...body, d: NO_RECORD });
  const two = await start();
  await settle(one, two);
  for (const device of [one, two]) {
    expect(device.replicator.state).toMatchObject({ stage: 'live', detail: 'decryption', unreadable: [id] });
  }
  expect(await two.contents()).toEqual(await one.contents());
  expect(server.couch.conflictsOf(id)).toBe(1);
});
