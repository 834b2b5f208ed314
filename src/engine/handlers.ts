/** What each call of the main thread means: validation at the edge, then the engine. One handler a public method. */
import { estimateTokens } from '../core/context/estimate-tokens.ts';
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { uuidV7 } from '../core/record/ids.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import { validateMemory, validatePatch } from '../core/record/validate-memory.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import { type Server, serve } from '../protocol/serve.ts';
import type { ImportCounts, TransferStore } from '../protocol/transfer-api.ts';
import { createEngine } from './engine.ts';
import type { Emit, Engine } from './engine-contract.ts';
import { contextCandidates } from './search/context-candidates.ts';
import { evaluate } from './search/evaluate.ts';
import { createLatency } from './search/latency.ts';
import { statistics } from './statistics.ts';
import { pageList } from './table/page-list.ts';
import { gather, inSlices } from './transfer/slices.ts';
import { transferStore } from './transfer/store-access.ts';
import { decideAdd, decideUpsert } from './write/decide.ts';

const DAY_MS = 86_400_000;
const CONVERSATION_WINDOW = 50;

export function engineHandlers(emit: Emit): EngineApi {
  let opening: Promise<Engine> | null = null;
  const latency = createLatency();
  let lastBackup: number | null = null;
  let transfer: Server<never> | null = null;

  const engine = (): Promise<Engine> => opening ?? Promise.reject(new HybridSearchError('closed'));

  const validation = ({ init }: Engine) => ({
    now: Date.now(),
    newId: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    hash: contentHash,
    conversationTtlMs: init.conversationTtlDays * DAY_MS,
  });

  const live = (memory: Memory | undefined): memory is Memory =>
    memory !== undefined && (memory.expiresAt === undefined || memory.expiresAt > Date.now());

  /** Where several inputs name one id, each is decided upon what the one before it left. */
  const writeAll = async (
    inputs: readonly MemoryInput[],
    decide: (current: Memory | undefined, next: Memory, input: MemoryInput) => Memory | undefined,
  ): Promise<{ stored: Memory[]; before: (Memory | undefined)[]; changed: boolean[] }> => {
    const target = await engine();
    const context = validation(target);
    const next = inputs.map((input, index) => {
      try {
        return validateMemory(input, context);
      } catch (error) {
        if (inputs.length === 1 || !(error instanceof HybridSearchError)) throw error;
        throw new HybridSearchError(
          error.code,
          `item ${index}: ${error.message}`,
          error.path ? { path: error.path } : {},
        );
      }
    });
    const ids = [...new Set(next.map(({ id }) => id))];
    let outcome: { stored: Memory[]; before: (Memory | undefined)[]; changed: boolean[] } = {
      stored: [],
      before: [],
      changed: [],
    };
    await target.write(ids, (current) => {
      const state = new Map(ids.map((id, index) => [id, live(current[index]) ? current[index] : undefined]));
      const touched = new Set<string>();
      outcome = { stored: [], before: [], changed: [] };
      next.forEach((memory, index) => {
        const existing = state.get(memory.id);
        const decision = decide(existing, memory, inputs[index]!);
        if (decision) {
          state.set(memory.id, decision);
          touched.add(memory.id);
        }
        outcome.before.push(existing);
        outcome.changed.push(decision !== undefined);
        outcome.stored.push(decision ?? existing ?? memory);
      });
      return ids.map((id) => (touched.has(id) ? state.get(id) : undefined));
    });
    return outcome;
  };

  const add = async (inputs: readonly MemoryInput[]): Promise<Memory[]> =>
    (await writeAll(inputs, (current, next) => decideAdd(current, next) ?? undefined)).stored;

  const upsert = (inputs: readonly MemoryInput[]) =>
    writeAll(inputs, (current, next, input) => decideUpsert(current, next, input, Date.now()) ?? undefined);

  const upsertMany = async (inputs: readonly MemoryInput[]): Promise<ImportCounts> => {
    const { before, changed } = await upsert(inputs);
    const written = before.filter((_, index) => changed[index]);
    const updated = written.filter((memory) => memory !== undefined).length;
    return { added: written.length - updated, updated, unchanged: inputs.length - written.length };
  };

  const onExported = (): void => {
    lastBackup = Date.now();
  };

  const remove = async (ids: readonly string[]): Promise<number> => {
    let removed = 0;
    const unique = [...new Set(ids)];
    await (await engine()).write(unique, (current) => {
      removed = current.filter(live).length;
      return current.map((memory) => (memory ? null : undefined));
    });
    return removed;
  };

  return {
    async open(_, init) {
      opening ??= createEngine(init, emit);
      const opened = await opening;
      return { durability: opened.store.durability };
    },
    async ping() {
      await engine();
    },
    async attachEmbedder(_, port) {
      (await engine()).link.attach(port);
    },
    async embedderLost(_, reason) {
      (await engine()).link.lost(reason);
    },
    async attachTransfer(_, port) {
      transfer?.close();
      transfer = serve<TransferStore, never>(transferStore({ engine, upsertMany, onExported }), port);
    },

    add: async (_, input) => (await add([input]))[0]!,
    addMany: (_, inputs) => add(inputs),
    async addManyFrom({ signal, progress }, port, count) {
      const stored = await add(await gather<MemoryInput>(port, count, signal));
      for (const slice of inSlices(stored)) progress(slice);
    },
    upsert: async (_, input) => (await upsert([input])).stored[0]!,
    async update(_, id, patch) {
      const target = await engine();
      const context = validation(target);
      let stored: Memory | undefined;
      await target.write([id], ([current]) => {
        if (!live(current)) throw new HybridSearchError('not-found', id, { path: 'id' });
        stored = validatePatch(current, patch, context);
        return [stored];
      });
      return stored!;
    },
    remove: async (_, id) => (await remove([id])) > 0,
    removeMany: (_, ids) => remove(ids),
    async get(_, id) {
      const [memory] = await (await engine()).store.get([id]);
      return live(memory) ? memory : undefined;
    },
    async list(_, options = {}) {
      const target = await engine();
      const rows = function* () {
        for (const [, row] of target.table.rows()) yield row;
      };
      const { ids, total } = pageList(rows(), options, options.now ?? Date.now());
      const memories = (await target.store.get(ids)).filter((memory) => memory !== undefined);
      return { memories, total, hasMore: (options.offset ?? 0) + ids.length < total };
    },
    clear: async () => (await engine()).clear(),
    async touch(_, id) {
      const target = await engine();
      if (!target.init.touch) return;
      // Past `write`: no content changes, so nothing is journalled, indexed or announced (P5).
      await target.store.mutate(
        [id],
        ([memory]) => [
          live(memory) ? { ...memory, lastAccessedAt: Date.now(), accessCount: memory.accessCount + 1 } : undefined,
        ],
        { journal: false },
      );
    },

    async search({ signal, progress }, query, settings) {
      const target = await engine();
      const started = performance.now();
      const response = await target.searcher.search(query, settings, {
        signal,
        onPartial: progress,
      });
      latency.record(performance.now() - started);
      target.queue.prefer(response.hits.map(({ id }) => id));
      return response;
    },

    async contextCandidates({ signal }, query, request) {
      const { searcher, table } = await engine();
      return contextCandidates(searcher, table, query, request, signal);
    },
    async countTokens({ signal }, texts) {
      const { link } = await engine();
      if (link.status.state === 'ready') {
        try {
          const counts = await link.use((embedder) => embedder.call('countTokens', [texts], { signal }));
          return { counts, counter: 'model' };
        } catch (error) {
          if (isHybridSearchError(error, 'aborted')) throw error;
        }
      }
      return { counts: texts.map(estimateTokens), counter: 'estimate' };
    },

    async conversationAppend(_, session, message) {
      return (await add([{ ...message, type: 'conversation', session }]))[0]!;
    },
    async conversationList(_, session, window = CONVERSATION_WINDOW) {
      if (!Number.isInteger(window) || window < 1) {
        throw new HybridSearchError('invalid-option', 'a whole number from 1', { path: 'window' });
      }
      const target = await engine();
      const ids = conversationRows(target, session)
        .slice(-window)
        .map(({ id }) => id);
      return (await target.store.get(ids)).filter(live);
    },
    async conversationClear(_, session) {
      const target = await engine();
      await remove(conversationRows(target, session).map(({ id }) => id));
    },

    async evaluate({ signal }, judged, settings) {
      return evaluate((await engine()).searcher, judged, settings, signal);
    },

    async stats() {
      const target = await engine();
      await target.vectorsLoaded;
      return statistics(target, latency, lastBackup);
    },
    async idle() {
      const target = await engine();
      await target.vectorsLoaded;
      await target.queue.idle();
      await target.flush();
    },
    async loadModel() {
      const target = await engine();
      target.link.allow();
      await target.link.use(async () => {});
      target.queue.wake();
    },
    setModel: async (_, profile) => (await engine()).setModel(profile),
    pause: async () => (await engine()).queue.pause(),
    resume: async () => (await engine()).queue.resume(),
    async typing() {
      const { queue, link } = await engine();
      queue.typing();
      link.typing();
    },
    purge: async () => (await engine()).purge(),
    async close() {
      if (opening) await (await opening).close();
    },
    async destroy() {
      await (await engine()).destroy();
    },
  };
}

function conversationRows(engine: Engine, session: string) {
  const now = Date.now();
  return [...engine.table.rows()]
    .map(([, row]) => row)
    .filter((row) => row.type === 'conversation' && row.session === session && (row.expiresAt ?? Infinity) > now)
    .sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq);
}
