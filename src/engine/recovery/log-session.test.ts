/** Tests that a deletion gets the space of the log while a checkpoint is being written. */
import { expect, it } from 'vitest';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import { openLog } from '../wal/opfs-log.ts';
import type { StoreImage } from '../wal/write-ahead-log.ts';
import { LogSession } from './log-session.ts';

it.each(['scheduled', 'being read', 'waiting for its file'])(
  'truncating the log ends a checkpoint that is %s',
  async (stage) => {
    const origin = new MemoryOrigin(1);
    const restore = origin.install();
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
    async function* image(): StoreImage {
      yield [];
      begun();
      if (stage === 'being read') await new Promise<never>(() => {});
      origin.unansweredOpenings = 1;
      return { storeId: 'store', seq: 0 };
    }
    try {
      const log = await session.reach();
      await log.exclusively((wal) => wal.openSegment('store'));
      session.opened(log);
      session.maintain(
        (open) =>
          open.exclusively(async (wal) => {
            await wal.checkpoint(image, 'store', session.housekeepingSignal);
          }),
        (error) => ended.push(error),
      );
      if (stage !== 'scheduled') await writing;
      if (stage === 'waiting for its file') await expect.poll(() => origin.unansweredOpenings).toBe(0);
      expect(await session.truncate()).toBeGreaterThan(0);
      expect(ended).toMatchObject([{ name: 'AbortError' }]);
      expect(session.log).toBeUndefined();
    } finally {
      await session.end();
      restore();
    }
  },
);
