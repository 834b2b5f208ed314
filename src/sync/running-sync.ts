import { HybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import { local } from '../protocol/rpc.ts';
import type {
  KeptSettings,
  SyncConfiguration,
  SyncEvents,
  SyncHost,
  SyncInit,
  SyncStore,
} from '../protocol/sync-api.ts';
import { createFolderTransport } from './folder/folder-transport.ts';
import { newDeviceId } from './replicate/devices.ts';
import { Replicator } from './replicate/replicator.ts';
import { syncRequests } from './requests.ts';
import { openIdbState } from './state/idb-state.ts';
import { areSame, fromKept, toKept } from './state/kept-settings.ts';
import { createMemoryState } from './state/memory-state.ts';
import type { ReplicationState } from './state/sync-state.ts';
import { createCouchTransport } from './transport/couch.ts';
import { Turn } from './turn.ts';
import { VisibleTabs } from './visible-tabs.ts';

/** Milliseconds. Heartbeats detect an engine that hangs or has died, because no event reports that. */
const HEARTBEAT = { heartbeat: 2_000, silence: 8_000 };

export interface RunningSync {
  readonly replicator: Replicator;
  readonly turn: Turn;
  readonly settings: KeptSettings;
  attach(port: MessagePort): void;
  show(on: boolean): void;
  setPaused(on: boolean): Promise<void>;
  stop(forget: boolean): Promise<void>;
}

export type EmitSync = <Name extends keyof SyncEvents>(name: Name, value: SyncEvents[Name]) => void;

/** @throws HybridSearchError `not-found` if the stored settings are requested and there are none */
export async function openSync(init: SyncInit, emit: EmitSync): Promise<RunningSync> {
  const { name, store, host } = init;
  // If the database can't be opened, the state is kept in memory, and everything is compared.
  const state = await openIdbState(name).catch(createMemoryState);
  const { settings, isPaused, replaces } = await settingsOf(init, state);
  const page = new Caller<SyncHost>(host);
  let engine: Caller<SyncStore> = new Caller<SyncStore>(store, HEARTBEAT);
  const { folder, url } = settings;
  const device = (await state.known())?.device ?? newDeviceId();
  const transport = folder
    ? createFolderTransport(folder, { device })
    : createCouchTransport(url, () => page.call('headers', []), state);
  const replicator: Replicator = new Replicator({
    transport,
    device,
    state,
    settings,
    store: () => engine,
    onStoreLost: () => emit('store-lost', null),
    onState(next) {
      emit('state', next);
      turn.tell(next);
    },
  });
  const requests = local(syncRequests(replicator));
  const turn = new Turn(
    name,
    {
      requests,
      get state() {
        return replicator.state;
      },
      pause: () => replicator.pause(),
      resume: () => replicator.resume(),
    },
    (next) => emit('state', next),
  );
  const tabs = new VisibleTabs(name, (on) => replicator.visible(on));
  if (isPaused) replicator.pause();
  if (replaces) turn.announceOptions(replaces === 'other');
  const running = turn.take(() => replicator.run());
  return {
    replicator,
    turn,
    settings,
    attach(port) {
      engine.close(new HybridSearchError('worker-died'));
      engine = new Caller<SyncStore>(port, HEARTBEAT);
      replicator.storeReplaced();
    },
    show: (on) => tabs.show(on),
    async setPaused(on) {
      const step = on ? 'pause' : 'resume';
      replicator[step]();
      turn.say(step);
      if (await state.kept()) await state.keep(await toKept(settings, on));
    },
    async stop(forget) {
      replicator.stop();
      // The other tabs use the same stored state, which is deleted below.
      if (forget) turn.say('pause');
      turn.leave();
      tabs.leave();
      await running;
      await (forget ? state.destroy() : state.close());
    },
  };
}

/** `replaces` says whether options were stored before, and whether they were `other` ones. */
async function settingsOf(
  { settings: given, isPaused }: SyncInit,
  state: ReplicationState,
): Promise<{ settings: SyncConfiguration; isPaused: boolean; replaces?: 'same' | 'other' }> {
  const kept = await state.kept();
  if (given) {
    if (!given.remember) return { settings: given, isPaused };
    const keeps = await toKept(given, isPaused);
    await state.keep(keeps);
    if (!kept) return { settings: given, isPaused };
    // A stored login that can't be decrypted counts as another one.
    const before = await fromKept(kept).catch(() => null);
    const isSame = before !== null && (await areSame(before, await fromKept(keeps)));
    return { settings: given, isPaused, replaces: isSame ? 'same' : 'other' };
  }
  if (kept) return { settings: { ...(await fromKept(kept)), remember: true }, isPaused: kept.isPaused };
  state.close();
  throw new HybridSearchError('not-found', 'no sync settings are stored');
}
