import type { Arguments, CallContext, Result } from '../protocol/rpc.ts';
import type { SyncApi } from '../protocol/sync-api.ts';
import type { SyncRequests } from './requests.ts';
import type { RunningSync } from './running-sync.ts';

export function syncApi(running: Promise<RunningSync>): SyncApi {
  const inTurn =
    <Method extends keyof SyncRequests>(method: Method) =>
    async (_: CallContext, ...args: Arguments<SyncRequests[Method]>): Promise<Result<SyncRequests[Method]>> =>
      (await running).turn.ask(method, args);

  return {
    attachStore: async (_, port) => (await running).attach(port),
    wake: async () => (await running).replicator.wake(),
    visible: async (_, on) => (await running).show(on),
    async settings() {
      const { url, folder, vectors, messages, deviceName } = (await running).settings;
      return { url, folder, vectors, messages, deviceName };
    },
    pause: async () => (await running).setPaused(true),
    resume: async () => (await running).setPaused(false),
    stop: async (_, forget) => (await running).stop(forget),
    idle: inTurn('idle'),
    devices: inTurn('devices'),
    dismissDevice: inTurn('dismissDevice'),
    conflicts: inTurn('conflicts'),
    resolve: inTurn('resolve'),
    async changePassphrase(context, current, next) {
      await inTurn('changePassphrase')(context, current, next);
      // This tab may replicate later.
      (await running).replicator.forgetPassphrase();
    },
    recoveryKit: inTurn('recoveryKit'),
    startAgainFromHere: inTurn('startAgainFromHere'),
    rebuildFromServer: inTurn('rebuildFromServer'),
  };
}
