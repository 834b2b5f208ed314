/** Tests devices that sync through their own copies of a folder. A sync program may update the copies at any time. */
import { afterEach, describe, expect, it } from 'vitest';
import { plaintextIn } from '../../testing/plaintext.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { converge } from '../../testing/sync-convergence.ts';
import { SyncDevice, type SyncDeviceOptions } from '../../testing/sync-device.ts';
import { backdateHalf, type FolderCopy, FolderSyncProgram } from '../../testing/synced-folders.ts';
import { createFolderTransport } from './folder-transport.ts';

const open: SyncDevice[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function start(copy: FolderCopy, options: Partial<SyncDeviceOptions> = {}): Promise<SyncDevice> {
  const transport = (id: string) => createFolderTransport(copy.handle, { device: id, lookEveryMs: 5 });
  const device = await SyncDevice.start({ url: '', retryMs: 5, transport, ...options });
  open.push(device);
  return device;
}

async function pair(): Promise<{
  program: FolderSyncProgram;
  one: SyncDevice;
  two: SyncDevice;
  settle(): Promise<void>;
}> {
  const program = new FolderSyncProgram(2, seededRandom(1));
  const one = await start(program.copies[0]!);
  await one.replicator.idle();
  program.finish();
  const two = await start(program.copies[1]!);
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      for (const device of [one, two]) await device.replicator.idle();
      program.finish();
    }
  };
  return { program, one, two, settle };
}

const bytesOf = (copy: FolderCopy): string =>
  [...copy.files.values()].map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');

describe('two devices with copies of one folder', () => {
  it('end with equal memories, including pictures and removals, and the folder contains no plaintext', async () => {
    const { program, one, two, settle } = await pair();
    const data = new Uint8Array(600_000).map((_, at) => (at * 31) % 251).buffer;
    await one.put(
      { id: 'walrus-id', title: 'Walrustitle', text: 'Walrustext', tags: ['walrustag'] },
      { id: 'pictured', text: 'walrus picture', images: [{ data, mimeType: 'image/png', alt: 'walrusalt' }] },
      { id: 'gone', text: 'walrus gone' },
    );
    await settle();
    await two.remove('gone');
    await settle();
    expect(await two.contents()).toEqual(await one.contents());
    expect(Object.keys(await one.texts()).sort()).toEqual(['pictured', 'walrus-id']);
    expect(bytesOf(program.copies[0]!)).toContain('"d":');
    expect(plaintextIn(bytesOf(program.copies[0]!), ['walrus', 'image/png'])).toEqual([]);
  });

  it('merge edits of different lines that cross', async () => {
    const { one, two, settle } = await pair();
    await one.put({ id: 'a', text: 'one\ntwo\nthree\nfour\n' });
    await settle();
    await one.put({ id: 'a', text: 'ONE\ntwo\nthree\nfour\n' });
    await two.put({ id: 'a', text: 'one\ntwo\nthree\nFOUR\n' });
    await settle();
    for (const device of [one, two]) {
      expect((await device.texts()).a).toBe('ONE\ntwo\nthree\nFOUR\n');
      expect(await device.keptOf('a')).toEqual([]);
      expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
      expect(device.replicator.state.rolledBack).toBeUndefined();
    }
  });

  it('keep an edit when the other removed the memory', async () => {
    const { one, two, settle } = await pair();
    await one.put({ id: 'a', text: 'common' });
    await settle();
    await one.remove('a');
    await two.put({ id: 'a', text: 'edited' });
    await settle();
    for (const device of [one, two]) {
      expect(await device.texts()).toEqual({ a: 'edited' });
      expect(device.replicator.state.rolledBack).toBeUndefined();
    }
  });

  it('never write to the same file', async () => {
    const { program, one, two, settle } = await pair();
    await one.put({ id: 'a', text: 'a' });
    await two.put({ id: 'b', text: 'b' });
    await settle();
    const names = [...program.copies[0]!.files.keys()];
    await one.stop();
    const again = await start(program.copies[0]!, { from: one });
    await again.put({ id: 'c', text: 'c' });
    await again.replicator.idle();
    const [own, ...others] = [...program.copies[0]!.files.keys()].filter((name) => !names.includes(name));
    expect([own !== undefined, others]).toEqual([true, []]);
  });
});

describe('a device', () => {
  it('reads the complete part of a cut file, and the rest when it arrives', async () => {
    const { program, one, two } = await pair();
    const [from, to] = [program.copies[0]!, program.copies[1]!];
    for (const id of ['a', 'b', 'c']) {
      await one.put({ id, text: `text of ${id}` });
      await one.replicator.idle();
    }
    const [name, file] = [...from.files].find(([, { bytes }]) => bytes.length > 1_000)!;
    to.put(name, file.bytes.subarray(0, file.bytes.length - 40));
    await two.replicator.idle();
    expect(await two.texts()).toEqual({ a: 'text of a', b: 'text of b' });
    expect(two.replicator.state).toMatchObject({ stage: 'live' });
    to.put(name, file.bytes);
    await two.replicator.idle();
    expect(await two.texts()).toEqual({ a: 'text of a', b: 'text of b', c: 'text of c' });
  });

  it('writes its records again if its file was deleted', async () => {
    const { program, one, two, settle } = await pair();
    await one.put({ id: 'a', text: 'here' });
    await one.replicator.idle();
    await one.stop();
    const names = [...program.copies[0]!.files.keys()];
    const keys = [...program.copies[1]!.files.keys()];
    for (const name of names) if (!keys.includes(name)) program.copies[0]!.files.delete(name);
    for (const [name, { bytes }] of program.copies[1]!.files) program.copies[0]!.put(name, bytes);
    const again = await start(program.copies[0]!, { from: one });
    await again.replicator.idle();
    expect(again.replicator.state).toMatchObject({ stage: 'live', pending: 0, rolledBack: true });
    await settle();
    await again.replicator.idle();
    program.finish();
    await two.replicator.idle();
    expect(await two.texts()).toEqual({ a: 'here' });
  });

  it.each([
    ['NotAllowedError', { stage: 'refused', detail: 'authentication' }],
    ['QuotaExceededError', { stage: 'refused', detail: 'full' }],
  ])('reports %s of its folder, and continues on resume()', async (failure, state) => {
    const { program, one } = await pair();
    const copy = program.copies[0]!;
    copy.failure = failure;
    await one.put({ id: 'a', text: 'a' });
    await one.replicator.idle();
    expect(one.replicator.state).toMatchObject(state);
    copy.failure = null;
    one.replicator.resume();
    await one.replicator.idle();
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  });

  it('waits for a missing folder, and continues on its own', async () => {
    const { program, one } = await pair();
    program.copies[0]!.failure = 'NotFoundError';
    await one.put({ id: 'a', text: 'a' });
    one.replicator.wake();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    program.copies[0]!.failure = null;
    await one.replicator.idle();
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  });

  it('stops with identity if another one began the same folder at the same time, and both keep their texts', async () => {
    const program = new FolderSyncProgram(2, seededRandom(1));
    const [one, two] = [await start(program.copies[0]!), await start(program.copies[1]!)];
    await one.put({ id: 'a', text: 'by one' });
    await two.put({ id: 'b', text: 'by two' });
    for (const device of [one, two]) await device.replicator.idle();
    program.finish();
    for (let round = 0; round < 3; round++) {
      for (const device of [one, two]) await device.replicator.idle();
      program.finish();
    }
    const states = [one, two].map(({ replicator }) => replicator.state);
    expect(states.map(({ stage }) => stage).sort()).toEqual(['live', 'refused']);
    expect(states.find(({ stage }) => stage === 'refused')).toMatchObject({ detail: 'identity' });
    expect([await one.texts(), await two.texts()]).toEqual([{ a: 'by one' }, { b: 'by two' }]);
  });

  it('refuses a folder that a newer version wrote to', async () => {
    const { program, one } = await pair();
    const bytes = new TextEncoder().encode('hybrid-search-segment/3\nwho knows\n');
    program.copies[0]!.put('new.hybrid-search', bytes);
    await one.replicator.idle();
    expect(one.replicator.state).toMatchObject({ stage: 'refused', detail: 'version' });
  });

  it('starts a new generation from its own memories, and the other device stops and asks', async () => {
    const { program, one, two, settle } = await pair();
    await one.put({ id: 'a', text: 'alpha' });
    await settle();
    await one.replicator.startAgain();
    await one.replicator.idle();
    expect(program.copies[0]!.files.size).toBe(1);
    program.finish();
    await two.replicator.idle();
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    await two.replicator.rebuild();
    await settle();
    expect(await two.texts()).toEqual({ a: 'alpha' });
  });
});

it.each([33, 7])('three devices end with equal bytes and every edit (seed %i)', { timeout: 240_000 }, async (seed) => {
  const folders = new FolderSyncProgram(3, seededRandom(seed), backdateHalf);
  const scenario = { name: 'a folder', behaviour: {} };
  const result = await converge({ url: '', folders, scenario, operations: 80, seed });
  expect(result.faults).toEqual([]);
  expect(result.edits).toBeGreaterThan(40);
  expect(result.written.messages).toBeGreaterThan(0);
  expect(result.written.documents).toBeGreaterThan(0);
});
