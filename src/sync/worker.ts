/**
 * Entry of the sync worker, which runs only while sync is on. One init message, then `SyncApi` is served to the page;
 * memories go to and from the engine over the port that came with it.
 */
import { serve } from '../protocol/serve.ts';
import type { SyncApi, SyncEvents, SyncInit } from '../protocol/sync-api.ts';
import { syncApi } from './sync-api.ts';
import { openRoom } from './sync-room.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<SyncInit>) => {
  if (data?.kind !== 'init') return;
  const room = openRoom(data, (name, value) => server.emit(name, value));
  const server = serve<SyncApi, SyncEvents>(syncApi(room), self);
});
