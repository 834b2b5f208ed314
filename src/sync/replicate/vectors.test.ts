import { expect, it } from 'vitest';
import { CouchDevices } from '../../testing/couch-devices.ts';

const server = new CouchDevices({ modelAllowed: true });
const { start } = server;

it('are computed after a sync worker died that had paused it', async () => {
  const one = await start({ vectors: 'adopt' });
  await one.replicator.idle();
  await one.put({ id: 'a', text: 'Waits for vectors' });
  await one.replicator.idle();
  expect(one.engine.embedded).toEqual([]);
  one.kill();
  const again = await start({ from: one, passphrase: 'six words' });
  await again.replicator.idle();
  await again.engine.call('idle', []);
  expect(one.engine.embedded).toEqual(['Waits for vectors']);
});

it('of the current text are sent, even if those of an earlier text arrive late', async () => {
  const first = await start({ vectors: 'none' });
  await first.put({ id: 'a', text: 'First text' });
  const two = await start({ vectors: 'none' });
  await first.replicator.idle();
  await two.replicator.idle();
  await two.stop();
  await first.stop();
  const one = await start({ from: first });
  await one.engine.call('idle', []);
  await one.replicator.idle();
  // Embedded before the vectors of the first text arrive.
  await two.put({ id: 'a', text: 'Second text' });
  await two.engine.call('idle', []);
  const again = await start({ from: two });
  await again.replicator.idle();
  await one.replicator.idle();
  await one.engine.call('idle', []);
  const { a } = await one.vectors();
  const [{ chunks }] = JSON.parse(a!);
  expect(chunks).toEqual([{ start: 0, end: 'Second text'.length, hash: expect.any(String) }]);
  expect(await again.vectors()).toEqual({ a });
  expect(one.engine.embedded).toEqual(['First text']);
});

it('are sent again if an earlier text comes back, which is no needless repetition', async () => {
  const one = await start();
  for (const text of ['First text', 'Second text', 'First text']) {
    await one.put({ id: 'a', text });
    await one.replicator.idle();
    await one.engine.call('idle', []);
    await one.replicator.idle();
  }
  const two = await start();
  await two.replicator.idle();
  await two.engine.call('idle', []);
  expect(two.engine.embedded).toEqual([]);
  expect(server.couch.resends.needless).toEqual([]);
});
