/** One handler for each public method: validates its arguments, then calls the engine. */
import { HybridSearchError } from '../core/errors.ts';
import { keptFileOf } from '../core/record/kept-file.ts';
import { type Memory, type MemoryInput, type MemoryRow, toRow } from '../core/record/memory.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { SelectOptions } from '../protocol/engine-values.ts';
import { decodeError } from '../protocol/error-codec.ts';
import { type Server, serve } from '../protocol/serve.ts';
import { importsDatabaseName, syncDatabaseName } from '../protocol/side-databases.ts';
import type { SyncStore } from '../protocol/sync-api.ts';
import type { TransferStore } from '../protocol/transfer-api.ts';
import { countTokens } from './embed/count-tokens.ts';
import { createEngine } from './engine.ts';
import type { Emit, Engine } from './engine-contract.ts';
import { contextCandidates } from './search/context-candidates.ts';
import { createLatency } from './search/latency.ts';
import { similarMemories } from './search/similar.ts';
import { decodePosition, encodePosition } from './store/position.ts';
import {
  checkSomeFilter,
  checkViewer,
  countTags,
  groupRows,
  seenBy,
  selector,
  visibleOrdinal,
} from './table/listing.ts';
import { pageList, readPage, selectRows } from './table/page-list.ts';
import { lastMessages, messagesOf } from './table/session-messages.ts';
import { Imports } from './transfer/imports.ts';
import { gather, inSlices } from './transfer/slices.ts';
import { transferStore } from './transfer/store-access.ts';
import { syncStore } from './transfer/sync-access.ts';
import { isLive } from './write/decide.ts';

export function engineHandlers(emit: Emit): EngineApi {
  let opening: Promise<Engine> | null = null;
  let transfer: Server<never> | null = null;
  let sync: Server<never> | null = null;
  let imports: Imports | null = null;
  const latency = createLatency();
  let lastBackup: number | null = null;

  const openEngine = async (): Promise<Engine> => {
    if (!opening) throw new HybridSearchError('closed');
    const opened = await opening;
    // Another tab has deleted the store, so the content that's still in memory here is gone too.
    if (opened.store.deleted) throw new HybridSearchError('closed', 'the store was deleted');
    return opened;
  };
  const engine: () => Promise<WithoutRows> = openEngine;
  const importsOf = async (): Promise<Imports> => {
    const opened = await openEngine();
    imports ??= new Imports(opened, opened.init.name);
    return imports;
  };
  /** A failure here doesn't fail the call. The list only keeps a name for longer. */
  const forgetImports = async (): Promise<void> => (await importsOf()).prune().catch(() => {});
  /** The only access to the rows. They then include what other tabs wrote. */
  const reading = async (): Promise<Engine> => {
    const opened = await openEngine();
    await opened.current();
    return opened;
  };
  const readingVectors = async (): Promise<Engine> => {
    await (await openEngine()).semantic.whenLoaded();
    return reading();
  };
  const matchingRows = async (options: SelectOptions): Promise<MemoryRow[]> => {
    const target = await reading();
    return rowsOf(target).filter(selector(options, target.now()));
  };

  return {
    async open(_, init, commonWords) {
      opening ??= createEngine({ init, emit, keyword: { commonWords: new Set(commonWords) } });
      const opened = await opening;
      return { durability: opened.store.durability };
    },
    async ping() {
      await engine();
    },
    async attachEmbedder(_, port) {
      (await engine()).semantic.link.attach(port);
    },
    async embedderLost(_, reason, error) {
      (await engine()).semantic.link.lost(reason, error && decodeError(error));
    },
    async attachTransfer(_, port) {
      transfer?.close();
      transfer = serve<TransferStore, never>(
        transferStore(engine, reading, importsOf, () => {
          lastBackup = Date.now();
        }),
        port,
      );
    },
    async attachSync(_, port) {
      sync?.close();
      sync = serve<SyncStore, never>(syncStore(engine), port);
    },
    imports: async () => (await importsOf()).all(),
    async removeImport(_, id) {
      const removed = await (await importsOf()).remove(id);
      // A failure here doesn't fail the call. The next start tries again.
      await (await engine()).files.sweep().catch(() => {});
      return removed;
    },

    add: async (_, input) => (await (await engine()).add([input]))[0]!,
    addMany: async (_, inputs) => (await engine()).add(inputs),
    async addManyFrom({ signal, progress }, port, count) {
      const target = await engine();
      const stored = await target.add(await gather<MemoryInput>(port, count, signal));
      for (const slice of inSlices(stored)) progress(slice);
    },
    upsertMany: async (_, inputs) => (await (await engine()).upsert(inputs)).map(({ stored }) => stored),
    async update(_, id, patch, { viewer, ifUnchanged }) {
      const may = seenBy(viewer);
      return (await engine()).update(id, patch, may, ifUnchanged);
    },
    async removeMany(_, ids, { viewer, unchangedSince }) {
      const may = seenBy(viewer);
      const since = positionOf(unchangedSince);
      return (await engine()).remove(ids, may, since);
    },
    async removeWhere(_, options) {
      checkSomeFilter(options.filters);
      const target = await reading();
      const matches = selector(options, target.now());
      const ids = rowsOf(target)
        .filter(matches)
        .map(({ id }) => id);
      // The filter is checked again at the removal, so a memory that no longer matches stays.
      return target.remove(ids, (memory) => matches(toRow(memory, 0)));
    },
    async getMany(_, ids, { viewer }) {
      const sees = seenBy(viewer);
      const { read, now } = await engine();
      const time = now();
      return (await read(ids)).map((memory) => (isLive(memory, time) && sees(memory) ? memory : undefined));
    },
    async file(_, id, { viewer }) {
      const sees = seenBy(viewer);
      const { read, now, files } = await engine();
      const [memory] = await read([id]);
      const hash = isLive(memory, now()) && sees(memory) ? keptFileOf(memory) : undefined;
      return hash === undefined ? null : files.read(hash);
    },
    async ids(_, options) {
      const target = await reading();
      return selectRows(rowsOf(target), options, options.now ?? target.now()).map(({ id }) => id);
    },
    count: async (_, options) => (await matchingRows(options)).length,
    groups: async (_, field, options) => groupRows(await matchingRows(options), field),
    tags: async (_, options) => countTags(await matchingRows(options)),
    similar: async (_, id, options) => similarMemories(await readingVectors(), id, options),
    async embedded(_, id, { viewer }) {
      checkViewer(viewer);
      const { semantic, table, now } = await readingVectors();
      visibleOrdinal(table, id, viewer, now());
      return !semantic.queue.isPending(id);
    },
    async list(_, options = {}) {
      const target = await reading();
      const now = options.now ?? target.now();
      const { ids, total } = pageList(rowsOf(target), options, now);
      const matches = selector(options, now);
      // The memory may have changed since its row matched.
      const memories = (await target.read(ids)).filter(
        (memory): memory is Memory => memory !== undefined && matches(toRow(memory, 0)),
      );
      return { memories, total, hasMore: (options.offset ?? 0) + ids.length < total };
    },
    async trashPut(_, ids, { viewer, unchangedSince }) {
      const may = seenBy(viewer);
      const since = positionOf(unchangedSince);
      return (await engine()).trash.put(ids, may, since);
    },
    async trashList(_, { viewer, ...asked }) {
      const sees = seenBy(viewer);
      const page = readPage(asked);
      const may = viewer && sees;
      const { memories, total } = await (await reading()).trash.list(page, may);
      return { memories, total, hasMore: page.offset + memories.length < total };
    },
    async trashRestore(_, ids, { viewer }) {
      const may = seenBy(viewer);
      return (await engine()).trash.restore(ids, may);
    },
    async trashEmpty(_, { viewer }) {
      const may = seenBy(viewer);
      return (await engine()).trash.empty(may);
    },
    async clear(_, { unchangedSince }) {
      const removed = await (await engine()).clear(positionOf(unchangedSince));
      await forgetImports();
      return removed;
    },
    position: async () => encodePosition((await reading()).position),
    async touch(_, id) {
      const target = await engine();
      if (target.init.touch) await target.touch(id);
    },

    async search({ signal, progress }, query, settings) {
      const started = performance.now();
      const target = await reading();
      const response = await target.searcher.search(query, settings, {
        signal,
        onPartial: progress,
      });
      latency.record(performance.now() - started);
      target.semantic.queue.prefer(response.hits.map(({ id }) => id));
      return response;
    },

    async contextCandidates({ signal }, query, request) {
      const { searcher, table } = await reading();
      return contextCandidates(searcher, table, query, request, signal);
    },
    countTokens: async ({ signal }, texts) => countTokens((await engine()).semantic.link, texts, signal),

    async conversationAppend(_, session, message) {
      return (await (await engine()).add([{ ...message, type: 'conversation', session }]))[0]!;
    },
    async conversationList(_, session, window) {
      const target = await reading();
      const ids = lastMessages(rowsOf(target), session, target.now(), window).map(({ id }) => id);
      return (await target.read(ids)).filter((memory) => isLive(memory, target.now()));
    },
    async conversationClear(_, session) {
      const target = await reading();
      await target.remove(messagesOf(rowsOf(target), session, target.now()).map(({ id }) => id));
    },

    async rank({ signal }, query, settings) {
      const { hits, weak } = await (await reading()).searcher.rank(query, settings, signal);
      return [...hits, ...weak].map(({ id }) => id);
    },

    async stats() {
      const stats = await (await engine()).stats();
      return { ...stats, latency: latency.summary(), lastBackup };
    },
    async idle() {
      const target = await engine();
      await target.semantic.whenLoaded();
      await target.pictures.idle();
      await target.semantic.queue.idle();
      await target.flush();
    },
    async loadModel() {
      const { semantic, pictures } = await engine();
      const { link, queue } = semantic;
      link.allow();
      await link.use(async () => {});
      queue.wake();
      pictures.retry();
    },
    setModel: async (_, profile) => (await engine()).setModel(profile),
    readPictures: async (_, on) => (await engine()).pictures.set(on),
    onBattery: async (_, onBattery) => (await engine()).pictures.setOnBattery(onBattery),
    async pause() {
      const { semantic, pictures } = await engine();
      semantic.queue.pause();
      pictures.pause(true);
    },
    async resume() {
      const { semantic, pictures } = await engine();
      semantic.queue.resume();
      pictures.pause(false);
    },
    async typing() {
      const { semantic, pictures } = await engine();
      const { queue, link } = semantic;
      pictures.typing();
      queue.typing();
      link.typing();
    },
    noticeOtherTabs: async () => (await engine()).noticeOtherTabs(),
    async purge() {
      await (await engine()).purge();
      await forgetImports();
    },
    async close() {
      if (opening) await (await opening).close();
    },
    async destroy() {
      const { init, destroy } = await engine();
      await destroy();
      // The state of sync and the list of imports are deleted with the store.
      globalThis.indexedDB?.deleteDatabase(syncDatabaseName(init.name));
      globalThis.indexedDB?.deleteDatabase(importsDatabaseName(init.name));
    },
  };
}

/** Rows are available only through `reading`. */
type WithoutRows = Omit<Engine, 'table' | 'searcher'>;

const positionOf = (given: string | undefined) => (given === undefined ? undefined : decodePosition(given));

const rowsOf = ({ table }: Engine): MemoryRow[] => Array.from(table.rows(), ([, row]) => row);
