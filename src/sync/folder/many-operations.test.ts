/** Three copies of one folder whose files arrive late, in part, in any order and under names of conflict copies. */
import { expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { type FolderCopy, FolderSyncProgram } from '../../testing/synced-folders.ts';
import type { RemoteDocument, Transport } from '../transport/transport.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderIndex } from './folder-index.ts';
import { createFolderTransport } from './folder-transport.ts';

const OPERATIONS = 5_000;
const AT_ONCE = 50;
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

async function revisionsIn(copy: FolderCopy, ids: Iterable<string>): Promise<string[]> {
  const index = new FolderIndex(new FolderFiles(copy.handle));
  await index.refresh();
  return [...ids].flatMap((id) => [...index.revisions(id).keys()].map((revision) => `${id} ${revision}`)).sort();
}

it('contain the same after 5,000 operations that cross, and lack no acknowledged revision', async () => {
  const random = seededRandom(5);
  const pick = (count: number): number => Math.floor(random() * count);
  const program = new FolderSyncProgram(3, random);
  const transports = program.copies.map(({ handle }) => createFolderTransport(handle));
  const acknowledged = new Set<string>();
  const everything = new Set<string>();
  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const transport = transports[pick(transports.length)]!;
    const first = pick(DOCUMENTS);
    const ids = Array.from({ length: AT_ONCE }, (_, at) => `id${(first + at) % DOCUMENTS}`);
    const { documents } = await transport.all({ ids });
    const known = new Map(documents.map(({ id, revision }) => [id, revision]));
    const results = await transport.put(
      ids.map((id, at) => ({
        id,
        revision: known.get(id) ?? null,
        deleted: random() < 0.1,
        body: { text: `operation ${done + at}` },
      })),
    );
    for (const [at, result] of results.entries()) {
      const id = ids[at]!;
      everything.add(id);
      if (typeof result === 'object') acknowledged.add(`${id} ${result.revision}`);
    }
    for (let steps = 0; steps < 3; steps++) program.step();
  }
  expect(acknowledged.size).toBe(OPERATIONS);
  program.finish();
  const [one, ...others] = await Promise.all(transports.map(allOf));
  expect(one!.length).toBeGreaterThan(DOCUMENTS / 2);
  for (const other of others) expect(other).toEqual(one);
  for (const copy of program.copies) expect(await revisionsIn(copy, everything)).toEqual([...acknowledged].sort());
  for (const transport of transports) transport.close();
});
