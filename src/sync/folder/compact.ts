/** Compacts this device's segments. A crash between two steps may leave duplicate lines, but never loses a line. */
import { planCompaction } from './compaction-plan.ts';
import type { FolderFiles } from './folder-files.ts';
import { bodyKey, type FolderIndex } from './folder-index.ts';
import { encodeCompacted, type Operation } from './segment.ts';

export async function compact(files: FolderFiles, index: FolderIndex): Promise<boolean> {
  const { segments } = index;
  const { remove, write } = planCompaction({
    segments,
    own: segments.filter(({ file: { name } }) => files.isOwn(name) && name !== files.activeName),
    revisions: (id) => index.revisions(id),
    now: Date.now(),
  });
  if (write) {
    const bodies = await index.bodies(write.lines.flatMap(({ revision, isStub }) => (isStub ? [] : [revision])));
    const operations = write.lines.map(({ revision, ancestors }): Operation => {
      const { id, revision: name, parent, deleted } = revision;
      return { id, revision: name, parent, deleted, body: bodies.get(bodyKey(revision)) ?? null, ancestors };
    });
    await files.writeNew(encodeCompacted(operations, write.replaces));
  }
  for (const name of remove) await files.remove(name);
  return write !== null;
}
