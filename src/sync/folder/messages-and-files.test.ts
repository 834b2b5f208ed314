/** Messages of conversations and kept files in copies of a folder. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileOf, importFile, sha256Of } from '../../testing/kept-files.ts';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import { plaintextIn } from '../../testing/plaintext.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { SyncDevice, type SyncDeviceOptions } from '../../testing/sync-device.ts';
import { FolderSyncProgram } from '../../testing/synced-folders.ts';
import { createFolderTransport } from './folder-transport.ts';

const PIECE = 256 * 1_024;
const ON = { messages: true };

let restoreGlobals = (): void => {};
beforeEach(() => {
  restoreGlobals = new MemoryOrigin(1).install();
});
afterEach(() => restoreGlobals());

const open: SyncDevice[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

class Devices {
  readonly program = new FolderSyncProgram(3, seededRandom(1));
  readonly #devices: SyncDevice[] = [];

  async start(at: number, options: Partial<SyncDeviceOptions> = {}): Promise<SyncDevice> {
    const copy = this.program.copies[at]!;
    const transport = (device: string) => createFolderTransport(copy.handle, { device, lookEveryMs: 5 });
    const started = await SyncDevice.start({ url: '', name: `device-${at}`, retryMs: 5, transport, ...options });
    open.push(started);
    this.#devices[at] = started;
    await started.replicator.idle();
    this.program.finish();
    return started;
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const device of this.#devices) await device.replicator.idle();
      this.program.finish();
    }
  }

  get bytes(): string {
    return [...this.program.copies[0]!.files.values()]
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
      .join('');
  }
}

const message = (id: string, text: string) =>
  ({ id, text, type: 'conversation', role: 'user', session: 'walrus-session', expiresAt: null }) as const;

it('messages reach only devices with the option, are merged and removed, and are fetched once it is turned on', async () => {
  const devices = new Devices();
  const one = await devices.start(0, ON);
  const two = await devices.start(1, ON);
  const three = await devices.start(2);
  await one.put(message('m1', 'Walrus?'), message('m2', 'Yes.'), { id: 'note', text: 'a note' });
  await three.put(message('own', 'said on three'));
  await devices.settle();
  expect(await two.contents()).toEqual(await one.contents());
  expect(Object.keys(await two.texts()).sort()).toEqual(['m1', 'm2', 'note']);
  expect(Object.keys(await three.texts()).sort()).toEqual(['note', 'own']);
  await one.put(message('m1', 'Walrus today?'));
  await two.put(message('m1', 'Walrus on Monday?'));
  await two.remove('m2');
  await devices.settle();
  expect(Object.keys(await one.texts()).sort()).toEqual(['m1', 'note']);
  expect(await two.contents()).toEqual(await one.contents());
  expect((await one.keptOf('m1')).map(({ fields }) => fields.text)).toEqual(['Walrus today?']);
  expect(await two.keptOf('m1')).toEqual(await one.keptOf('m1'));
  await three.stop();
  const again = await devices.start(2, { ...ON, from: three });
  await devices.settle();
  expect(await again.contents()).toEqual(await one.contents());
  expect(Object.keys(await one.texts()).sort()).toEqual(['m1', 'note', 'own']);
  expect(plaintextIn(devices.bytes, ['walrus', 'conversation'])).toEqual([]);
});

it('a kept file arrives with its record, even if the copies were cut, and an edit brings it back after a removal', async () => {
  const devices = new Devices();
  const one = await devices.start(0);
  const two = await devices.start(1);
  const random = seededRandom(2);
  const bytes = Uint8Array.from({ length: 2 * PIECE + 10 }, () => random() * 256);
  bytes.set(Buffer.from('walrus-file'), 100);
  const before = new Set(devices.program.copies[0]!.files.keys());
  const hash = await importFile('device-0', bytes, (file) => one.put({ id: 'a', text: 'a page', metadata: { file } }));
  expect(hash).toBe(sha256Of(bytes));
  await one.replicator.idle();
  for (const [name, { bytes: whole }] of devices.program.copies[0]!.files) {
    if (!before.has(name)) devices.program.copies[1]!.put(name, whole.subarray(0, whole.length - 10));
  }
  await two.replicator.idle();
  expect(await two.texts()).toEqual({});
  await devices.settle();
  expect(await fileOf(two, 'a')).toBe(hash);
  expect(plaintextIn(devices.bytes, ['walrus-file'])).toEqual([]);
  await two.remove('a');
  await one.put({ id: 'a', text: 'an edited page', metadata: { file: hash } });
  await devices.settle();
  expect(await two.texts()).toEqual({ a: 'an edited page' });
  expect([await fileOf(one, 'a'), await fileOf(two, 'a')]).toEqual([hash, hash]);
});
