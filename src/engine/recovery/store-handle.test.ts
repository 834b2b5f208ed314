import { expect, it } from 'vitest';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { OpenReport } from '../store/memory-store.ts';
import { StoreHandle } from './store-handle.ts';

it('reports for the new store whether other tabs may have it open, and that one has deleted it', async () => {
  const database = Object.assign(createEphemeralStore(), { shared: true });
  const report: OpenReport = { durability: 'durable', event: 'restored', restored: 0, lost: 0 };
  const store = new StoreHandle(createEphemeralStore(), {
    open: async () => ({ store: database, report }),
    handOver: async () => {},
    retryMs: [0],
  });
  let deleted = 0;
  store.events.on('deleted', () => {
    deleted++;
  });
  expect(store.shared).toBeUndefined();
  await new Promise((tookOver) => store.events.on('recovery', tookOver));
  expect(store.shared).toBe(true);
  expect(store.derived).toBe(database.derived);
  database.events.emit('deleted', null);
  expect(deleted).toBe(1);
});
