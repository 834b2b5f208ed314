/**
 * Composition root of the engine room: store, table, keyword index, vectors, embedding queue and searcher, and the
 * order in which a write reaches them. Knows every part; the parts do not know one another.
 * Not here: what each call of the main thread means (`engine-handlers.ts`).
 */
import type { Memory } from '../core/memory.ts';
import { fingerprintOf, RUNTIME_BYTES } from '../core/model-profiles.ts';
import type { Arm } from '../core/options.ts';
import { ANALYZER_FINGERPRINT } from '../core/text/analyze.ts';
import { CHUNKER_VERSION } from '../core/text/chunk.ts';
import { fold } from '../core/text/fold.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';
import type { EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import { createEmbedderLink, type EmbedderLink } from './embedder-link.ts';
import { createIndexWriter } from './index-writer.ts';
import { createEmbeddingQueue, type EmbeddingQueue } from './ingest/embedding-queue.ts';
import type { KeywordIndex } from './keyword/keyword-index.ts';
import { createKeywordIndex } from './keyword/minisearch-index.ts';
import { createPresenter } from './present.ts';
import { createSearcher } from './search.ts';
import type { SearchDeps, Searcher } from './search-deps.ts';
import { createSearchEmbedder } from './search-embedder.ts';
import { createSearchStages } from './search-stages.ts';
import { createSerial } from './serial.ts';
import { createSnapshotSaver } from './snapshot-saver.ts';
import { deleteSnapshots, loadSnapshots, type ReadSnapshots, readSnapshots } from './snapshots.ts';
import type { Change, Decision, MemoryStore, OpenReport, SeenStore } from './store/memory-store.ts';
import { openStore } from './store/open-store.ts';
import { createTable, type EngineTable } from './table.ts';
import { createVectorIndex } from './vector/arena.ts';
import { quantize } from './vector/quantize.ts';
import type { VectorIndex } from './vector/vector-index.ts';

const SWEEP_EVERY_MS = 60_000;
const PROGRESS_EVERY_MS = 100;

export type KeywordOrigin = 'snapshot' | 'snapshot+replay' | 'rebuilt';
export type Emit = <Name extends keyof EngineEvents>(name: Name, value: EngineEvents[Name]) => void;

export interface Engine {
  readonly init: EngineInit;
  readonly store: MemoryStore;
  readonly report: OpenReport;
  readonly table: EngineTable;
  readonly keyword: KeywordIndex;
  readonly keywordOrigin: KeywordOrigin;
  readonly vectors: VectorIndex;
  readonly queue: EmbeddingQueue;
  readonly link: EmbedderLink;
  readonly searcher: Searcher;
  readonly profile: ModelProfile;
  readonly appliedSeq: number;
  /** Resolves when vectors and queue hold what the store has, false where that failed; keywords do not wait for it. */
  readonly vectorsLoaded: Promise<boolean>;
  /** One atomic write; resolves when stored and findable by keyword. */
  write(
    ids: readonly string[],
    decide: (current: readonly (Memory | undefined)[]) => readonly Decision[],
  ): Promise<Change[]>;
  clear(): Promise<void>;
  purge(): Promise<void>;
  setModel(next: ModelProfile): Promise<void>;
  /** Waits for the snapshot of the last write. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Ends the engine and deletes the store. */
  destroy(): Promise<void>;
}

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
      if (!closed) emit('progress', { model: link.status, embedding: { ...queue.progress, paused: queue.paused } });
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
    seq: () => writer.applied,
    onFailure: logFailure('snapshot-failed'),
  });
  const announce = (changes: readonly Change[], origin: 'local' | 'remote'): void => {
    for (const kind of ['put', 'remove', 'clear'] as const) {
      const ids = changes.filter((change) => change.kind === kind).map((change) => change.id);
      if (ids.length > 0) emit('change', { ids: kind === 'clear' ? [] : ids, kind, origin });
    }
  };
  const rescan = async (): Promise<void> => {
    await writer.rescan();
    await queue.load();
    snapshots.schedule();
    emit('change', { ids: [], kind: 'clear', origin: 'remote' });
  };
  /** Reads what other tabs wrote; their broadcast is only a hint to do so (S2). */
  const catchUp = async (): Promise<void> => {
    const changes = await store.changesSince(writer.applied);
    if (changes === null) return rescan();
    if (changes.length === 0) return;
    await writer.apply(changes);
    snapshots.schedule();
    announce(changes, 'remote');
  };
  const catchUpSoon = (): void => void inOrder(catchUp).catch(logFailure('catch-up-failed'));

  /** Applies what this engine wrote, together with what other tabs wrote in between. */
  const applyOwn = async (changes: readonly Change[], known?: ReadonlyMap<string, Memory>): Promise<void> => {
    await inOrder(async () => {
      if (changes[0]!.seq === writer.applied + 1) {
        await writer.apply(changes, known);
        snapshots.schedule();
      } else if (changes.at(-1)!.seq > writer.applied) await catchUp();
    });
    announce(changes, 'local');
  };
  const seen: SeenStore = {
    get seq() {
      return writer.applied;
    },
    get count() {
      return table.liveCount;
    },
    has: (id) => table.ordinalOf(id) !== undefined,
  };
  const write: Engine['write'] = async (ids, decide) => {
    let decided: readonly Decision[] = [];
    const changes = await store.mutate(
      ids,
      (current) => {
        decided = decide(current);
        return decided;
      },
      { seen },
    );
    const known = new Map<string, Memory>();
    for (const decision of decided) if (decision) known.set(decision.id, decision);
    if (changes.length > 0) await applyOwn(changes, known);
    return changes;
  };

  // ---- start: snapshot at seq N, then replay (S2)
  let keywordOrigin: KeywordOrigin = 'rebuilt';
  // What was read before a repair may have been replaced by it.
  if (!reading || report.event !== 'ok') reading = readSnapshots(store);
  const loaded = await loadSnapshots(reading, table, keyword, keywordFingerprint);
  const replay = loaded.keyword ? await store.changesSince(loaded.seq) : null;
  if (loaded.keyword && replay !== null) {
    writer.applied = loaded.seq;
    snapshots.savedSeq = loaded.seq;
    keywordOrigin = replay.length === 0 ? 'snapshot' : 'snapshot+replay';
    await writer.apply(replay);
  } else {
    table.clear();
    await writer.rescan();
  }
  if (writer.applied !== snapshots.savedSeq) snapshots.schedule();
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
  const deps: SearchDeps = {
    table,
    keyword,
    get vectors() {
      return vectors;
    },
    get embedder() {
      return link.allowed && link.status.state !== 'failed' ? searchEmbedder : null;
    },
    get profile() {
      return profile;
    },
    get unavailable(): { [arm in Arm]?: string } {
      if (!link.allowed) return { semantic: 'the model waits for consent' };
      return link.status.state === 'failed' ? { semantic: link.status.error ?? 'the model failed' } : {};
    },
    ...(init.modes === null ? {} : { modes: init.modes }),
    defaults: init.search,
    stages: createSearchStages({
      present: createPresenter({ stemming: init.stemming, ownNames: new Set(init.terms.map(fold)) }),
    }),
    hydrate: (ids) => store.get(ids),
    now: () => Date.now(),
    clock: () => performance.now(),
    log,
  };
  const searcher = createSearcher(deps);

  // ---- expiry and garbage (M4, M2)
  const collectGarbage = async (): Promise<void> => {
    // As long as the queue knows of no chunk, every vector would be garbage.
    if (!(await vectorsLoaded)) return;
    writer.garbage = false;
    await store.sweepVectors(fingerprint, queue.chunkHashes(), true);
    const live = new Set(Array.from(table.rows(), ([, row]) => row.id));
    const orphans = [...(await store.readChunks(fingerprint)).keys()].filter((id) => !live.has(id));
    if (orphans.length > 0) await store.deleteChunks(orphans);
  };
  const sweep = async (): Promise<void> => {
    const now = Date.now();
    const hasExpired = (memory: { expiresAt?: number }): boolean => (memory.expiresAt ?? Infinity) <= now;
    const expired = Array.from(table.rows(), ([, row]) => row).filter(hasExpired);
    if (expired.length > 0) {
      await write(
        expired.map(({ id }) => id),
        (current) => current.map((memory) => (memory && hasExpired(memory) ? null : undefined)),
      );
    }
    if (writer.garbage && queue.progress.queued === 0) await collectGarbage();
  };
  const sweepTimer = setInterval(() => void sweep().catch(logFailure('sweep-failed')), SWEEP_EVERY_MS);

  // ---- what the store tells
  const stopListening = [
    store.onForeignChange(catchUpSoon),
    store.onDurabilityChange((durability) => emit('storage', { kind: 'durability', durability, restored: 0 })),
    store.onRecovery?.(({ event, durability, restored }) => {
      if (event === 'restored' || event === 'storage-lost') emit('storage', { kind: event, durability, restored });
      inOrder(rescan).catch(logFailure('rescan-failed'));
    }),
  ];
  catchUpSoon();
  emit('storage', {
    kind: report.event === 'restored' || report.event === 'storage-lost' ? report.event : 'opened',
    durability: report.durability,
    restored: report.restored,
  });
  void vectorsLoaded.then(() => queue.wake());

  const stop = (): void => {
    closed = true;
    snapshots.cancel();
    clearInterval(sweepTimer);
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
    write,
    async clear() {
      const changes = await store.clear();
      if (changes.length > 0) await applyOwn(changes);
    },
    async purge() {
      snapshots.cancel();
      await deleteSnapshots(store);
      snapshots.savedSeq = -1;
      keyword.vacuum();
      await collectGarbage();
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
