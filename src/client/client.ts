/** `createHybridSearch()`: the public client, a thin typed face over the engine worker. Never loads Lit. */
import { HybridSearchError } from '../core/errors.ts';
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
import { contextOf } from './context.ts';
import { importInSlices } from './import-slices.ts';
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
 * Where there are no workers (Node, server-side rendering) nothing is started and every call rejects with `unsupported`.
 */
export function createHybridSearch(options: HybridSearchOptions = {}): HybridSearchClient {
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

  const engine = joinEngine(
    {
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
  );

  const reported = async <Result>(job: Promise<Result>): Promise<Result> => {
    try {
      return await job;
    } catch (error) {
      if (error instanceof HybridSearchError && REPORTED.has(error.code)) {
        for (const listener of [...errorListeners]) listener(error);
      }
      throw error;
    }
  };
  const call: Remote<EngineApi>['call'] = (...args) => reported(engine.rooms.call(...args));

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
    addMany: (inputs) =>
      needsSlices(inputs)
        ? addInSlices(inputs, (args, sliced) => write('addManyFrom', args, sliced))
        : write('addMany', [inputs]),
    update: (id, patch) => write('update', [id, patch]),
    upsert: (input) => write('upsert', [input]),
    remove: (id) => write('remove', [id]),
    removeMany: (ids) => write('removeMany', [ids]),
    get: (id) => call('get', [id]),
    list: (listOptions = {}) => call('list', [listOptions]),
    clear: () => write('clear', []),
    touch: (id) => call('touch', [id]),

    search: (query, { signal, onPartial, ...settings } = {}) =>
      call('search', [String(query), settings], { signal, onProgress: onPartial }),

    context: (query, options) => contextOf({ call }, String(query), options),

    import: (source, { signal, onProgress, ...rest } = {}) =>
      reported(
        engine.rooms.transfer((room) =>
          importInSlices(
            toFiles(source),
            (files, report) => room.call('import', [files, rest], { signal, onProgress: report, graceful: true }),
            signal,
            onProgress,
          ),
        ),
      ),
    export: ({ signal, vectors = false } = {}) =>
      reported(engine.rooms.transfer((room) => room.call('export', [{ vectors }], { signal }))),

    evaluate: (judged, { settings = {}, signal } = {}) => call('evaluate', [judged, settings], { signal }),
    conversation: (session): Conversation => ({
      append: (message) => write('conversationAppend', [session, message]),
      list: (window) => call('conversationList', [session, window]),
      clear: () => write('conversationClear', [session]),
    }),
    stats: () => call('stats', []),
    idle: () => call('idle', []),
    loadModel: () => call('loadModel', []),
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

function toFiles(source: Parameters<HybridSearchClient['import']>[0]): ImportFile[] {
  if (typeof source === 'string') return [{ path: '', file: new Blob([source]) }];
  const list = Array.isArray(source) ? source : [source];
  return list.map((entry: Blob | ImportFile) => {
    if (!(entry instanceof Blob)) return entry;
    const { name = '', webkitRelativePath = '' } = entry as Partial<File>;
    return { path: webkitRelativePath || name, file: entry };
  });
}

function whenIdle(job: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => job(), { timeout: 5_000 });
  else setTimeout(job, 1_000);
}
