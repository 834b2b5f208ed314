/**
 * Requests that use sync's stored state. Only in the tab that replicates: another could overwrite what that one stores.
 */
import type { SyncApi } from '../protocol/sync-api.ts';
import { readKeysDocument, unwrapMaster } from './format/keys-document.ts';
import { toRecoveryKit } from './format/recovery-kit.ts';
import { conflictsOf, resolveConflict } from './replicate/conflicts.ts';
import { changePassphrase, readKeys } from './replicate/connect.ts';
import { devicesOf, dismissDevice } from './replicate/devices.ts';
import type { Replicator } from './replicate/replicator.ts';

/** A busy engine may count as dead. A press on “Use this version” shouldn't be lost then. */
const ATTEMPTS = 2;

export type SyncRequests = Pick<
  SyncApi,
  | 'idle'
  | 'devices'
  | 'dismissDevice'
  | 'conflicts'
  | 'resolve'
  | 'changePassphrase'
  | 'recoveryKit'
  | 'startAgainFromHere'
  | 'rebuildFromServer'
>;

export function syncRequests(replicator: Replicator): SyncRequests {
  return {
    idle: () => replicator.idle(),
    devices: () => replicator.withSession(devicesOf),
    dismissDevice: (_, id) => replicator.withSession((session) => dismissDevice(session, id)),
    conflicts: (_, id) => replicator.withSession((session) => conflictsOf(session, id), ATTEMPTS),
    async resolve(_, id, version, seen) {
      await replicator.withSession((session) => resolveConflict(session, id, version, seen), ATTEMPTS);
      replicator.wake();
    },
    changePassphrase: (_, current, next) =>
      replicator.withSession((session) => changePassphrase(session, current, next)),
    recoveryKit: (_, passphrase) =>
      replicator.withSession(async (session) => {
        const document = await readKeys(session);
        return toRecoveryKit(await unwrapMaster(passphrase, readKeysDocument(document)));
      }),
    async startAgainFromHere() {
      await replicator.startAgain();
      await replicator.idle();
    },
    async rebuildFromServer() {
      await replicator.rebuild();
      await replicator.idle();
    },
  };
}
