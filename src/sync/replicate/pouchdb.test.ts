/** A smoke test with PouchDB, whose revisions, conflicts and replication are another project's code. */
import { afterEach, expect, it } from 'vitest';
import { PouchServer } from '../../testing/pouch-server.ts';
import { SyncDevice, type SyncDeviceOptions } from '../../testing/sync-device.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function startServer(): Promise<PouchServer> {
  const server = await PouchServer.start();
  open.push(server);
  return server;
}
async function startDevice({ url }: PouchServer, options: Partial<SyncDeviceOptions> = {}): Promise<SyncDevice> {
  const device = await SyncDevice.start({ url, ...options });
  open.push(device);
  return device;
}
const settle = async (...these: SyncDevice[]): Promise<void> => {
  for (const device of these) {
    await device.replicator.idle();
    expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  }
};
const versionsOf = async (device: SyncDevice, id: string): Promise<unknown[]> => [
  (await device.texts())[id],
  ...(await device.keptOf(id)).map(({ fields }) => fields.text),
];

it('takes memories, pictures, edits and removals to a second device and back', async () => {
  const server = await startServer();
  const one = await startDevice(server);
  const data = new Uint8Array(600_000).map((_, at) => (at * 7919) % 251).buffer;
  await one.put(
    { id: 'a', text: 'Alpha', images: [{ data, mimeType: 'image/png', alt: 'dots' }] },
    { id: 'b', text: 'Beta' },
    { id: 'c', text: 'Removed, then written again' },
  );
  await settle(one);
  const two = await startDevice(server);
  await settle(two);
  expect(await two.contents()).toEqual(await one.contents());
  await two.remove('b', 'c');
  await two.put({ id: 'a', text: 'Alpha, edited' });
  await settle(two, one);
  expect(await one.texts()).toEqual({ a: 'Alpha, edited' });
  await one.put({ id: 'c', text: 'Again' });
  await settle(one, two);
  expect(await two.texts()).toEqual({ a: 'Alpha, edited', c: 'Again' });
  expect(await two.contents()).toEqual(await one.contents());
});

it('keeps both edits of a line after the server refused the second one with a conflict', async () => {
  const server = await startServer();
  const [one, two] = [await startDevice(server), await startDevice(server)];
  await one.put({ id: 'a', text: 'one\ntwo\nthree\n' }, { id: 'b', text: 'common' });
  await settle(one, two);
  let isSending = false;
  server.before = async (request) => {
    if (request !== 'POST /memories/_bulk_docs' || isSending) return;
    isSending = true;
    await one.put({ id: 'a', text: 'ONE\ntwo\nthree\n' }, { id: 'b', text: 'by one' });
    await settle(one);
  };
  await two.put({ id: 'a', text: 'one\ntwo\nTHREE\n' }, { id: 'b', text: 'by two' });
  await settle(two, one);
  expect(server.refused).toBeGreaterThanOrEqual(2);
  expect(await two.contents()).toEqual(await one.contents());
  expect((await one.texts()).a).toBe('ONE\ntwo\nTHREE\n');
  expect((await versionsOf(one, 'b')).sort()).toEqual(['by one', 'by two']);
  expect(await versionsOf(two, 'b')).toEqual(await versionsOf(one, 'b'));
});

it('merges what two servers replicated to one another, and leaves no conflict on either', async () => {
  const [here, there] = [await startServer(), await startServer()];
  const one = await startDevice(here);
  await one.put(
    { id: 'a', text: 'common' },
    { id: 'b', text: 'removed here, edited there' },
    { id: 'c', text: 'gone' },
  );
  await settle(one);
  await here.replicateWith(there);
  const two = await startDevice(there);
  await settle(two);
  await one.put({ id: 'a', text: 'by one' });
  await one.remove('b', 'c');
  await two.put({ id: 'a', text: 'by two' }, { id: 'b', text: 'edited' });
  await two.remove('c');
  await settle(one, two);
  await here.replicateWith(there);
  const branched = (await here.documents()).filter(({ _conflicts }) => _conflicts);
  expect(branched.length).toBeGreaterThan(0);
  await settle(one);
  await here.replicateWith(there);
  await settle(two);
  await here.replicateWith(there);
  await settle(one, two);
  expect(Object.keys(await one.texts()).sort()).toEqual(['a', 'b']);
  expect((await versionsOf(one, 'a')).sort()).toEqual(['by one', 'by two']);
  expect(await versionsOf(two, 'a')).toEqual(await versionsOf(one, 'a'));
  expect(await two.contents()).toEqual(await one.contents());
  for (const server of [here, there]) {
    expect((await server.documents()).filter(({ _conflicts }) => _conflicts)).toEqual([]);
  }
});

it('reads many records by pages, and later only what changed', async () => {
  const server = await startServer();
  const one = await startDevice(server);
  await one.put(...Array.from({ length: 250 }, (_, at) => ({ id: `m${at}`, text: `memory ${at}` })));
  await settle(one);
  const two = await startDevice(server);
  await settle(two);
  const pages = server.requests.filter((request) => request === 'GET /memories/_all_docs');
  expect(pages.length).toBeGreaterThan(1);
  expect(await two.texts()).toEqual(await one.texts());
  await two.stop();
  await one.put({ id: 'm5', text: 'edited' });
  await one.remove('m6');
  await settle(one);
  server.requests.length = 0;
  const back = await startDevice(server, { from: two });
  await settle(back);
  expect(server.requests).not.toContain('GET /memories/_all_docs');
  expect(back.replicator.state.pulled).toBe(2);
  expect(await back.texts()).toEqual(await one.texts());
});
