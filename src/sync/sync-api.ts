import type { SyncApi } from '../protocol/sync-api.ts';
import { readKeysDocument, unwrapMaster } from './format/keys-document.ts';
import { toRecoveryKit } from './format/recovery-kit.ts';
import { conflictsOf, resolveConflict } from './replicate/conflicts.ts';
import { changePassphrase, readKeys } from './replicate/connect.ts';
import { devicesOf, dismissDevice } from './replicate/devices.ts';
import type { Session } from './replicate/session.ts';
import type { SyncRoom } from './sync-room.ts';

export function syncApi(room: Promise<SyncRoom>): SyncApi {
  const withSession = async <Result>(job: (session: Session) => Promise<Result>): Promise<Result> =>
    (await room).replicator.withSession(job);

  return {
    attachStore: async (_, port) => (await room).attach(port),
    wake: async () => (await room).replicator.wake(),
    visible: async (_, on) => (await room).show(on),
    idle: async () => (await room).turn.idle(),
    async settings() {
      const { url, folder, vectors, deviceName } = (await room).settings;
      return { url, folder, vectors, deviceName };
    },
    pause: async () => (await room).setPaused(true),
    resume: async () => (await room).setPaused(false),
    stop: async (_, forget) => (await room).stop(forget),
    devices: () => withSession(devicesOf),
    dismissDevice: (_, id) => withSession((session) => dismissDevice(session, id)),
    conflicts: (_, id) => withSession((session) => conflictsOf(session, id)),
    async resolve(_, id, version) {
      await withSession((session) => resolveConflict(session, id, version));
      (await room).replicator.wake();
    },
    changePassphrase: (_, former, next) => withSession((session) => changePassphrase(session, former, next)),
    recoveryKit: (_, passphrase) =>
      withSession(async (session) => {
        const document = await readKeys(session);
        return toRecoveryKit(await unwrapMaster(passphrase, readKeysDocument(document)));
      }),
    async startAgainFromHere() {
      const { replicator, turn } = await room;
      await replicator.startAgain();
      await turn.idle();
    },
    async rebuildFromServer() {
      const { replicator, turn } = await room;
      await replicator.rebuild();
      await turn.idle();
    },
  };
}
