import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { SyncDevice } from '../../testing/sync-device.ts';
import { FolderCopy, FolderSyncProgram } from '../../testing/synced-folders.ts';
import type { RemoteDocument, Transport } from '../transport/transport.ts';
import { createFolderTransport } from './folder-transport.ts';

const DAY_MS = 24 * 3_600_000;
/** Files of this age may be compacted, and revisions that they replaced may be dropped. */
const OLD = 60 * DAY_MS;
const [A, B] = ['a'.repeat(16), 'b'.repeat(16)];

const start = (copy: FolderCopy, device: string): Transport => createFolderTransport(copy.handle, { device });

/** `watch` compacts before it waits for changes. */
const rest = (transport: Transport): Promise<void> => transport.watch('', new AbortController().signal);

async function write(transport: Transport, texts: { readonly [id: string]: string | null }): Promise<void> {
  const { documents } = await transport.all({ ids: Object.keys(texts) });
  const known = new Map(documents.map(({ id, revision }) => [id, revision]));
  const results = await transport.put(
    Object.entries(texts).map(([id, text]) => ({
      id,
      revision: known.get(id) ?? null,
      deleted: text === null,
      body: { text },
    })),
  );
  expect(results.every((result) => typeof result === 'object')).toBe(true);
}

async function changesAfter(transport: Transport, since: string | null): Promise<RemoteDocument[]> {
  const changes = new Map<string, RemoteDocument>();
  for (let hasMore = true, at = since; hasMore; ) {
    const page = await transport.page(at);
    for (const document of page.documents) changes.set(document.id, document);
    ({ hasMore, position: at } = page);
  }
  return [...changes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const contentsOf = (copy: FolderCopy): Promise<RemoteDocument[]> => changesAfter(start(copy, 'f'.repeat(16)), null);

const textsOf = (documents: readonly RemoteDocument[]): { [id: string]: unknown } =>
  Object.fromEntries(documents.map(({ id, deleted, body }) => [id, deleted ? null : body.text]));

const bytesOf = (copy: FolderCopy): number =>
  [...copy.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);

const texts = (round: number, count = 40): { [id: string]: string } =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`id${at}`, `${round} ${'x'.repeat(2_000)}`]));

describe('the folder of one device', () => {
  it('stays as small as its contents allow, however often they were edited', async () => {
    const copy = new FolderCopy(() => OLD);
    for (let round = 0; round < 60; round++) {
      const transport = start(copy, A);
      await write(transport, texts(round));
      await rest(transport);
    }
    const transport = start(copy, A);
    await rest(transport);
    expect(textsOf(await contentsOf(copy))).toEqual(texts(59));
    const written = 60 * 40 * 2_000;
    expect(bytesOf(copy)).toBeLessThan(written / 5);
    expect(copy.files.size).toBeLessThan(20);
  });

  it('keeps removals, so that a device that was away learns of them', async () => {
    const copy = new FolderCopy(() => OLD);
    const transport = start(copy, A);
    await write(transport, texts(0));
    const away = start(copy, B);
    const { position } = await away.page(null);
    await write(transport, { id3: null });
    for (let round = 1; round < 40; round++) {
      await write(transport, { ...texts(round), id3: null });
      await rest(transport);
    }
    expect(textsOf(await contentsOf(copy))).toEqual({ ...texts(39), id3: null });
    expect(textsOf(await changesAfter(start(copy, B), position))).toEqual({ ...texts(39), id3: null });
  });

  it('is complete for every reader if the device is killed between any two steps', async () => {
    const prepared = new FolderCopy(() => OLD);
    for (let round = 0; round < 20; round++) await write(start(prepared, A), texts(round));
    let steps = 0;
    for (let isKilled = true; isKilled; steps++) {
      const copy = new FolderCopy(() => OLD);
      for (const [name, { bytes }] of prepared.files) copy.put(name, bytes);
      copy.changesLeft = steps;
      // The first compaction writes the new segment, and the next removes the old ones.
      for (let times = 0; times < 3; times++) await rest(start(copy, A)).catch(() => {});
      isKilled = copy.failure !== null;
      copy.failure = null;
      copy.changesLeft = Number.POSITIVE_INFINITY;
      expect(textsOf(await contentsOf(copy))).toEqual(texts(19));
      for (let times = 0; times < 3; times++) await rest(start(copy, A));
      expect(textsOf(await contentsOf(copy))).toEqual(texts(19));
      expect(bytesOf(copy)).toBeLessThan(bytesOf(prepared) / 4);
    }
    expect(steps).toBeGreaterThan(20);
  });

  it('loses nothing if its new segment arrives cut', async () => {
    const copy = new FolderCopy(() => OLD);
    for (let round = 0; round < 20; round++) await write(start(copy, A), texts(round));
    const before = new Set(copy.files.keys());
    // Kills the compaction after it has written the new segment and before it removes the old ones.
    copy.changesLeft = 2;
    await rest(start(copy, A)).catch(() => {});
    copy.changesLeft = Number.POSITIVE_INFINITY;
    copy.failure = null;
    const [name, { bytes }] = [...copy.files].find(([each]) => !before.has(each))!;
    copy.put(name, bytes.subarray(0, bytes.length / 2));
    for (let times = 0; times < 3; times++) await rest(start(copy, A));
    expect(textsOf(await contentsOf(copy))).toEqual(texts(19));
  });

  it('keeps for a month what was replaced, so that edits that cross are merged against it', async () => {
    let age = OLD;
    const copy = new FolderCopy(() => age);
    await write(start(copy, A), { note: 'common' });
    const other = new FolderCopy();
    for (const [name, { bytes }] of copy.files) other.put(name, bytes);
    age = 10 * DAY_MS;
    for (let round = 0; round < 20; round++) await write(start(copy, A), texts(round));
    await write(start(copy, A), { note: 'mine' });
    await rest(start(copy, A));
    await rest(start(copy, A));
    expect([...copy.files.keys()].some((name) => other.files.has(name))).toBe(false);
    await write(start(other, B), { note: 'theirs' });
    for (const [name, { bytes }] of other.files) if (name.startsWith(B)) copy.put(name, bytes);
    const [note] = (await start(copy, A).all({ ids: ['note'] })).documents;
    expect(note!.branches.map(({ common }) => common)).toEqual([{ text: 'common' }]);
  });

  it('leaves alone what changed in the last day', async () => {
    const copy = new FolderCopy();
    for (let round = 0; round < 20; round++) await write(start(copy, A), texts(round));
    const before = [...copy.files.keys()];
    await rest(start(copy, A));
    expect([...copy.files.keys()]).toEqual(before);
  });
});

describe('a device that reads while another one compacts', () => {
  it('reads nothing again that it has read, and everything else', async () => {
    const copy = new FolderCopy(() => OLD);
    const writer = start(copy, A);
    for (let round = 0; round < 15; round++) await write(writer, texts(round));
    const reader = start(copy, B);
    const { position, hasMore } = await reader.page(null);
    expect(hasMore).toBe(false);
    await rest(writer);
    const compacted = await reader.page(position);
    expect([compacted.documents, compacted.hasMore]).toEqual([[], false]);
    await rest(start(copy, A));
    const removed = await reader.page(compacted.position);
    expect([removed.documents, removed.hasMore]).toEqual([[], false]);
    await write(writer, { id7: 'new' });
    expect(textsOf((await reader.page(removed.position)).documents)).toEqual({ id7: 'new' });
  });

  it('continues in the middle without loss', async () => {
    const copy = new FolderCopy(() => OLD);
    for (let round = 0; round < 6; round++) await write(start(copy, A), texts(round, 400));
    const reader = start(copy, B);
    const first = await reader.page(null);
    expect(first.hasMore).toBe(true);
    for (let times = 0; times < 3; times++) await rest(start(copy, A));
    const seen = { ...textsOf(first.documents), ...textsOf(await changesAfter(reader, first.position)) };
    expect(seen).toEqual(texts(5, 400));
  });
});

describe('two devices that edit the same in turns', () => {
  it('both compact, and neither shows a former version again', async () => {
    const program = new FolderSyncProgram(2, seededRandom(4), () => OLD);
    const [one, two] = program.copies as [FolderCopy, FolderCopy];
    for (let round = 0; round < 80; round++) {
      const [copy, device] = round % 2 === 0 ? [one, A] : [two, B];
      const removed = round === 50 ? { id5: null } : round > 50 ? {} : { id5: `${round}` };
      const { id5: _, ...others } = texts(round);
      const transport = start(copy, device);
      await write(transport, { ...others, ...removed });
      await rest(transport);
      program.finish();
      const documents = await contentsOf(copy);
      expect(textsOf(documents)).toEqual({ ...others, id5: round < 50 ? `${round}` : null });
      expect(documents.flatMap(({ leaves }) => leaves)).toHaveLength(40);
    }
    expect(bytesOf(one)).toBeLessThan((80 * 40 * 2_000) / 5);
    expect(one.files.size).toBeLessThan(40);
  });

  it('remove no file of the other one', async () => {
    const copy = new FolderCopy(() => OLD);
    for (let round = 0; round < 40; round++) await write(start(copy, round % 2 === 0 ? A : B), texts(round));
    const others = [...copy.files.keys()].filter((name) => name.startsWith(B));
    for (let times = 0; times < 3; times++) await rest(start(copy, A));
    expect([...copy.files.keys()].filter((name) => name.startsWith(B))).toEqual(others);
    expect([...copy.files.keys()].filter((name) => name.startsWith(A)).length).toBeLessThan(5);
    expect(textsOf(await contentsOf(copy))).toEqual(texts(39));
  });
});

describe('a device that was away for a year', () => {
  const open: SyncDevice[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  async function device(copy: FolderCopy, from?: SyncDevice): Promise<SyncDevice> {
    const transport = (id: string) => createFolderTransport(copy.handle, { device: id, lookEveryMs: 5 });
    const started = await SyncDevice.start({ url: '', retryMs: 5, transport, ...(from && { from }) });
    open.push(started);
    return started;
  }

  it('receives changes and removals, and sends what it wrote meanwhile', async () => {
    const program = new FolderSyncProgram(2, seededRandom(2), () => OLD);
    const one = await device(program.copies[0]!);
    await one.put({ id: 'a', text: 'a' }, { id: 'b', text: 'b' }, { id: 'both', text: 'first\nsecond\n' });
    await one.replicator.idle();
    program.finish();
    const two = await device(program.copies[1]!);
    await two.replicator.idle();
    program.finish();
    await one.remove('b');
    for (let round = 0; round < 30; round++) {
      await one.put({ id: 'a', text: `a ${round}` }, { id: 'both', text: `first ${round}\nsecond\n` });
      await one.replicator.idle();
    }
    const names = new Set(program.copies[0]!.files.keys());
    expect([...program.copies[1]!.files.keys()].some((name) => !names.has(name))).toBe(true);
    await two.put({ id: 'c', text: 'c' }, { id: 'both', text: 'first\nsecond of two\n' });
    await two.replicator.idle();
    for (let round = 0; round < 4; round++) {
      program.finish();
      for (const each of [one, two]) await each.replicator.idle();
    }
    expect(await two.contents()).toEqual(await one.contents());
    expect(await two.texts()).toMatchObject({ a: 'a 29', c: 'c' });
    expect(Object.keys(await two.texts()).sort()).toEqual(['a', 'both', 'c']);
    const shown = (await two.texts()).both!;
    const kept = (await two.keptOf('both')).map(({ fields }) => String(fields.text));
    expect([shown, ...kept].join('')).toMatch(/first 29/);
    expect([shown, ...kept].join('')).toMatch(/second of two/);
    for (const each of [one, two]) expect(each.replicator.state.rolledBack ?? false).toBe(false);
  });
});
