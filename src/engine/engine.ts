/** Composes the engine, also for evaluations in Node. It imports from every folder, and none of them imports it. */
import type { ModelProfile } from '../core/model-profiles.ts';
import { ARMS } from '../core/options/options.ts';
import { createSerial } from '../core/serial.ts';
import { ANALYZER_FINGERPRINT } from '../core/text/analyze.ts';
import { fold } from '../core/text/fold.ts';
import { readsLanguage } from '../core/text/reads-language.ts';
import type { LogEntry } from '../protocol/engine-values.ts';
import { PictureQueue } from './embed/picture-queue.ts';
import { ProgressReports } from './embed/progress-reports.ts';
import { SemanticIndex } from './embed/semantic-index.ts';
import type { Engine, EngineParts } from './engine-contract.ts';
import { createKeywordIndex } from './keyword/bm25-index.ts';
import { type OpenedStore, openStore } from './recovery/open-store.ts';
import { createSearcher } from './search/search.ts';
import type { OpenReport } from './store/memory-store.ts';
import { storageNotice } from './store/store-events.ts';
import { countRows } from './table/counts.ts';
import { createTable } from './table/table.ts';
import { Trashed } from './table/trashed.ts';
import { ChangeApplier } from './write/change-applier.ts';
import { createExpiry } from './write/expiry.ts';
import { createIndexes, INDEXED_FORM_VERSION } from './write/indexes.ts';
import { KeptFiles } from './write/kept-files.ts';
import { createMemoryCommands } from './write/memory-commands.ts';
import { createMemoryReader } from './write/memory-reader.ts';
import { openSnapshotFiles } from './write/snapshot-files.ts';
import { createSnapshotPlace } from './write/snapshot-place.ts';
import { createSnapshotSaver } from './write/snapshot-saver.ts';
import { deleteSnapshots, loadSnapshots, NOTHING_LOADED, readSnapshots } from './write/snapshots.ts';
import { startIndexes } from './write/start.ts';
import { createStartMarks } from './write/start-marks.ts';
import { createTrash } from './write/trash.ts';

const DAY_MS = 86_400_000;
const LOAD_AFTER_MS = 100;

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

  const log = (event: string, detail: LogEntry['detail']): void => emit('log', { event, at: now(), detail });
  const logFailure = (event: string, error: unknown): void =>
    log(event, { code: (error as { code?: string }).code ?? 'internal' });

  const progress = new ProgressReports(() => emit('progress', { ...model.semantic.progress, ...pictures.progress }));
  const { embedder } = parts;
  const starter = {
    start: () =>
      embedder ? model.semantic.link.attach(embedder(model.semantic.profile)) : emit('embedder-start', null),
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
      onProgress: progress.note,
      onDone: () => snapshots.noteChunks(),
      log,
    });
  // Replaced as a whole with the model. Read it for every use.
  const model = { semantic: openModel(init.profile) };

  const keptFiles: KeptFiles = new KeptFiles({
    name: init.name,
    store,
    table,
    trashed,
    catchUp: () => changes.catchUp(),
    onFailure: (error) => logFailure('sweep-failed', error),
  });
  const indexes = createIndexes({ store, ...indexed, model, onFileLeft: () => keptFiles.sweepSoon() });
  const snapshots = createSnapshotSaver({
    place,
    ...indexed,
    fingerprint,
    inOrder,
    closeHoles: indexes.closeHoles,
    state: () => ({ seq: indexes.applied, generation: indexes.generation }),
    onFailure: (error) => logFailure('snapshot-failed', error),
  });
  const pictures: PictureQueue = new PictureQueue({
    name: init.name,
    store,
    table,
    model: init.pictureModel,
    on: init.readPictures,
    onBattery: init.onBattery ?? false,
    available: () => model.semantic.usable,
    use: (job) => model.semantic.link.use(job),
    write: (plan) => changes.write(plan),
    onProgress: progress.note,
    log,
  });
  const changes = new ChangeApplier({
    store,
    table,
    trashed,
    indexes,
    snapshots,
    inOrder,
    reloadVectors: () => model.semantic.load(),
    emit,
    pictures,
    onFailure: logFailure,
  });

  // A snapshot belongs to the store it was written for. A substitute or a restored store has its own.
  const whole = store.durability === 'durable' && report.event === 'ok';
  let loaded = (await early) ?? NOTHING_LOADED;
  if (!whole || !loaded.keyword) loaded = await loadSnapshots(readSnapshots(place), indexed, fingerprint, marks);
  const keywordIndex = await startIndexes({ store, ...indexed, indexes, snapshots, marks }, loaded);
  log('started', { keywordIndex, ...marks.milliseconds() });

  const read = createMemoryReader({ store, table, catchUp: () => changes.catchUp() });
  const current = async (): Promise<void> => {
    // Without other tabs there's nobody to ask, and asking would cost every keystroke.
    if (!store.shared) return;
    const { seq, generation } = await store.state();
    if (seq !== indexes.applied || generation !== indexes.generation) await changes.catchUp();
  };
  const searcher = createSearcher({
    table,
    keyword,
    semantic: () => model.semantic.side(),
    ...(init.modes === null ? {} : { modes: init.modes }),
    defaults: init.search,
    analyzer: { stemming: init.stemming, ownNames: new Set(init.terms.map(fold)) },
    ...(parts.timeZone === undefined ? {} : { timeZone: parts.timeZone }),
    readMemories: read,
    now,
    clock: () => performance.now(),
    log,
  });

  // Later than a first search: that one takes 67 ms instead of 119, and 262 instead of 416 with 100,000 memories.
  const loading = setTimeout(() => {
    searcher.prepare().catch((error) => logFailure('prepare-failed', error));
    if (semanticOn) void model.semantic.load();
    pictures.wake();
  }, LOAD_AFTER_MS);

  const write: ChangeApplier['write'] = changes.write.bind(changes);
  const trash = createTrash({ store, trashed, write, now });
  const expiry = createExpiry({
    table,
    write,
    sweepTrash: trash.sweep,
    collectGarbage: () => model.semantic.collectGarbageIfIdle(),
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
      emit('storage', storageNotice(told));
      if (told.event === 'quota') return;
      lastReport = told;
      changes.rebuildSoon();
    }),
  ];
  changes.catchUpSoon();
  emit('storage', storageNotice(report));

  const stop = (): void => {
    clearTimeout(loading);
    snapshots.cancel();
    expiry.stop();
    keptFiles.stop();
    progress.stop();
    for (const stopOne of stopListening) stopOne();
    pictures.close();
    model.semantic.close();
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
      return model.semantic;
    },
    searcher,
    pictures,
    now,
    write,
    current,
    async noticeOtherTabs() {
      await store.noticeOtherTabs?.();
      await current();
    },
    get position() {
      return { seq: indexes.applied, generation: indexes.generation };
    },
    async clear(unchangedSince) {
      await current();
      // Deletes these first, because a snapshot file would keep the deleted words until the next save.
      if (files) await deleteSnapshots(files).catch(() => {});
      const there = table.liveCount;
      const cleared = await changes.clear(unchangedSince);
      const left = [...Array.from(table.rows(), ([, { id }]) => id), ...trashed.keys()];
      const removed = cleared ? there : await commands.removeAll(left, unchangedSince);
      // A failure here doesn't fail the call. The next start tries again.
      await keptFiles.sweep().catch(() => {});
      return removed;
    },
    trash,
    files: keptFiles,
    async purge() {
      await trash.empty();
      await keptFiles.sweep();
      await snapshots.discard();
      keyword.vacuum();
      await model.semantic.collectGarbage();
      await store.purge();
      await snapshots.flush();
    },
    async setModel(profile) {
      if (profile.id === model.semantic.profile.id) return;
      await model.semantic.whenLoaded();
      model.semantic.close();
      model.semantic = openModel(profile, model.semantic);
      progress.note();
      await model.semantic.load();
      pictures.retry();
    },
    async stats() {
      await model.semantic.whenLoaded();
      await current();
      const { semantic } = model;
      const statistics = await semantic.statistics();
      return {
        ...countRows(table, now(), (language) => readsLanguage(semantic.profile, language)),
        ...statistics,
        ...pictures.progress,
        armsAvailable: (init.modes ?? ARMS).filter((arm) => arm !== 'semantic' || semantic.usable),
        indexed: { keyword: keyword.size, semantic: semantic.vectors.size },
        keywordIndex,
        cache: searcher.cache,
        storage: {
          ...(await store.usage()),
          files: await keptFiles.bytes(),
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
      await keptFiles.destroy();
      // Waits for a running save.
      if (files) await inOrder(() => deleteSnapshots(files));
    },
  };
}
