/** The handlers of `EngineApi`'s methods, as properties of a plain object: `serve` doesn't call inherited methods. */
import type { EngineApi } from '../../protocol/engine-api.ts';
import { decodeError } from '../../protocol/error-codec.ts';
import { type Server, serve } from '../../protocol/serve.ts';
import { importsDatabaseName, syncDatabaseName } from '../../protocol/side-databases.ts';
import type { SyncStore } from '../../protocol/sync-api.ts';
import type { TransferStore } from '../../protocol/transfer-api.ts';
import { createEngine } from '../engine.ts';
import type { Emit } from '../engine-contract.ts';
import { createLatency } from '../search/latency.ts';
import { transferStore } from '../transfer/store-access.ts';
import { syncStore } from '../transfer/sync-access.ts';
import { EngineAccess } from './engine-access.ts';
import { modelHandlers } from './model-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { searchHandlers } from './search-handlers.ts';
import { writeHandlers } from './write-handlers.ts';

export function engineHandlers(emit: Emit): EngineApi {
  const access = new EngineAccess();
  const latency = createLatency();
  let transfer: Server<never> | null = null;
  /** Lasts longer than a sync worker, so that the next one can end a pause of embedding. */
  const syncing = syncStore(
    () => access.opened(),
    () => access.reading(),
  );
  let sync: Server<never> | null = null;
  let lastBackup: number | null = null;
  const noteBackup = (): void => {
    lastBackup = Date.now();
  };

  return {
    async open(_, init, commonWords) {
      const keyword = { commonWords: new Set(commonWords) };
      const { store } = await access.open(() => createEngine({ init, emit, keyword }));
      return { durability: store.durability };
    },
    async ping() {
      await access.opened();
    },
    async attachEmbedder(_, port) {
      (await access.opened()).semantic.link.attach(port);
    },
    async embedderLost(_, reason, error) {
      (await access.opened()).semantic.link.lost(reason, error && decodeError(error));
    },
    async attachTransfer(_, port) {
      transfer?.close();
      const store = transferStore(
        () => access.opened(),
        () => access.reading(),
        () => access.imports(),
        noteBackup,
      );
      transfer = serve<TransferStore, never>(store, port);
    },
    async attachSync(_, port) {
      sync?.close();
      sync = serve<SyncStore, never>(syncing, port);
    },

    ...writeHandlers(access),
    ...readHandlers(access),
    ...searchHandlers(access, latency),
    ...modelHandlers(access),

    async stats() {
      const stats = await (await access.opened()).stats();
      return { ...stats, latency: latency.summary(), lastBackup };
    },
    async idle() {
      const engine = await access.opened();
      await engine.semantic.whenLoaded();
      await engine.pictures.idle();
      await engine.semantic.queue.idle();
      await engine.flush();
    },
    noticeOtherTabs: async () => (await access.opened()).noticeOtherTabs(),
    close: () => access.close(),
    async destroy() {
      const engine = await access.opened();
      await engine.destroy();
      globalThis.indexedDB?.deleteDatabase(syncDatabaseName(engine.init.name));
      globalThis.indexedDB?.deleteDatabase(importsDatabaseName(engine.init.name));
    },
  };
}
