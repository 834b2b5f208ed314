/**
 * Composes the engine: store, table, keyword index, semantic index, searcher, and the only path by which a write
 * reaches them. The worker, evaluations in Node and tests all use it. It imports from every folder, and no folder
 * imports it. `handlers.ts` has the calls of the main thread.
 */
import type { ModelProfile } from '../core/model-profiles.ts';
import { ARMS } from '../core/options/options.ts';
import { createSerial } from '../core/serial.ts';
import { ANALYZER_FINGERPRINT } from '../core/text/analyze.ts';
import { fold } from '../core/text/fold.ts';
import { readsLanguage } from '../core/text/reads-language.ts';
import type { EmbedderApi } from '../protocol/embedder-api.ts';
import type { EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { LogEntry, Stats, StorageNotice } from '../protocol/engine-values.ts';
import type { Remote } from '../protocol/rpc.ts';
import { PictureQueue } from './embed/picture-queue.ts';
import { SemanticIndex } from './embed/semantic-index.ts';
import { createKeywordIndex, type KeywordIndexOptions } from './keyword/bm25-index.ts';
import { type OpenedStore, openStore } from './recovery/open-store.ts';
import type { Searcher } from './search/contract.ts';
import { createSearcher } from './search/search.ts';
import type { MemoryStore, OpenReport } from './store/memory-store.ts';
import type { Position } from './store/position.ts';
import { countRows } from './table/counts.ts';
import type { EngineTable } from './table/memory-table.ts';
import { createTable } from './table/table.ts';
import { Trashed } from './table/trashed.ts';
import { ChangeApplier } from './write/change-applier.ts';
import { createExpiry } from './write/expiry.ts';
import { createIndexes, INDEXED_FORM_VERSION } from './write/indexes.ts';
import { createMemoryCommands, type MemoryCommands } from './write/memory-commands.ts';
import { createMemoryReader, type ReadMemories } from './write/memory-reader.ts';
import { openSnapshotFiles } from './write/snapshot-files.ts';
import { createSnapshotPlace } from './write/snapshot-place.ts';
import { createSnapshotSaver } from './write/snapshot-saver.ts';
import { deleteSnapshots, loadSnapshots, NOTHING_LOADED, readSnapshots } from './write/snapshots.ts';
import { startIndexes } from './write/start.ts';
import { createStartMarks } from './write/start-marks.ts';
import { createTrash, type Trash } from './write/trash.ts';

const PROGRESS_EVERY_MS = 100;
const DAY_MS = 86_400_000;
const LOAD_AFTER_MS = 100;

export type Emit = <Name extends keyof EngineEvents>(name: Name, value: EngineEvents[Name]) => void;

export interface EngineParts {
  readonly init: EngineInit;
  readonly emit: Emit;
  /** Default: the best store that the context allows. */
  readonly store?: MemoryStore;
  /**
   * A model in this thread. Default: one is requested from the main thread, which answers with `semantic.link.attach`.
   */
  readonly embedder?: (profile: ModelProfile) => Remote<EmbedderApi>;
  /** BM25 parameters, for sweeps. Default: the shipped ones. */
  readonly keyword?: KeywordIndexOptions;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
  /** IANA time zone for dates without one. Default: the platform's. */
  readonly timeZone?: string;
}

export interface Engine extends MemoryCommands {
  readonly init: EngineInit;
  readonly store: MemoryStore;
  /** Returns memories by id. If the table has one that the store doesn't find, the store is repaired first. */
  readonly read: ReadMemories;
  readonly table: EngineTable;
  /** The current model's. Read it for every use. */
  readonly semantic: SemanticIndex;
  readonly searcher: Searcher;
  /** Words in pictures. */
  readonly pictures: PictureQueue;
  readonly trash: Trash;
  now(): number;
  /** One atomic write of any kind. Resolves when it's stored and keyword search finds it. */
  readonly write: ChangeApplier['write'];
  /**
   * Resolves when the rows include all writes, also those of other tabs. Every answer that depends on rows waits for
   * it: once another tab has acknowledged that a memory is hidden or removed, this tab must not show it, whether or not
   * a broadcast arrived.
   */
  current(): Promise<void>;
  /** Checks for other tabs and their writes, in case no broadcast arrived. */
  lookAround(): Promise<void>;
  /** Position of the newest change that the rows include. */
  readonly position: Position;
  /** Returns how many memories were removed. @param unchangedSince keeps what was written after this position */
  clear(unchangedSince?: Position): Promise<number>;
  purge(): Promise<void>;
  /** Keyword search keeps working while everything is embedded again. */
  setModel(profile: ModelProfile): Promise<void>;
  stats(): Promise<Omit<Stats, 'latency' | 'lastBackup'>>;
  /** Resolves when the snapshot includes the last write. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Closes the engine and deletes the store. */
  destroy(): Promise<void>;
}

/** Resolves when keyword search answers. Rejects with `storage-version` if a newer version wrote the store. */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  const { init, emit, now = Date.now } = parts;
  const marks = createStartMarks();
  const table = createTable();
  const trashed = new Trashed();
  const keyword = createKeywordIndex({ ...parts.keyword, stemming: init.stemming, terms: init.terms });
  const indexed = { table, trashed, keyword };
  const fingerprint = [ANALYZER_FINGERPRINT, `form ${INDEXED_FORM_VERSION}`, init.stemming, ...init.terms].join(' ');
  const files = parts.store ? undefined : openSnapshotFiles(init.name);
  // This thread is idle while the store is compared with its log.
  const early = files && loadSnapshots(readSnapshots(files), indexed, fingerprint, marks);
  const { store, report }: OpenedStore = parts.store
    ? { store: parts.store, report: await parts.store.open() }
    : await openStore(init.name, {
        countBehind: true,
        onWaiting: (lock) =>
          emit('storage', { kind: 'waiting', durability: 'ephemeral', restored: 0, lost: 0, waitingFor: lock }),
        ...(files && { freeFiles: () => deleteSnapshots(files) }),
      });
  marks.mark('store');
  let lastReport: OpenReport = report;
  const place = createSnapshotPlace(store, files);
  const inOrder = createSerial();
  let closed = false;

  const log = (event: string, detail: LogEntry['detail']): void => emit('log', { event, at: now(), detail });
  const logFailure = (event: string, error: unknown): void =>
    log(event, { code: (error as { code?: string }).code ?? 'internal' });

  // At most ten times a second, and always the last state.
  let progressTimer: ReturnType<typeof setTimeout> | undefined;
  const onProgress = (): void => {
    progressTimer ??= setTimeout(() => {
      progressTimer = undefined;
      if (!closed) emit('progress', { ...semantic.progress, ...pictures.progress });
    }, PROGRESS_EVERY_MS);
  };

  const { embedder } = parts;
  const starter = {
    start: () => (embedder ? semantic.link.attach(embedder(semantic.profile)) : emit('embedder-start', null)),
    stop: () => emit('embedder-stop', null),
  };
  const semanticOn = init.modes?.includes('semantic') ?? true;
  const openModel = (profile: ModelProfile, before?: SemanticIndex): SemanticIndex =>
    new SemanticIndex({
      name: init.name,
      store,
      table,
      profile,
      on: semanticOn,
      allowed: before?.link.allowed ?? init.modelAllowed,
      replaces: before !== undefined,
      starter,
      onProgress,
      onDone: () => snapshots.noteChunks(),
      log,
    });
  let semantic = openModel(init.profile);

  const indexes = createIndexes({ store, ...indexed, semantic: () => semantic });
  const snapshots = createSnapshotSaver({
    place,
    ...indexed,
    fingerprint,
    inOrder,
    closeHoles: indexes.closeHoles,
    state: () => ({ seq: indexes.applied, generation: indexes.generation }),
    onFailure: (error) => logFailure('snapshot-failed', error),
  });
  const changes = new ChangeApplier({
    store,
    table,
    trashed,
    indexes,
    snapshots,
    inOrder,
    reloadVectors: () => semantic.load(),
    announce: (change) => {
      emit('change', change);
      pictures.wake();
    },
    onFailure: logFailure,
  });

  const pictures = new PictureQueue({
    name: init.name,
    store,
    table,
    model: init.pictureModel,
    on: init.readPictures,
    onBattery: init.onBattery ?? false,
    available: () => semantic.link.allowed && semantic.link.status.state !== 'failed',
    use: (job) => semantic.link.use(job),
    write: (plan) => changes.write(plan),
    onProgress,
    log,
  });

  // A snapshot belongs to the store it was written for. A substitute or a restored store has its own.
  const whole = store.durability === 'durable' && report.event === 'ok';
  let loaded = (await early) ?? NOTHING_LOADED;
  if (!whole || !loaded.keyword) loaded = await loadSnapshots(readSnapshots(place), indexed, fingerprint, marks);
  const keywordIndex = await startIndexes({ store, ...indexed, indexes, snapshots, marks }, loaded);
  log('started', { keywordIndex, ...marks.milliseconds() });

  const read = createMemoryReader({ store, table, catchUp: () => changes.catchUp() });
  const positionNow = (): Position => ({ seq: indexes.applied, generation: indexes.generation });
  const current = async (): Promise<void> => {
    // Without other tabs there's nobody to ask, and asking would cost every keystroke.
    if (!store.shared) return;
    const { seq, generation } = await store.state();
    if (seq !== indexes.applied || generation !== indexes.generation) await changes.catchUp();
  };
  const searcher = createSearcher({
    table,
    keyword,
    semantic: () => semantic.side(),
    ...(init.modes === null ? {} : { modes: init.modes }),
    defaults: init.search,
    analyzer: { stemming: init.stemming, ownNames: new Set(init.terms.map(fold)) },
    ...(parts.timeZone === undefined ? {} : { timeZone: parts.timeZone }),
    readMemories: read,
    now,
    clock: () => performance.now(),
    log,
  });

  // A search right after the start runs before the vectors load: the first one takes 67 ms instead of 119, and 262
  // instead of 416 with 100,000 memories.
  const loading = setTimeout(() => {
    searcher.prepare().catch((error) => logFailure('prepare-failed', error));
    if (semanticOn) void semantic.load();
    pictures.wake();
  }, LOAD_AFTER_MS);

  const write: ChangeApplier['write'] = (plan) => changes.write(plan);
  const trash = createTrash({ store, trashed, write, now });
  const expiry = createExpiry({
    table,
    write,
    sweepTrash: trash.sweep,
    collectGarbage: () => semantic.collectGarbageIfIdle(),
    now,
    onFailure: (error) => logFailure('expiry-failed', error),
  });

  const stopListening = [
    store.events.on('changed', () => changes.catchUpSoon()),
    store.events.on('deleted', () => emit('deleted', null)),
    store.events.on('durability', (durability) =>
      emit('storage', { kind: 'durability', durability, restored: 0, lost: 0 }),
    ),
    store.events.on('illegal', (error) => log('illegal-transition', { message: error.message })),
    store.events.on('recovery', (told) => {
      emit('storage', noticeOf(told));
      if (told.event === 'quota') return;
      lastReport = told;
      changes.rebuildSoon();
    }),
  ];
  changes.catchUpSoon();
  emit('storage', noticeOf(report));

  const stop = (): void => {
    closed = true;
    clearTimeout(loading);
    snapshots.cancel();
    expiry.stop();
    clearTimeout(progressTimer);
    for (const stopOne of stopListening) stopOne();
    pictures.close();
    semantic.close();
  };

  const commands = createMemoryCommands({
    store,
    write,
    conversationTtlMs: init.conversationTtlDays * DAY_MS,
    now,
  });

  return {
    ...commands,
    async touch(id) {
      await commands.touch(id);
      searcher.forget(id);
    },
    init,
    store,
    read,
    table,
    get semantic() {
      return semantic;
    },
    searcher,
    pictures,
    now,
    write,
    current,
    async lookAround() {
      await store.noticeOthers?.();
      await current();
    },
    get position() {
      return positionNow();
    },
    async clear(unchangedSince) {
      await current();
      // Otherwise a snapshot file would keep the deleted words until the next save.
      if (files) await deleteSnapshots(files).catch(() => {});
      const there = table.liveCount;
      if (await changes.clear(unchangedSince)) return there;
      const before = [...Array.from(table.rows(), ([, { id }]) => id), ...trashed.ids()];
      return commands.removeAll(before, unchangedSince);
    },
    trash,
    async purge() {
      await trash.empty();
      await snapshots.discard();
      keyword.vacuum();
      await semantic.collectGarbage();
      await store.purge();
      await snapshots.flush();
    },
    async setModel(profile) {
      if (profile.id === semantic.profile.id) return;
      await semantic.whenLoaded();
      semantic.close();
      semantic = openModel(profile, semantic);
      onProgress();
      await semantic.load();
      pictures.retry();
    },
    async stats() {
      await semantic.whenLoaded();
      await current();
      const { link, vectors } = semantic;
      const model = await semantic.statistics();
      const semanticUp = link.allowed && model.model.state !== 'failed';
      return {
        ...countRows(table, now(), (language) => readsLanguage(semantic.profile, language)),
        ...model,
        ...pictures.progress,
        armsAvailable: (init.modes ?? ARMS).filter((arm) => arm !== 'semantic' || semanticUp),
        indexed: { keyword: keyword.size, semantic: vectors.size },
        keywordIndex,
        cache: searcher.cache,
        storage: {
          ...(await store.usage()),
          durability: store.durability,
          event: lastReport.event,
          restored: lastReport.restored,
        },
        lastSeq: indexes.applied,
      };
    },
    flush: () => snapshots.flush(),
    async close() {
      await snapshots.flush();
      stop();
      await store.close();
    },
    async destroy() {
      stop();
      await store.destroy();
      // Waits for a running save.
      if (files) await inOrder(() => deleteSnapshots(files));
    },
  };
}

const noticeOf = ({ event, durability, restored, lost }: OpenReport): StorageNotice => ({
  kind: event === 'ok' || event === 'created' ? 'opened' : event,
  durability,
  restored,
  lost,
});
