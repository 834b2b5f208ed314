/** The page's side of sync. Loaded by the first `client.sync()`. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import type { Remote } from '../protocol/rpc.ts';
import { syncChannelName } from '../protocol/side-databases.ts';
import type {
  SyncApi,
  SyncCheckApi,
  SyncCheckInit,
  SyncConflict,
  SyncFinding,
  SyncState,
} from '../protocol/sync-api.ts';
import { forgetSync } from './forget-sync.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import { hasSynced } from './origin.ts';
import { RestartingSync, serveHeaders, tellVisible } from './restarting-sync.ts';
import type { SyncHandle, SyncOptions } from './sync-types.ts';
import { startSyncWorker } from './sync-worker.ts';
import { whileVisible } from './while-visible.ts';
import type { Workers } from './worker-lifecycle.ts';

/** Milliseconds from a change until sync wakes. Writes come in bursts, so one wake-up covers several. */
const WAKE_AFTER_MS = 200;
/** Milliseconds between calls to the worker, because one that runs out of memory fires no event. */
const CHECK_WORKER_MS = 10_000;

/** A visit that continues with the stored options doesn't need it. */
const loadOptions = () => import('./sync-options.ts');

type SyncingClient = Pick<HybridSearchClient, 'name' | 'subscribe' | 'onProgress'>;

/** @param options if undefined, uses the stored options, or resolves to null if there are none */
export async function startSync(
  options: SyncOptions | undefined,
  client: SyncingClient,
  workers: () => Workers,
  onStopped: () => void,
): Promise<SyncHandle | null> {
  const { settings, headers } = options
    ? (await loadOptions()).checkSyncOptions(options)
    : { settings: null, headers: () => ({}) };
  if (!globalThis.crypto?.subtle) throw new HybridSearchError('unsupported', 'sync needs a secure context (https)');
  const listeners = new Set<(state: SyncState) => void>();
  let isStopped = false;
  const worker = new RestartingSync(settings, {
    name: client.name,
    headers,
    attach: (port) => workers().call('attachSync', [port], { transfer: [port] }),
    onState(state) {
      for (const listener of listeners) listener(state);
    },
  });
  try {
    await worker.connected().opened;
  } catch (error) {
    worker.close();
    if (!options && isHybridSearchError(error, 'not-found')) return null;
    throw error;
  }
  const endings = [wakeOnChanges(worker, client)];
  const end = (): void => {
    isStopped = true;
    for (const stop of endings) stop();
    worker.finish();
    onStopped();
  };
  const onForgotten = (): void => {
    end();
    worker.close();
    for (const listener of listeners) listener({ ...worker.state, stage: 'paused' });
  };
  endings.push(hearOtherTabs(client.name, worker, onForgotten));

  return {
    get state() {
      return worker.state;
    },
    onState(listener) {
      listener(worker.state);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: () => (isStopped ? Promise.resolve() : worker.call('idle', [])),
    pause: () => worker.call('pause', []),
    resume: () => worker.call('resume', []),
    async settings() {
      const { folder, url, ...settings } = await worker.call('settings', []);
      return { ...(folder ? { folder } : { url }), ...settings };
    },
    async stop({ forget = false } = {}) {
      if (isStopped && !forget) return;
      if (!isStopped) {
        end();
        await worker.running?.caller.call('stop', [forget]).catch(() => {});
        worker.close();
      }
      if (forget) await forgetEverywhere(client.name);
    },
    devices: () => worker.call('devices', []),
    dismissDevice: (id) => worker.call('dismissDevice', [id]),
    ...conflictMethods(worker),
    async changePassphrase(current, next) {
      const { checkPassphrase } = await loadOptions();
      await worker.call('changePassphrase', [current, checkPassphrase(next)]);
      worker.usePassphrase(next);
    },
    recoveryKit: (passphrase) => worker.call('recoveryKit', [passphrase]),
    startAgainFromHere: () => worker.call('startAgainFromHere', []),
    rebuildFromServer: () => worker.call('rebuildFromServer', []),
  };
}

/** Remembers the conflicts that were listed last, so that `resolve` drops no version that the user hasn't seen. */
function conflictMethods(worker: RestartingSync): Pick<SyncHandle, 'conflicts' | 'resolve'> {
  const lastConflicts = new Map<string, readonly SyncConflict[]>();
  return {
    async conflicts(id) {
      const conflicts = await worker.call('conflicts', [id]);
      lastConflicts.set(id, conflicts);
      return conflicts;
    },
    async resolve(id, version, seen = lastConflicts.get(id) ?? []) {
      const names = seen.flatMap(({ version: name, current }) => [name, current]);
      await worker.call('resolve', [id, version ?? null, names]);
    },
  };
}

function hearOtherTabs(name: string, worker: RestartingSync, onForgotten: () => void): () => void {
  const channel = new BroadcastChannel(syncChannelName(name));
  channel.onmessage = ({ data }: MessageEvent<{ kind?: string; changed?: boolean } | null>) => {
    // The passphrase isn't stored. If sync is refused here, the other tab may have another one.
    if (data?.kind === 'options' && (data.changed || worker.state.stage === 'refused')) worker.renew();
    if (data?.kind === 'forgotten') onForgotten();
  };
  return () => channel.close();
}

async function forgetEverywhere(name: string): Promise<void> {
  if (await hasSynced(name)) await forgetSync(name);
  // Only now, because the other tabs would find the settings.
  const channel = new BroadcastChannel(syncChannelName(name));
  channel.postMessage({ kind: 'forgotten' });
  channel.close();
}

/** @throws HybridSearchError `invalid-option`, `worker-died`, and the errors of workers that can't be loaded */
export async function checkSync(options: Pick<SyncOptions, 'url' | 'folder' | 'headers'>): Promise<SyncFinding[]> {
  const { settings, headers } = (await loadOptions()).checkSyncOptions(options);
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

function wakeOnChanges(worker: RestartingSync, client: SyncingClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A worker that starts later looks for changes and visibility itself.
  const tell = (what: (caller: Remote<SyncApi>) => Promise<unknown>): void => {
    if (worker.running) what(worker.running.caller).catch(() => {});
  };
  const wake = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell((caller) => caller.call('wake', []));
    }, WAKE_AFTER_MS);
  };
  const onVisibility = (): void => tell(tellVisible);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', wake);
  const endings = [
    client.subscribe(wake),
    client.onProgress(wake),
    whileVisible(() => tell((caller) => caller.call('settings', [])), CHECK_WORKER_MS),
  ];
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', wake);
    for (const stop of endings) stop();
  };
}

const died = (reason: string): HybridSearchError => new HybridSearchError('worker-died', reason);
