import { expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { type FolderCopy, FolderSyncProgram } from '../../testing/synced-folders.ts';
import type { OutgoingDocument, RemoteDocument, Transport } from '../transport/transport.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderIndex } from './folder-index.ts';
import { createFolderTransport } from './folder-transport.ts';
import { leavesOf } from './revisions.ts';

const DOCUMENTS = 300;

async function allOf(transport: Transport): Promise<RemoteDocument[]> {
  const all: RemoteDocument[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await transport.all({ after: all.at(-1)?.id ?? null });
    all.push(...page.documents);
    ({ hasMore } = page);
  }
  return all;
}

const branchRemovals = (documents: readonly RemoteDocument[]): OutgoingDocument[] =>
  documents.flatMap(({ id, branches }) => branches.map(({ revision }) => ({ id, revision, deleted: true, body: {} })));

async function leavesIn(copy: FolderCopy, ids: Iterable<string>): Promise<string[]> {
  const index = new FolderIndex(new FolderFiles(copy.handle, ''));
  await index.refresh();
  return [...ids].flatMap((id) => leavesOf(index.revisions(id)).map(({ revision }) => `${id} ${revision}`)).sort();
}

async function revisionsIn(copy: FolderCopy, ids: Iterable<string>): Promise<string[]> {
  const index = new FolderIndex(new FolderFiles(copy.handle, ''));
  await index.refresh();
  return [...ids].flatMap((id) => [...index.revisions(id).keys()].map((revision) => `${id} ${revision}`)).sort();
}

it.each([
  ['5,000 operations that cross', 5_000, 50, undefined],
  ['2,500 operations of devices that compact', 2_500, 25, () => 60 * 24 * 3_600_000],
])('contain the same after %s, and lack no acknowledged revision', async (_, operations, atOnce, ageOf) => {
  const random = seededRandom(5);
  const pick = (count: number): number => Math.floor(random() * count);
  const program = new FolderSyncProgram(3, random, ageOf);
  const start = ({ handle }: FolderCopy, at: number): Transport =>
    createFolderTransport(handle, { device: `${at}`.repeat(16) });
  const transports = program.copies.map(start);
  const acknowledged = new Set<string>();
  const replaced = new Set<string>();
  const everything = new Set<string>();
  for (let done = 0; done < operations; done += atOnce) {
    const device = pick(transports.length);
    if (ageOf) transports[device] = start(program.copies[device]!, device);
    const transport = transports[device]!;
    const first = pick(DOCUMENTS);
    const ids = Array.from({ length: atOnce }, (_, at) => `id${(first + at) % DOCUMENTS}`);
    const { documents } = await transport.all({ ids });
    const known = new Map(documents.map(({ id, revision }) => [id, revision]));
    const changes = ids.map((id, at) => ({
      id,
      revision: known.get(id) ?? null,
      deleted: random() < 0.1,
      body: { text: `operation ${done + at}`, more: 'x'.repeat(ageOf ? 500 : 0) },
    }));
    const batch = [...changes, ...branchRemovals(documents)];
    for (const [at, result] of (await transport.put(batch)).entries()) {
      const { id, revision } = batch[at]!;
      everything.add(id);
      if (typeof result === 'object') acknowledged.add(`${id} ${result.revision}`);
      replaced.add(`${id} ${revision}`);
    }
    await transport.watch('', new AbortController().signal);
    for (let steps = 0; steps < 3; steps++) program.step();
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(operations);
  program.finish();
  for (const [device, copy] of program.copies.entries()) {
    const transport = start(copy, device);
    const batch = branchRemovals(await allOf(transport));
    for (const [at, result] of (await transport.put(batch)).entries()) {
      if (typeof result === 'object') acknowledged.add(`${batch[at]!.id} ${result.revision}`);
      replaced.add(`${batch[at]!.id} ${batch[at]!.revision}`);
    }
    for (let times = 0; times < 2; times++) await start(copy, device).watch('', new AbortController().signal);
    program.finish();
  }
  const [one, ...others] = await Promise.all(transports.map(allOf));
  expect(one!.length).toBeGreaterThan(DOCUMENTS / 2);
  for (const other of others) expect(other).toEqual(one);
  const newest = [...acknowledged].filter((revision) => !replaced.has(revision)).sort();
  for (const copy of program.copies) {
    expect(await leavesIn(copy, everything)).toEqual(newest);
    if (!ageOf) expect(await revisionsIn(copy, everything)).toEqual([...acknowledged].sort());
    else expect((await revisionsIn(copy, everything)).length).toBeLessThan(acknowledged.size * 0.7);
  }
  for (const transport of transports) transport.close();
});
