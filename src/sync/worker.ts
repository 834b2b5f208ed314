/** Entry of the sync worker. After one init message it serves `SyncApi` or `SyncCheckApi` to the page. */
import { Caller } from '../protocol/call.ts';
import { serve } from '../protocol/serve.ts';
import type { SyncApi, SyncCheckApi, SyncCheckInit, SyncEvents, SyncHost, SyncInit } from '../protocol/sync-api.ts';
import { checkFolder } from './check/check-folder.ts';
import { checkServer } from './check/check-server.ts';
import { openSync } from './running-sync.ts';
import { syncApi } from './sync-api.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<SyncInit | SyncCheckInit>) => {
  if (data?.kind === 'check') return check(data);
  if (data?.kind !== 'init') return;
  const running = openSync(data, (name, value) => server.emit(name, value));
  // Every call rejects with this error, so it isn't lost.
  running.catch(() => {});
  const server = serve<SyncApi, SyncEvents>(syncApi(running), self);
});

function check({ url, folder, host }: SyncCheckInit): void {
  const page = new Caller<SyncHost>(host);
  const headers = (): Promise<[string, string][]> => page.call('headers', []);
  const { origin } = self.location;
  serve<SyncCheckApi>({ check: () => (folder ? checkFolder(folder) : checkServer({ url, headers, origin })) }, self);
}
