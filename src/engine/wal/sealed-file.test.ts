import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import type { WalEntry } from './frames.ts';
import { LogFiles, readFully } from './log-files.ts';
import { LogReader } from './log-reader.ts';
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
    const written = writeSealed(files, 'base-1', 'checkpoint', neverRead(), abandoned.signal);
    await nextTask();
    abandoned.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files.list()).toEqual([]);
  });

  it('ends in the middle of a large memory', async () => {
    const abandoned = new AbortController();
    setImmediate(() => abandoned.abort());
    const written = writeSealed(files, 'base-1', 'checkpoint', picture(), abandoned.signal);
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files.list()).toEqual([]);
  });
});

describe('a checkpoint with a large memory', () => {
  it('is read as it was written', async () => {
    await writeSealed(files, 'base-1', 'checkpoint', picture());
    const handle = (await files.lock('base-1', false))!;
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    const [read] = (await decodeSealed(bytes))!;
    expect([read!.id, read!.body.length]).toEqual([entry.id, PICTURE_BYTES]);
  });
});

describe('what a checkpoint covers', () => {
  afterEach(() => vi.unstubAllGlobals());
  const covered = (): Promise<number> => new LogReader(files).checkpointed(position.storeId, 0);

  it('is read without unpacking it', async () => {
    await writeSealed(files, 'base-1', 'checkpoint', picture());
    vi.stubGlobal('DecompressionStream', undefined);
    expect(await covered()).toBe(1);
  });

  it('is nothing if the checkpoint is damaged', async () => {
    await writeSealed(files, 'base-1', 'checkpoint', picture());
    const handle = (await files.lock('base-1'))!;
    const last = readFully(handle).subarray(-1);
    handle.write(
      last.map((byte) => byte ^ 1),
      { at: handle.getSize() - 1 },
    );
    handle.close();
    expect(await covered()).toBe(0);
  });
});
