/**
 * Opens the best store that the context allows: IndexedDB with the write-ahead log (`durable`), IndexedDB alone
 * (`best-effort`), the log alone (`log-only`), or memory (`ephemeral`). It always reports which one, so that a database
 * that can't be opened isn't mistaken for an empty one.
 */
import type { ErrorCode } from '../../core/errors.ts';
import { isHybridSearchError } from '../../core/errors.ts';
import { canLog, detectContext } from '../store/context.ts';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { MemoryStore, OpenReport } from '../store/memory-store.ts';
import { checkStoreName } from '../store/store-name.ts';
import { createDurableStore, type DurableStoreOptions } from './durable-store.ts';
import { LogOnlyStore } from './log-only-store.ts';
import { Sentinel } from './sentinel.ts';
import { StoreHandle } from './store-handle.ts';

/**
 * Milliseconds before each new attempt to open the database. By then, the browser has often emptied a broken database,
 * so it opens and is restored.
 */
const TRY_AGAIN_AFTER_MS = [100, 400];

export interface OpenedStore {
  store: MemoryStore;
  /** `reason`: why IndexedDB isn't used, `unsupported` if the context has none. */
  report: OpenReport & { reason?: ErrorCode };
}

/**
 * Opens a store. `retryMs`: milliseconds before each new attempt to open a database that couldn't be opened, by default
 * from 2 to 30 s. Errors: `invalid-option` for a name that isn't well-formed text; `storage-version` if a newer version
 * wrote the store.
 */
export async function openStore(
  name: string,
  { retryMs, ...durable }: Pick<DurableStoreOptions, 'freeFiles' | 'countBehind' | 'retryMs' | 'onWaiting'> = {},
): Promise<OpenedStore> {
  checkStoreName(name);
  const context = detectContext();
  if (!context.indexedDB) return await openEphemeral('unsupported');
  const open = async () => {
    const store = createDurableStore(name, durable);
    try {
      return { store, report: await store.open() };
    } catch (error) {
      await store.close().catch(() => {});
      throw error;
    }
  };
  let reason: ErrorCode = 'storage';
  for (const pause of [...TRY_AGAIN_AFTER_MS, undefined]) {
    try {
      return await open();
    } catch (error) {
      if (isHybridSearchError(error, 'storage-version')) throw error;
      reason = isHybridSearchError(error) ? error.code : 'storage';
      // Opaque origins have no storage at all.
      if (isSecurityError(error)) return await openEphemeral(reason);
      // A database that didn't answer has already taken long enough.
      if (pause === undefined || reason === 'timeout') break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  const again = retryMs ? { open, retryMs } : { open };
  if (canLog(context)) {
    try {
      const log = await LogOnlyStore.create(name);
      const report = await log.open();
      // When the database opens, it's restored from the log, so nothing has to be copied.
      return {
        store: new StoreHandle(log, { ...again, handOver: () => log.close() }),
        report: { ...report, reason },
      };
    } catch {
      // The log can't be opened either, so the store is kept in memory.
    }
  }
  const memory = createEphemeralStore();
  const lost = (await new Sentinel(name).read())?.count ?? 0;
  const report = { ...(await memory.open()), event: 'database-unavailable' as const, lost, reason };
  return { store: new StoreHandle(memory, { ...again, handOver: (next) => moveMemories(memory, next) }), report };
}

async function moveMemories(from: MemoryStore, to: MemoryStore): Promise<void> {
  await from.scan(async (page) => {
    const memories = page.map(({ memory }) => memory);
    await to.commit({
      ids: memories.map(({ id }) => id),
      decide: () => ({ decisions: memories, outcome: undefined }),
    });
  });
  await from.close();
}

async function openEphemeral(reason: ErrorCode): Promise<OpenedStore> {
  const store = createEphemeralStore();
  return { store, report: { ...(await store.open()), reason } };
}

function isSecurityError(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof DOMException && cause.name === 'SecurityError';
}
