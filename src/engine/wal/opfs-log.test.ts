/** Tests on in-memory files what becomes of a batch if the log is closed before the batch's transaction has ended. */
import { describe, expect, it } from 'vitest';
import { install } from '../../testing/durable-tabs.ts';
import type { WalEntry } from './frames.ts';
import { openLog } from './opfs-log.ts';

const PLACE = { folder: ['log'], lock: 'log' };
const put = (seq: number): WalEntry => ({ kind: 'put', seq, id: `m${seq}`, crc: 0, body: new Uint8Array([seq]) });

async function idsIn(log: Awaited<ReturnType<typeof openLog>>): Promise<string[]> {
  return await log.exclusively(async (wal) => [...(await wal.replay()).entries.keys()]);
}

describe('a log that was closed while transactions were committing', () => {
  it('keeps the batches that are committed later, and drops those that are aborted', async () => {
    install(1);
    const log = await openLog(PLACE);
    await log.exclusively((wal) => wal.openSegment('store'));
    log.append([put(1)]);
    const [committed, refused] = [log.begin([put(2)]), log.begin([put(3)])];
    log.close();
    const next = await openLog(PLACE);
    // Recovery waits for other writers before it takes a batch as committed.
    const hasOthers = () => next.exclusively((wal) => wal.hasOtherWriters());
    expect(await hasOthers()).toBe(true);
    refused.abort();
    expect(await hasOthers()).toBe(true);
    committed.commit();
    expect(await hasOthers()).toBe(false);
    expect(await idsIn(next)).toEqual(['m1', 'm2']);
  });

  it('gives up its space at once if it is emptied', async () => {
    install(1);
    const log = await openLog(PLACE);
    await log.exclusively((wal) => wal.openSegment('store'));
    log.begin([put(1)]);
    expect(await log.exclusively((wal) => wal.truncate())).toBeGreaterThan(0);
    expect(await idsIn(await openLog(PLACE))).toEqual([]);
  });
});
