import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderCopy } from '../../testing/synced-folders.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderIndex } from './folder-index.ts';
import { revisionOf } from './revisions.ts';

const LOOK_MS = 2_000;
const IDS = ['a', 'b', 'c'];

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A folder with one segment of three lines, whose end is missing. */
async function cutSegment() {
  const copy = new FolderCopy();
  const files = new FolderFiles(copy.handle, '0123456789abcdef');
  const body = { text: 'x' };
  const revisions = IDS.map((id) => ({ id, parent: null, deleted: false, body, ancestors: [] }));
  const operations = revisions.map(async (each) => ({ ...each, revision: await revisionOf(each) }));
  const { file } = await files.append(await Promise.all(operations));
  const { bytes: whole } = copy.files.get(file.name)!;
  const cut = Uint8Array.from(whole).fill(0, whole.length - 40);
  copy.put(file.name, cut);
  const index = new FolderIndex(files);
  const lookFor = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += LOOK_MS) {
      await index.refresh();
      vi.advanceTimersByTime(LOOK_MS);
    }
  };
  return { copy, file, whole, index, lookFor };
}

describe('a file whose end is missing', () => {
  it('is read less and less often while it stays like this', async () => {
    const { copy, index, lookFor } = await cutSegment();
    await lookFor(3_600_000);
    expect(index.ids).toEqual(['a', 'b']);
    expect(copy.reads).toBeLessThan(20);
  });

  it('is read again within ten minutes after its end arrived, even if size and time stay the same', async () => {
    const { copy, file, whole, index, lookFor } = await cutSegment();
    await lookFor(3_600_000);
    copy.files.get(file.name)!.bytes = whole;
    await lookFor(600_000 + LOOK_MS);
    expect(index.ids).toEqual(IDS);
    const { reads } = copy;
    await lookFor(3_600_000);
    expect(copy.reads).toBe(reads);
  });

  it('is read at the next look if its size or time changed', async () => {
    const { copy, file, whole, index, lookFor } = await cutSegment();
    await lookFor(3_600_000);
    copy.put(file.name, whole);
    await lookFor(LOOK_MS);
    expect(index.ids).toEqual(IDS);
  });
});

it('a file that is not a segment is read less and less often', async () => {
  const copy = new FolderCopy();
  copy.put('notes.hybrid-search', new TextEncoder().encode('not a segment'));
  const index = new FolderIndex(new FolderFiles(copy.handle, '0123456789abcdef'));
  for (let at = 0; at < 3_600_000; at += LOOK_MS) {
    await index.refresh();
    vi.advanceTimersByTime(LOOK_MS);
  }
  expect(copy.reads).toBeLessThan(20);
});
