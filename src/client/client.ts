/** `createHybridSearch()`: the public client, a thin typed face over the engine worker. Never loads Lit. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { chooseModel, type ModelProfile, modelProfile } from '../core/options/model-profiles.ts';
import { stemmingOf } from '../core/text/stem.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { addInSlices, needsSlices } from './add-slices.ts';
import type {
  ChangeEvent,
  Conversation,
  HybridSearchClient,
  HybridSearchOptions,
  ImportFile,
  Progress,
  StorageNotice,
} from './api.ts';
import { assetBaseUrl } from './asset-base.ts';
import { checkCallOptions, checkId, checkIds, checkList, checkQuery, checkSource } from './check-arguments.ts';
import { checkOptions } from './check-options.ts';
import { contextOf } from './context.ts';
import { importInSlices } from './import-slices.ts';
import { memoriesOf } from './memories.ts';
import { removeModelCache, storesOfOrigin } from './origin.ts';
import { isUncloneable, toPlain } from './plain-data.ts';
import { joinEngine } from './shared-engine.ts';

const DEFAULT_NAME = 'default';
const DEFAULT_CONVERSATION_TTL_DAYS = 7;
/** How often the engine hears of typing: one call holds the backlog back for longer than this. */
const TYPING_EVERY_MS = 200;

interface NetworkInformation {
  saveData?: boolean;
}

/** Metered: the person asked the browser to save data. */
const savesData = (): boolean =>
  (navigator as Navigator & { connection?: NetworkInformation }).connection?.saveData === true;

/**
 * Opens (or shares) the store of this origin named `options.name`. Returns at once; every method waits for `ready`.
 * The options of the first client of a name hold: where a later one gives others, its `onError` is told `options-differ`.
 *
 * @throws HybridSearchError `invalid-option` with the option as path; `unsupported` where there are no workers (Node,
 *   server-side rendering).
 */
export function createHybridSearch(given: HybridSearchOptions = {}): HybridSearchClient {
  const options = checkOptions(given);
  const name = options.name ?? DEFAULT_NAME;
  if (typeof Worker === 'undefined') throw new HybridSearchError('unsupported', 'no web workers here');

  const language = options.language ?? (typeof document === 'undefined' ? '' : document.documentElement.lang);
  const profileOf = (wanted: string | ModelProfile | undefined): ModelProfile =>
    typeof wanted === 'object'
      ? wanted
      : modelProfile(wanted === undefined || wanted === 'auto' ? chooseModel(language) : wanted);
  const modelLoad = options.modelLoad ?? 'auto';

  const changeListeners = new Set<(event: ChangeEvent) => void>();
  const progressListeners = new Set<(progress: Progress) => void>();
  const storageListeners = new Set<(notice: StorageNotice) => void>();
  const errorListeners = new Set<(error: Error) => void>();
  let lastProgress: Progress | null = null;
  let lastStorage: StorageNotice | null = null;
  let personWrote = false;
  let lastTyping = Number.NEGATIVE_INFINITY;

  const tellError = (error: Error): void => {
    for (const listener of [...errorListeners]) listener(error);
  };

  const engine = joinEngine(
    {
      given: Object.keys(options),
      init: {
        name,
        profile: profileOf(options.model),
        modelAllowed: modelLoad === 'auto' && !savesData(),
        stemming: options.stemming ?? stemmingOf(language),
        terms: options.terms ?? [],
        modes: options.modes ? [...options.modes] : null,
        search: options.search ?? {},
        conversationTtlDays: options.conversationTtlDays ?? DEFAULT_CONVERSATION_TTL_DAYS,
        touch: options.touch ?? false,
      },
      assetBase: assetBaseUrl(options.assetBase),
      reranker: options.reranker ?? null,
      remote: options.remoteModels
        ? { host: options.remoteModels.host ?? '', revision: options.remoteModels.revision }
        : null,
    },
    (event) => {
      if (event.name === 'change') for (const listener of [...changeListeners]) listener(event.value);
      else if (event.name === 'progress') {
        lastProgress = event.value;
        for (const listener of [...progressListeners]) listener(event.value);
      } else if (event.name === 'storage') {
        lastStorage = event.value;
        for (const listener of [...storageListeners]) listener(event.value);
      } else if (event.name === 'log') options.onLog?.(event.value);
    },
    tellError,
  );

  const reported = async <Result>(job: Promise<Result>): Promise<Result> => {
    try {
      return await job;
    } catch (error) {
      if (isHybridSearchError(error) && REPORTED.has(error.code)) tellError(error);
      throw error;
    }
  };
  const call: Remote<EngineApi>['call'] = (method, args, callOptions) =>
    reported(
      engine.rooms.call(method, args, callOptions).catch((error: unknown) => {
        if (!isUncloneable(error)) throw error;
        return engine.rooms.call(method, plainArguments(method, args), callOptions);
      }),
    );

  /** Persistent storage is asked for after the first write of a person, not at load (U9). */
  const write: Remote<EngineApi>['call'] = async (method, args, callOptions) => {
    const result = await call(method, args, callOptions);
    if (!personWrote && navigator.userActivation?.hasBeenActive) {
      personWrote = true;
      void navigator.storage?.persist?.().catch(() => false);
    }
    return result;
  };

  const on = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const client: HybridSearchClient = {
    name,
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
      checkCallOptions(asked, ['viewer']);
      return write('update', [id, patch, asked]);
    },
    upsert: async (input) => (await write('upsertMany', [[input]]))[0]!,
    async upsertMany(inputs) {
      checkList(inputs, 'inputs');
      return write('upsertMany', [inputs]);
    },
    async remove(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return (await write('removeMany', [[id], asked])) > 0;
    },
    async removeMany(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer']);
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
    clear: () => write('clear', []),
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
    async context(query, asked) {
      checkQuery(query);
      checkCallOptions(asked);
      return contextOf({ call }, query, asked);
    },

    async import(source, asked = {}) {
      checkCallOptions(asked, ['signal', 'onProgress', 'format', 'split']);
      const { signal, onProgress, ...rest } = asked;
      const given = toFiles(source);
      return reported(
        engine.rooms.transfer((room) =>
          importInSlices(
            given,
            (files, report) => room.call('import', [files, rest], { signal, onProgress: report, graceful: true }),
            signal,
            onProgress,
          ),
        ),
      );
    },
    async export(asked = {}) {
      checkCallOptions(asked, ['signal', 'vectors']);
      const { signal, vectors = false } = asked;
      return reported(engine.rooms.transfer((room) => room.call('export', [{ vectors }], { signal })));
    },

    evaluate: (judged, { settings = {}, signal } = {}) => call('evaluate', [judged, settings], { signal }),
    conversation(session): Conversation {
      checkId(session, 'session');
      return {
        append: (message) => write('conversationAppend', [session, message]),
        list: (window) => call('conversationList', [session, window]),
        clear: () => write('conversationClear', [session]),
      };
    },
    stats: () => call('stats', []),
    idle: () => call('idle', []),
    loadModel: () => call('loadModel', []),
    removeModelCache,
    async setModel(id) {
      const next = profileOf(id);
      await client.ready;
      engine.rooms.setModel(next);
      await call('setModel', [next]);
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

    subscribe: (listener) => on(changeListeners, listener),
    onProgress(listener) {
      if (lastProgress) listener(lastProgress);
      return on(progressListeners, listener);
    },
    onStorage(listener) {
      if (lastStorage) listener(lastStorage);
      return on(storageListeners, listener);
    },
    onError: (listener) => on(errorListeners, listener),

    close: () => engine.leave('close'),
    destroy: () => engine.leave('destroy'),
  };
  client.ready.catch(() => {});
  if (modelLoad === 'idle') whenIdle(() => client.loadModel().catch(() => {}));
  return client;
}

/** Failures that a person should hear of, whoever made the call. */
const REPORTED: ReadonlySet<string> = new Set([
  'quota',
  'storage',
  'storage-lost',
  'storage-version',
  'worker-died',
  'internal',
]);

/** Of the methods that bring records a mistake is one of the record, of others one of an option. */
function plainArguments<Args extends unknown[]>(method: keyof EngineApi, args: Args): Args {
  if (['add', 'addMany', 'upsertMany'].includes(method)) return [toPlain(args[0], 'invalid-memory')] as unknown as Args;
  const code = ['update', 'conversationAppend'].includes(method) ? 'invalid-memory' : 'invalid-option';
  return args.map((arg) => toPlain(arg, code)) as Args;
}

function toFiles(source: Parameters<HybridSearchClient['import']>[0]): ImportFile[] {
  if (typeof source === 'string') return [{ path: '', file: new Blob([source]) }];
  const list = Array.isArray(source) ? source : [source];
  return list.map((entry: Blob | ImportFile, index) => {
    checkSource(entry, Array.isArray(source) ? `source[${index}]` : 'source');
    if (!(entry instanceof Blob)) return { path: String(entry.path ?? ''), file: entry.file };
    const { name = '', webkitRelativePath = '' } = entry as Partial<File>;
    return { path: webkitRelativePath || name, file: entry };
  });
}

function whenIdle(job: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => job(), { timeout: 5_000 });
  else setTimeout(job, 1_000);
}
