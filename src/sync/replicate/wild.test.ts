/** Three devices write at random while the server is in every mood; afterwards all have the same, and nothing is missing. */
import { afterEach, expect, it } from 'vitest';
import { CouchDouble, FAULTS, type Moods } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PASSING = FAULTS.filter((fault) => !['unauthorized', 'html', 'disk-full'].includes(fault));
const MOODS: readonly [name: string, moods: Partial<Moods>][] = [
  ['calm', {}],
  ['sequences that repeat and swap', { wildSequences: true }],
  ['small bodies', { maxBytes: 2_000 }],
  ['every passing fault', { faults: PASSING, percent: 15, wildSequences: true }],
];

for (const [name, moods] of MOODS) {
  it(`three devices converge: ${name}`, { timeout: 240_000 }, async () => {
    const next = random(name.length);
    const couch = await CouchDouble.start(next);
    open.push(couch);
    const devices: SyncDevice[] = [];
    for (let at = 0; at < 3; at++) devices.push(await SyncDevice.start({ url: couch.url, retryMs: 5 }));
    open.unshift(...devices);
    for (const device of devices) await device.replicator.idle();
    couch.moods = { ...couch.moods, ...moods };
    const written = new Map<string, string>();
    for (let step = 0; step < 60; step++) {
      const device = devices[Math.floor(next() * 3)]!;
      const id = `m${Math.floor(next() * 8)}`;
      if (next() < 0.15) await device.remove(id);
      else {
        const text = `${'line\n'.repeat(Math.floor(next() * 3))}${step}\n`;
        await device.put({ id, text, tags: [`t${step % 3}`] });
        written.set(`n${step}`, text);
      }
      // A memory of its own for each step: none of these may be missing.
      if (written.has(`n${step}`)) await device.put({ id: `n${step}`, text: written.get(`n${step}`)! });
      if (next() < 0.3) device.replicator.wake();
    }
    // Twice: what one sends in its last round, the others fetch in theirs.
    for (const device of [...devices, ...devices]) await device.replicator.idle();
    const [first, ...others] = await Promise.all(devices.map((device) => device.contents()));
    for (const other of others) expect(other).toEqual(first);
    const texts = await devices[0]!.texts();
    for (const [id, text] of written) expect(texts[id]).toBe(text);
  });
}

it.each([
  ['unauthorized', 'authentication'],
  ['html', 'protocol'],
  ['disk-full', 'full'],
] as const)('%s stops sync until it is asked to go on', async (fault, detail) => {
  const couch = await CouchDouble.start();
  const device = await SyncDevice.start({ url: couch.url });
  open.push(device, couch);
  await device.replicator.idle();
  couch.moods = { ...couch.moods, faults: [fault], percent: 100 };
  await device.put({ id: 'a', text: 'written meanwhile' });
  await device.replicator.idle();
  expect(device.replicator.state).toMatchObject({ stage: 'refused', detail });
  couch.moods = { ...couch.moods, faults: [] };
  device.replicator.resume();
  await device.replicator.idle();
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
});
