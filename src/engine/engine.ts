/**
 * Composition root of the engine room: store, table, keyword index, vectors, embedding queue and searcher, and the
 * order in which a write reaches them. Knows every part; the parts do not know one another.
 * Not here: what each call of the main thread means (`engine-handlers.ts`).
 */
import { fingerprintOf, RUNTIME_BYTES } from '../core/options/model-profiles.ts';
import { ANALYZER_FINGERPRINT } from '../core/text/analyze.ts';
import { CHUNKER_VERSION } from '../core/text/chunk.ts';
import { fold } from '../core/text/fold.ts';
import type { EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { StorageNotice } from '../protocol/engine-values.ts';
import { createEmbedderLink } from './embed/embedder-link.ts';
import { createEmbeddingQueue, type EmbeddingQueue } from './embed/embedding-queue.ts';
import { createSearchEmbedder } from './embed/search-embedder.ts';
import type { Emit, Engine } from './engine-contract.ts';
import { createKeywordIndex } from './keyword/bm25-index.ts';
import { createSearcher } from './search/search.ts';
import { modelProgress } from './statistics.ts';
import type { OpenReport } from './store/memory-store.ts';
import { openStore } from './store/open-store.ts';
import { startIndexes } from './table/index-start.ts';
import { createSnapshotSaver } from './table/snapshot-saver.ts';
import { deleteSnapshots, type ReadSnapshots, readSnapshots } from './table/snapshots.ts';
import { createTable } from './table/table.ts';
import { createVectorIndex } from './vector/arena.ts';
import { quantize } from './vector/quantize.ts';
import { createChangeFlow } from './write/change-flow.ts';
import { createSweeper } from './write/expiry.ts';
import { createIndexWriter } from './write/index-writer.ts';
import { createSerial } from './write/serial.ts';

const PROGRESS_EVERY_MS = 100;

export async function createEngine(init: EngineInit, emit: Emit): Promise<Engine> {
  let reading: ReadSnapshots | undefined;
  const { store, report } = await openStore(init.name, (connected) => {
    reading = readSnapshots(connected);
  });
  const table = createTable();
  const keywordOptions = { stemming: init.stemming, terms: init.terms };
  const keyword = createKeywordIndex(keywordOptions);
  const keywordFingerprint = [ANALYZER_FINGERPRINT, init.stemming, ...init.terms].join(' ');
  const inOrder = createSerial();

  let { profile } = init;
  let fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
  let vectors = createVectorIndex({ dims: profile.dims });
  let closed = false;

  const log = (event: string, detail: EngineEvents['log']['detail']): void =>
    emit('log', { event, at: Date.now(), detail });
  const logFailure =
    (event: string) =>
    (error: unknown): void =>
      log(event, { code: (error as { code?: string }).code ?? 'internal' });

  // ---- progress, at most ten times a second and always the last state
  let progressTimer: ReturnType<typeof setTimeout> | undefined;
  const onProgress = (): void => {
    progressTimer ??= setTimeout(() => {
      progressTimer = undefined;
      if (closed) return;
      emit('progress', {
        model: modelProgress(link.status),
        embedding: { ...queue.progress, paused: queue.paused },
      });
    }, PROGRESS_EVERY_MS);
  };

  // ---- the semantic side
  const link = createEmbedderLink(
    {
      start: () => emit('embedder-start', null),
      stop: () => emit('embedder-stop', null),
      onStatus: onProgress,
    },
    { model: profile.id, fingerprint, dims: profile.dims, bytes: profile.bytes + RUNTIME_BYTES },
    init.modelAllowed,
  );
  const semanticOn = init.modes === null || init.modes.includes('semantic');
  const makeQueue = (): EmbeddingQueue =>
    createEmbeddingQueue({
      name: init.name,
      store,
      fingerprint,
      dims: profile.dims,
      rows: () => table.rows(),
      row: (id) => {
        const ordinal = table.ordinalOf(id);
        const row = ordinal === undefined ? undefined : table.row(ordinal);
        return ordinal === undefined || row === undefined ? undefined : { ordinal, row };
      },
      quantize: (vector) => quantize(vector),
      adopt: (ordinal, chunks, list) => {
        vectors.set(ordinal, list);
        table.setChunks(ordinal, chunks);
      },
      available: () => semanticOn && link.allowed && link.status.state !== 'failed',
      use: (job) => link.use(job),
      onProgress,
      log,
    });
  let queue = makeQueue();

  // ---- from the change log to the indexes
  const writer = createIndexWriter({
    store,
    table,
    keyword,
    get vectors() {
      return vectors;
    },
    get queue() {
      return queue;
    },
  });
  const snapshots = createSnapshotSaver({
    store,
    table,
    keyword,
    fingerprint: keywordFingerprint,
    inOrder,
    state: () => ({ seq: writer.applied, generation: writer.generation }),
    onFailure: logFailure('snapshot-failed'),
  });
  const flow = createChangeFlow({
    store,
    table,
    writer,
    snapshots,
    inOrder,
    get queue() {
      return queue;
    },
    emit,
    logFailure,
  });

  // What was read before a repair may have been replaced by it.
  if (!reading || report.event !== 'ok') reading = readSnapshots(store);
  const indexes = { store, table, keyword, fingerprint: keywordFingerprint, writer, snapshots };
  const keywordOrigin = await startIndexes(indexes, reading);
  // Keywords answer before the vectors are there; whatever needs those waits for this.
  const vectorsLoaded = queue.load().then(
    () => true,
    (error: unknown) => {
      logFailure('vectors-failed')(error);
      return false;
    },
  );

  // ---- search
  const searchEmbedder = createSearchEmbedder(link, vectorsLoaded);
  const searcher = createSearcher({
    table,
    keyword,
    semantic: () => {
      if (!link.allowed) return { vectors, profile, embedder: null, unavailable: 'the model waits for consent' };
      const { state, error } = link.status;
      if (state !== 'failed') return { vectors, profile, embedder: searchEmbedder };
      return { vectors, profile, embedder: null, unavailable: error ?? 'the model failed' };
    },
    ...(init.modes === null ? {} : { modes: init.modes }),
    defaults: init.search,
    analyzer: { stemming: init.stemming, ownNames: new Set(init.terms.map(fold)) },
    hydrate: (ids) => store.get(ids),
    now: () => Date.now(),
    clock: () => performance.now(),
    log,
  });

  const sweeper = createSweeper({
    store,
    table,
    writer,
    get queue() {
      return queue;
    },
    get fingerprint() {
      return fingerprint;
    },
    vectorsLoaded,
    write: flow.write,
    onFailure: logFailure('sweep-failed'),
  });

  // ---- what the store tells
  const stopListening = [
    store.onForeignChange(flow.catchUpSoon),
    store.onDurabilityChange((durability) => emit('storage', { kind: 'durability', durability, restored: 0 })),
    store.onRecovery?.(({ event, durability, restored }) => {
      emit('storage', { kind: noticeOf(event), durability, restored });
      if (event !== 'quota') flow.rescanSoon();
    }),
  ];
  flow.catchUpSoon();
  emit('storage', {
    kind: noticeOf(report.event),
    durability: report.durability,
    restored: report.restored,
  });
  void vectorsLoaded.then(() => queue.wake());

  const stop = (): void => {
    closed = true;
    snapshots.cancel();
    sweeper.stop();
    clearTimeout(progressTimer);
    for (const stopOne of stopListening) stopOne?.();
    queue.close();
    link.close();
  };

  return {
    init,
    store,
    report,
    table,
    keyword,
    keywordOrigin,
    get vectors() {
      return vectors;
    },
    get queue() {
      return queue;
    },
    link,
    searcher,
    get profile() {
      return profile;
    },
    get appliedSeq() {
      return writer.applied;
    },
    vectorsLoaded,
    write: flow.write,
    clear: flow.clear,
    async purge() {
      snapshots.cancel();
      await deleteSnapshots(store);
      snapshots.savedSeq = -1;
      keyword.vacuum();
      await sweeper.collectGarbage();
      await store.purge();
      await snapshots.flush();
    },
    async setModel(next) {
      if (next.id === profile.id) return;
      await vectorsLoaded;
      profile = next;
      fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
      link.setModel({ model: profile.id, fingerprint, dims: profile.dims, bytes: profile.bytes + RUNTIME_BYTES });
      queue.close();
      vectors = createVectorIndex({ dims: profile.dims });
      for (const [ordinal] of table.rows()) table.setChunks(ordinal, []);
      table.touch();
      queue = makeQueue();
      writer.garbage = true;
      await queue.load();
      queue.wake();
      onProgress();
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
    },
  };
}

const noticeOf = (event: OpenReport['event']): StorageNotice['kind'] =>
  event === 'ok' || event === 'created' ? 'opened' : event;
