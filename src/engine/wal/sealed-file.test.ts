import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import type { WalEntry } from './frames.ts';
import { LogFiles } from './log-files.ts';
import { decodeSealed, writeSealed } from './sealed-file.ts';
import type { StoreImage } from './write-ahead-log.ts';

const PICTURE_BYTES = 8 * 1024 * 1024;
const position = { storeId: 'store', seq: 1 };
const entry: WalEntry = { kind: 'put', id: 'picture', seq: 1, crc: 1, body: new Uint8Array(PICTURE_BYTES) };

async function* picture(): StoreImage {
  yield [entry];
  return position;
}

let origin: MemoryOrigin;
let files: LogFiles;
beforeEach(async () => {
  origin = new MemoryOrigin(1);
  const restore = origin.install();
  files = await LogFiles.open(['log']);
  return restore;
});

const nextTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('an abandoned checkpoint', () => {
  it('ends while a page of the image is being read, and leaves no file', async () => {
    const abandoned = new AbortController();
    async function* neverRead(): StoreImage {
      yield [entry];
      return await new Promise<never>(() => {});
    }
    const written = writeSealed(files, 'checkpoint-1', 'checkpoint', neverRead(), abandoned.signal);
    await nextTask();
    abandoned.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files.list()).toEqual([]);
  });

  it('ends in the middle of a large memory', async () => {
    const abandoned = new AbortController();
    setImmediate(() => abandoned.abort());
    const written = writeSealed(files, 'checkpoint-1', 'checkpoint', picture(), abandoned.signal);
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files.list()).toEqual([]);
  });
});

describe('a checkpoint with a large memory', () => {
  it('is read as it was written', async () => {
    await writeSealed(files, 'checkpoint-1', 'checkpoint', picture());
    const handle = (await files.lock('checkpoint-1', false))!;
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    const [read] = (await decodeSealed(bytes))!;
    expect([read!.id, read!.body.length]).toEqual([entry.id, PICTURE_BYTES]);
  });
});
