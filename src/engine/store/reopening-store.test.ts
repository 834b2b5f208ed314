import { expect, it } from 'vitest';
import { createEphemeralStore } from './ephemeral-store.ts';
import type { OpenReport } from './memory-store.ts';
import { createReopeningStore } from './reopening-store.ts';

it('says of the store that took over whether other tabs may have it open, and that one has deleted it', async () => {
  let tell = (): void => {};
  const database = Object.assign(createEphemeralStore(), {
    shared: true,
    onDeleted(listener: () => void) {
      tell = listener;
      return () => {};
    },
  });
  const report: OpenReport = { durability: 'durable', event: 'restored', restored: 0, lost: 0 };
  const store = createReopeningStore(createEphemeralStore(), {
    open: async () => ({ store: database, report }),
    handOver: async () => {},
    retryMs: [0],
  });
  let deleted = 0;
  store.onDeleted!(() => {
    deleted++;
  });
  expect(store.shared).toBeUndefined();
  await new Promise((tookOver) => store.onRecovery!(tookOver));
  expect(store.shared).toBe(true);
  tell();
  expect(deleted).toBe(1);
});
