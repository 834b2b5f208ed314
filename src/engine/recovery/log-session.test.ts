/** Tests that a deletion gets the space of the log while a checkpoint is being written. */
import { expect, it } from 'vitest';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import { openLog } from '../wal/opfs-log.ts';
import type { StoreImage } from '../wal/write-ahead-log.ts';
import { LogSession } from './log-session.ts';

it.each(['scheduled', 'being written'])('truncating the log ends a checkpoint that is %s', async (stage) => {
  const restore = new MemoryOrigin(1).install();
  const ended: unknown[] = [];
  const session = new LogSession({
    open: () => openLog({ folder: ['log'], lock: 'log' }),
    onFailure: () => {},
    onFull: () => {},
    again: async () => {},
    onIdle: () => {},
    retryMs: [1e6],
  });
  let begun = (): void => {};
  const writing = new Promise<void>((resolve) => {
    begun = resolve;
  });
  async function* neverRead(): StoreImage {
    yield [];
    begun();
    return await new Promise<never>(() => {});
  }
  try {
    const log = await session.reach();
    await log.exclusively((wal) => wal.openSegment('store'));
    session.opened(log);
    session.maintain(
      (open) =>
        open.exclusively(async (wal) => {
          await wal.checkpoint(neverRead, 'store', session.checkpointSignal);
        }),
      (error) => ended.push(error),
    );
    if (stage === 'being written') await writing;
    expect(await session.truncate()).toBeGreaterThan(0);
    expect(ended).toMatchObject([{ name: 'AbortError' }]);
    expect(session.log).toBeUndefined();
  } finally {
    await session.end();
    restore();
  }
});
