/** The public client, a thin typed layer over the engine worker. Never loads Lit. */
import { isHybridSearchError } from '../core/errors.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { addInSlices, needsSlices } from './add-slices.ts';
import type { CustomReader, HybridSearchOptions } from './api.ts';
import {
  checkCallOptions,
  checkId,
  checkIds,
  checkList,
  checkQuery,
  checkReader,
  checkSeen,
  checkSession,
} from './check-arguments.ts';
import { checkOptions } from './check-options.ts';
import { engineOptions, languageOf, profileOf } from './engine-options.ts';
import type { Conversation, HybridSearchClient } from './hybrid-search-client.ts';
import { createListeners } from './listeners.ts';
import { memoriesOf } from './memories.ts';
import { hasSynced, removeModelCache, storesOfOrigin } from './origin.ts';
import { isUncloneable, toPlain } from './plain-data.ts';
import { joinEngine } from './shared-engine.ts';
import type { SyncHandle, SyncOptions } from './sync-types.ts';
import { trashOf } from './trash.ts';
import { whenVisibleAndIdle } from './when-visible.ts';

/** Milliseconds between two notifications. One pauses the backlog for longer than this. */
const TYPING_EVERY_MS = 200;

/**
 * Opens the store named `options.name` in this origin, or shares it if the page has it open. Returns at once; every
 * method waits for `ready`. The first client of a name sets the options. If a later one's differ, its `onError`
 * listeners get `options-differ`.
 *
 * @example
 * ```js
 * const notes = createHybridSearch({ name: 'notes', language: 'en', modelLoad: 'idle' });
 * await notes.upsert({ id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin, add broth.' });
 * (await notes.search('pumpkin')).hits[0].memory.title; // → 'Pumpkin soup'
 * await notes.close();
 * ```
 *
 * Where there are no workers (Node, server-side rendering) every call rejects with `unsupported`.
 *
 * @throws HybridSearchError `invalid-option` whose `path` is the option's name
 */
export function createHybridSearch(given: HybridSearchOptions = {}): HybridSearchClient {
  const options = checkOptions(given);
  const listeners = createListeners();
  let personWrote = false;
  let lastTyping = Number.NEGATIVE_INFINITY;

  const language = languageOf(options);
  const joining = engineOptions(options, language);
  const engine = joinEngine(
    joining,
    (event) => {
      listeners.tell(event);
      if (event.name === 'log') options.onLog?.(event.value);
    },
    listeners.tellError,
  );

  const reported = async <Result>(job: Promise<Result>): Promise<Result> => {
    try {
      return await job;
    } catch (error) {
      if (isHybridSearchError(error) && REPORTED.has(error.code)) listeners.tellError(error);
      throw error;
    }
  };
  const call: Remote<EngineApi>['call'] = async (method, args, callOptions) =>
    reported(
      engine.workers.call(method, args, callOptions).catch((error: unknown) => {
        if (!isUncloneable(error)) throw error;
        return engine.workers.call(method, plainArguments(method, args), callOptions);
      }),
    );

  /** Asks for persistent storage after a person's first write, not when the page loads. */
  const write: Remote<EngineApi>['call'] = async (method, args, callOptions) => {
    const result = await call(method, args, callOptions);
    if (!personWrote && globalThis.navigator?.userActivation?.hasBeenActive) {
      personWrote = true;
      void navigator.storage?.persist?.().catch(() => false);
    }
    return result;
  };

  const readers = new Set<CustomReader>();
  const loadImports = async () => {
    const { importsOf } = await import('./imports.ts');
    return importsOf(() => engine.workers, reported, [...readers]);
  };
  const loadSync = () => import('./start-sync.ts');
  let syncing: Promise<SyncHandle | null> | null = null;
  const stopSync = async (): Promise<void> => {
    const stopping = syncing;
    syncing = null;
    await (await stopping?.catch(() => null))?.stop();
  };
  /** Null if neither this call nor an earlier visit has options. */
  const beginSync = async (
    asked: SyncOptions | undefined,
    former: Promise<SyncHandle | null> | null,
    onStopped: () => void,
  ): Promise<SyncHandle | null> => {
    if (!asked && !(await hasSynced(client.name))) return null;
    const { startSync } = await loadSync();
    await (await former?.catch(() => null))?.stop();
    return startSync(asked, client, () => engine.workers, onStopped);
  };

  const closing = new AbortController();
  let watchesBattery = false;
  const watchBattery = (): void => {
    if (watchesBattery) return;
    watchesBattery = true;
    import('./battery.ts')
      .then((module) => module.watchBattery((onBattery) => setPictures('onBattery', onBattery), closing.signal))
      .catch(() => {});
  };
  /** Kept by this page, so that a restarted engine gets the setting. */
  const setPictures = async (name: 'readPictures' | 'onBattery', value: boolean): Promise<void> => {
    engine.workers.keep({ [name]: value });
    return call(name, [value]);
  };
  const leave = async (how: 'close' | 'destroy'): Promise<void> => {
    stopWaiting();
    closing.abort();
    await stopSync();
    return engine.leave(how);
  };

  const client: HybridSearchClient = {
    name: joining.init.name,
    ready: call('ping', []).then(() => client),

    add: (input) => write('add', [input]),
    async addMany(inputs) {
      checkList(inputs, 'inputs');
      return needsSlices(inputs)
        ? addInSlices(inputs, (args, sliced) => write('addManyFrom', args, sliced))
        : write('addMany', [inputs]);
    },
    async update(id, patch, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer', 'ifUnchanged']);
      checkSeen(asked.ifUnchanged);
      return write('update', [id, patch, asked]);
    },
    upsert: async (input) => (await write('upsertMany', [[input]]))[0]!,
    async upsertMany(inputs) {
      checkList(inputs, 'inputs');
      return write('upsertMany', [inputs]);
    },
    async remove(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer', 'unchangedSince']);
      return (await write('removeMany', [[id], asked])) > 0;
    },
    async removeMany(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer', 'unchangedSince']);
      return write('removeMany', [ids, asked]);
    },
    async removeWhere(filters, asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return write('removeWhere', [{ ...asked, filters }]);
    },
    async get(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return (await call('getMany', [[id], asked]))[0];
    },
    async getMany(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer']);
      return call('getMany', [ids, asked]);
    },
    async file(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return call('file', [id, asked]);
    },
    async list(listOptions = {}) {
      checkCallOptions(listOptions);
      return call('list', [listOptions]);
    },
    memories: (listOptions = {}) => memoriesOf({ call }, listOptions),
    [Symbol.asyncIterator]: () => memoriesOf({ call }, {}),
    async count(asked = {}) {
      checkCallOptions(asked, ['filters', 'viewer']);
      return call('count', [asked]);
    },
    async sessions(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('groups', ['session', asked]);
    },
    async threads(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('groups', ['thread', asked]);
    },
    async tags(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('tags', [asked]);
    },
    stores: storesOfOrigin,
    trash: trashOf(call, write),
    async clear(asked = {}) {
      checkCallOptions(asked, ['unchangedSince']);
      return write('clear', [asked]);
    },
    position: () => call('position', []),
    async touch(id) {
      checkId(id);
      return call('touch', [id]);
    },

    async search(query, asked = {}) {
      checkQuery(query);
      checkCallOptions(asked);
      const { signal, onPartial, ...settings } = asked;
      return call('search', [query, settings], { signal, onProgress: onPartial });
    },
    async similar(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['limit', 'filters', 'viewer']);
      return call('similar', [id, asked]);
    },
    async embedded(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return call('embedded', [id, asked]);
    },
    async context(query, asked) {
      checkQuery(query);
      checkCallOptions(asked);
      const { contextOf } = await import('./context.ts');
      return contextOf({ call }, query, asked);
    },

    import: async (source, asked) => (await loadImports()).import(source, asked),
    preview: async (source, asked) => (await loadImports()).preview(source, asked),
    imports: () => call('imports', []),
    async removeImport(id) {
      checkId(id);
      return write('removeImport', [id]);
    },
    get readers() {
      return [...readers];
    },
    registerReader(reader) {
      checkReader(
        reader,
        [...readers].map(({ name }) => name),
      );
      readers.add(reader);
      return () => void readers.delete(reader);
    },
    async export(asked = {}) {
      checkCallOptions(asked, ['format', 'signal', 'vectors']);
      const { format = 'jsonl', signal, vectors = false } = asked;
      return reported(engine.workers.transfer((worker) => worker.call('export', [{ format, vectors }], { signal })));
    },

    async evaluate(judged, asked = {}) {
      checkCallOptions(asked, ['settings', 'signal']);
      const { evaluate } = await import('./evaluate.ts');
      return evaluate({ call }, judged, asked.settings ?? {}, asked.signal);
    },
    conversation: (session): Conversation => ({
      async append(message) {
        checkSession(session);
        return write('conversationAppend', [session, message]);
      },
      async list(window) {
        checkSession(session);
        return call('conversationList', [session, window]);
      },
      async clear() {
        checkSession(session);
        return write('conversationClear', [session]);
      },
    }),
    stats: () => call('stats', []),
    idle: () => call('idle', []),
    loadModel: () => call('loadModel', []),
    removeModelCache,
    async setModel(id) {
      const next = profileOf(id, language);
      await client.ready;
      engine.workers.keep({ profile: next });
      await call('setModel', [next]);
    },
    async readPictures(on) {
      await setPictures('readPictures', on);
      if (on) watchBattery();
    },
    pause: () => call('pause', []),
    resume: () => call('resume', []),
    typing() {
      const now = performance.now();
      if (now - lastTyping < TYPING_EVERY_MS) return;
      lastTyping = now;
      call('typing', []).catch(() => {});
    },
    purge: () => call('purge', []),
    sync: ((asked) => {
      if (!asked && syncing) return syncing;
      const ended = (): void => {
        if (syncing === starting) syncing = null;
      };
      const starting: Promise<SyncHandle | null> = beginSync(asked, syncing, ended);
      // So that a second call gets the same handle.
      syncing = starting;
      starting.then((handle) => handle ?? ended(), ended);
      return starting;
    }) as HybridSearchClient['sync'],
    checkSync: async (asked) => (await loadSync()).checkSync(asked),

    subscribe: listeners.subscribe,
    onProgress: listeners.onProgress,
    onStorage: listeners.onStorage,
    onError: listeners.onError,

    close: () => leave('close'),
    destroy: () => leave('destroy'),
  };
  client.ready.catch(() => {});
  if (options.readPictures) watchBattery();
  const stopWaiting =
    options.modelLoad === 'idle' ? whenVisibleAndIdle(() => client.loadModel().catch(() => {})) : () => {};
  return client;
}

/** Failures that people should see, whichever call they came from. */
const REPORTED: ReadonlySet<string> = new Set([
  'quota',
  'storage',
  'storage-lost',
  'storage-version',
  'worker-died',
  'internal',
]);

/** A mistake in their arguments is `invalid-memory`, not `invalid-option`. */
const RECORD_METHODS: ReadonlySet<string> = new Set(['add', 'addMany', 'upsertMany', 'update', 'conversationAppend']);

function plainArguments<Args extends unknown[]>(method: keyof EngineApi, args: Args): Args {
  return args.map((arg) => toPlain(arg, RECORD_METHODS.has(method) ? 'invalid-memory' : 'invalid-option')) as Args;
}
