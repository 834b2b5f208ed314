/** The page's side of sync. Loaded by the first `client.sync()`. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import { serve } from '../protocol/serve.ts';
import type {
  SyncApi,
  SyncCheckApi,
  SyncCheckInit,
  SyncConflict,
  SyncEvents,
  SyncFinding,
  SyncHost,
  SyncInit,
  SyncSettings,
  SyncState,
} from '../protocol/sync-api.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import type { SyncHandle, SyncOptions } from './sync-types.ts';
import { startSyncWorker } from './sync-worker.ts';
import type { Workers } from './worker-lifecycle.ts';

/** Milliseconds from a change until sync wakes. Writes come in bursts, so one wake-up covers several. */
const WAKE_AFTER_MS = 200;

type SyncingClient = Pick<HybridSearchClient, 'name' | 'subscribe' | 'onProgress'>;

/** @param options if undefined, uses the stored options, or resolves to null if there are none */
export async function startSync(
  options: SyncOptions | undefined,
  client: SyncingClient,
  workers: () => Workers,
  onStopped: () => void,
): Promise<SyncHandle | null> {
  const { settings, headers } = options ? checkSyncOptions(options) : { settings: null, headers: () => ({}) };
  if (!globalThis.crypto?.subtle) throw new HybridSearchError('unsupported', 'sync needs a secure context (https)');
  const listeners = new Set<(state: SyncState) => void>();
  let state: SyncState = { stage: 'connecting', pulled: 0, pushed: 0, pending: 0 };
  let isStopped = false;
  let isReplacing = false;
  /** What the last `conflicts(id)` returned, by id. */
  const lastConflicts = new Map<string, readonly SyncConflict[]>();

  const attach = async (): Promise<MessagePort> => {
    const { port1, port2 } = new MessageChannel();
    await workers().call('attachSync', [port1], { transfer: [port1] });
    return port2;
  };
  const lost = (error: HybridSearchError): void => {
    caller.close(error);
    worker.terminate();
  };
  const worker = startSyncWorker((reason, error = died(reason)) => lost(error));
  const caller = new Caller<SyncApi, SyncEvents>(worker, {
    onEvent({ name, value }) {
      if (name === 'store-lost') void replaceStore();
      else {
        state = value;
        for (const listener of listeners) listener(state);
      }
    },
    onSilent: () => lost(died('it doesn’t respond')),
  });
  const replaceStore = async (): Promise<void> => {
    if (isStopped || isReplacing) return;
    isReplacing = true;
    // If that fails, the worker reports the loss again.
    const port = await attach().catch(() => null);
    if (port) await caller.call('attachStore', [port], { transfer: [port] }).catch(() => {});
    isReplacing = false;
  };

  const host = serveHeaders(headers);
  const store = await attach();
  const init: SyncInit = { kind: 'init', name: client.name, settings, store, host: host.port };
  worker.postMessage(init, [store, host.port]);

  const stopWaking = wakeOnChanges(caller, client);
  const end = (): void => {
    isStopped = true;
    stopWaking();
  };
  const close = (): void => {
    lost(new HybridSearchError('closed'));
    host.close();
  };
  try {
    await tellVisible(caller);
  } catch (error) {
    end();
    close();
    if (!options && isHybridSearchError(error, 'not-found')) return null;
    throw error;
  }

  return {
    get state() {
      return state;
    },
    onState(listener) {
      listener(state);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: () => (isStopped ? Promise.resolve() : caller.call('idle', [])),
    pause: () => caller.call('pause', []),
    resume: () => caller.call('resume', []),
    async settings() {
      const { url, folder, vectors, deviceName } = await caller.call('settings', []);
      return { ...(folder ? { folder } : { url }), vectors, deviceName };
    },
    async stop({ forget = false } = {}) {
      if (isStopped) return;
      end();
      onStopped();
      await caller.call('stop', [forget]).catch(() => {});
      close();
    },
    devices: () => caller.call('devices', []),
    dismissDevice: (id) => caller.call('dismissDevice', [id]),
    async conflicts(id) {
      const conflicts = await caller.call('conflicts', [id]);
      lastConflicts.set(id, conflicts);
      return conflicts;
    },
    async resolve(id, version, seen = lastConflicts.get(id) ?? []) {
      const names = seen.map(({ version: name }) => name);
      await caller.call('resolve', [id, version ?? null, names]);
    },
    changePassphrase: (current, next) => caller.call('changePassphrase', [current, checkPassphrase(next)]),
    recoveryKit: (passphrase) => caller.call('recoveryKit', [passphrase]),
    startAgainFromHere: () => caller.call('startAgainFromHere', []),
    rebuildFromServer: () => caller.call('rebuildFromServer', []),
  };
}

/** @throws HybridSearchError `invalid-option`, `worker-died`, and the errors of workers that can't be loaded */
export async function checkSync(options: Pick<SyncOptions, 'url' | 'folder' | 'headers'>): Promise<SyncFinding[]> {
  const { settings, headers } = checkSyncOptions(options);
  const worker = startSyncWorker((reason, error = died(reason)) => caller.close(error));
  const host = serveHeaders(headers);
  const caller = new Caller<SyncCheckApi>(worker);
  const init: SyncCheckInit = { kind: 'check', url: settings.url, folder: settings.folder, host: host.port };
  worker.postMessage(init, [host.port]);
  try {
    return await caller.call('check', []);
  } finally {
    caller.close(new HybridSearchError('closed'));
    worker.terminate();
    host.close();
  }
}

/** Wakes sync when there may be something to send or fetch. Returns a function that stops it. */
function wakeOnChanges(caller: Caller<SyncApi>, client: SyncingClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      caller.call('wake', []).catch(() => {});
    }, WAKE_AFTER_MS);
  };
  const onVisibility = (): void => {
    tellVisible(caller).catch(() => {});
  };
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', wake);
  const endings = [client.subscribe(wake), client.onProgress(wake)];
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', wake);
    for (const stop of endings) stop();
  };
}

function tellVisible(caller: Caller<SyncApi>): Promise<void> {
  return caller.call('visible', [document.visibilityState === 'visible']);
}

/** A function can't be sent to the worker, so the worker asks for the headers over `port`. */
function serveHeaders(headers: NonNullable<SyncOptions['headers']>): { port: MessagePort; close(): void } {
  const { port1: port, port2: page } = new MessageChannel();
  const server = serve<SyncHost>({ headers: async () => [...new Headers(await headers())] }, page);
  return {
    port,
    close() {
      server.close();
      page.close();
    },
  };
}

const died = (reason: string): HybridSearchError => new HybridSearchError('worker-died', reason);

const NAMES: ReadonlySet<string> = new Set([
  'url',
  'folder',
  'passphrase',
  'recoveryKit',
  'headers',
  'vectors',
  'deviceName',
  'remember',
]);

function checkSyncOptions(options: SyncOptions): {
  settings: SyncSettings;
  headers: NonNullable<SyncOptions['headers']>;
} {
  if (typeof options !== 'object' || options === null) refuse('options', 'must be an object');
  for (const name of Object.keys(options)) if (!NAMES.has(name)) refuse(name, 'unknown option');
  const {
    url,
    folder,
    passphrase,
    recoveryKit,
    headers = () => ({}),
    vectors = 'both',
    deviceName = '',
    remember = false,
  } = options;
  if (folder === undefined) checkAddress(url);
  else if (url !== undefined) refuse('folder', 'can’t be combined with url');
  else if (folder?.kind !== 'directory') refuse('folder', 'must be the handle of a directory');
  if (passphrase !== undefined) checkPassphrase(passphrase);
  if (recoveryKit !== undefined && typeof recoveryKit !== 'string') refuse('recoveryKit', 'must be a string');
  if (typeof headers !== 'function') refuse('headers', 'must be a function');
  if (!['both', 'adopt', 'none'].includes(vectors)) refuse('vectors', 'must be both, adopt or none');
  if (typeof deviceName !== 'string') refuse('deviceName', 'must be a string');
  if (typeof remember !== 'boolean') refuse('remember', 'must be true or false');
  const name = deviceName.slice(0, 100);
  const settings = { url: url ?? '', folder, passphrase, recoveryKit, vectors, deviceName: name, remember };
  return { settings, headers };
}

function checkAddress(url: unknown): void {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    refuse('url', 'must be the http(s) address of a database');
  }
  if (new URL(url).pathname.replace(/\/+$/, '') === '')
    refuse('url', 'must name a database, such as https://couch.example/notes');
}

function checkPassphrase(passphrase: string): string {
  if (typeof passphrase !== 'string' || passphrase === '') refuse('passphrase', 'must be a non-empty string');
  return passphrase;
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
