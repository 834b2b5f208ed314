import type { SyncApi } from '../protocol/sync-api.ts';
import { readKeysDocument, unwrapMaster } from './format/keys-document.ts';
import { toRecoveryKit } from './format/recovery-kit.ts';
import { conflictsOf, resolveConflict } from './replicate/conflicts.ts';
import { changePassphrase, readKeys } from './replicate/connect.ts';
import { devicesOf, dismissDevice } from './replicate/devices.ts';
import type { Session } from './replicate/session.ts';
import type { RunningSync } from './running-sync.ts';

export function syncApi(running: Promise<RunningSync>): SyncApi {
  const withSession = async <Result>(job: (session: Session) => Promise<Result>): Promise<Result> =>
    (await running).replicator.withSession(job);

  return {
    attachStore: async (_, port) => (await running).attach(port),
    wake: async () => (await running).replicator.wake(),
    visible: async (_, on) => (await running).show(on),
    idle: async () => (await running).turn.idle(),
    async settings() {
      const { url, folder, vectors, deviceName } = (await running).settings;
      return { url, folder, vectors, deviceName };
    },
    pause: async () => (await running).setPaused(true),
    resume: async () => (await running).setPaused(false),
    stop: async (_, forget) => (await running).stop(forget),
    devices: () => withSession(devicesOf),
    dismissDevice: (_, id) => withSession((session) => dismissDevice(session, id)),
    conflicts: (_, id) => withSession((session) => conflictsOf(session, id)),
    async resolve(_, id, version) {
      await withSession((session) => resolveConflict(session, id, version));
      (await running).replicator.wake();
    },
    changePassphrase: (_, current, next) => withSession((session) => changePassphrase(session, current, next)),
    recoveryKit: (_, passphrase) =>
      withSession(async (session) => {
        const document = await readKeys(session);
        return toRecoveryKit(await unwrapMaster(passphrase, readKeysDocument(document)));
      }),
    async startAgainFromHere() {
      const { replicator, turn } = await running;
      await replicator.startAgain();
      await turn.idle();
    },
    async rebuildFromServer() {
      const { replicator, turn } = await running;
      await replicator.rebuild();
      await turn.idle();
    },
  };
}
