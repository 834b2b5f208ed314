/** Composes the sync worker: transport, state, replicator, and this tab's turn. */
import { HybridSearchError } from '../core/errors.ts';
import { type Caller, createCaller } from '../protocol/call.ts';
import type { SyncEvents, SyncHost, SyncInit, SyncStore } from '../protocol/sync-api.ts';
import { createFolderTransport } from './folder/folder-transport.ts';
import { Replicator } from './replicate/replicator.ts';
import { openIdbState } from './state/idb-state.ts';
import { createMemoryState } from './state/memory-state.ts';
import { createCouchTransport } from './transport/couch.ts';
import { createTurn, type Turn } from './turn.ts';

/** An engine that hangs or died fires no event. */
const HEARTBEAT = { heartbeat: 2_000, silence: 8_000 };

export interface SyncRoom {
  readonly replicator: Replicator;
  readonly turn: Turn;
  attach(port: MessagePort): void;
  stop(): Promise<void>;
}

export type EmitSync = <Name extends keyof SyncEvents>(name: Name, value: SyncEvents[Name]) => void;

export async function openRoom({ name, settings, store, host }: SyncInit, emit: EmitSync): Promise<SyncRoom> {
  const page = createCaller<SyncHost>(host);
  let engine: Caller<SyncStore> = createCaller<SyncStore>(store, HEARTBEAT);
  const { folder, url } = settings;
  const transport = folder ? createFolderTransport(folder) : createCouchTransport(url, () => page.call('headers', []));
  // Where nothing is kept, neither are memories: a new one compares everything.
  const state = await openIdbState(name).catch(createMemoryState);
  const replicator: Replicator = new Replicator({
    transport,
    state,
    settings,
    store: () => engine,
    onStoreLost: () => emit('store-lost', null),
    onState(next) {
      emit('state', next);
      turn.tell(next);
    },
  });
  const turn = createTurn(
    name,
    () => replicator,
    (told) => emit('state', told),
  );
  const running = turn.take(() => replicator.run());
  return {
    replicator,
    turn,
    attach(port) {
      engine.close(new HybridSearchError('worker-died'));
      engine = createCaller<SyncStore>(port, HEARTBEAT);
      replicator.wake();
    },
    async stop() {
      replicator.stop();
      turn.leave();
      await running;
      state.close();
    },
  };
}
