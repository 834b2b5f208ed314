/**
 * Detects that a server was restored from an old backup. Its positions then refer to other changes than before, and it
 * has lost records that a device counts as sent. The first device that notices this writes a rollback record, whose
 * name all devices know. Without it, the next device might find that its own records were already sent again, and miss
 * the changes in between.
 */
import { KEYS_ID } from '../format/keys-document.ts';
import { recordBody, sealRecord } from '../format/record.ts';
import { SyncError } from '../sync-error.ts';
import { isSamePlace, KeysChanged, type ReplicationSession } from './session.ts';

/** A name that no device can have. */
const ROLLBACK_RECORD = 'the server was set back';

/** @throws KeysChanged, SyncError `identity` */
export async function confirmServer(session: ReplicationSession): Promise<void> {
  if (!isSamePlace(session.known, await session.transport.identity())) throw new KeysChanged();
  await compareIfRolledBack(session);
}

/** Like `confirmServer`, but returns false if the keys have changed, so that the caller connects again. */
export async function hasSameKeys(session: ReplicationSession): Promise<boolean> {
  try {
    await confirmServer(session);
    return true;
  } catch (error) {
    if (error instanceof KeysChanged) return false;
    throw error;
  }
}

/** @throws KeysChanged, SyncError `identity` */
export async function compareIfRolledBack(session: ReplicationSession): Promise<void> {
  const { device, witnesses, mark: handled } = session.known;
  const rollbackId = await session.idOf('device', ROLLBACK_RECORD);
  const shadows = await session.state.shadows([await session.idOf('device', device), ...witnesses]);
  const expected = shadows.filter((shadow) => shadow !== undefined);
  if (expected.length === 0) return;
  const { documents } = await session.transport.all({ ids: [KEYS_ID, rollbackId, ...expected.map(({ id }) => id)] });
  const found = new Map(documents.map((document) => [document.id, document]));
  const keys = found.get(KEYS_ID);
  if (!keys || keys.deleted) throw new SyncError('identity', 'The database was created again');
  session.checkKeys(keys.body);
  const clockOf = async (id: string): Promise<string | null> =>
    (await session.openBody(id, found.get(id)?.body).catch(() => null))?.clock ?? null;
  let isLost = false;
  for (const { id, kind, revision, clock } of expected) {
    const document = found.get(id);
    if (revision === null || document?.revision === revision || document?.leaves?.includes(revision)) continue;
    // Vectors have no clock, so another revision of them doesn't count as a loss.
    isLost ||= document === undefined || (kind !== 'vectors' && ((await clockOf(id)) ?? '') < clock);
  }
  const rollback = await clockOf(rollbackId);
  if (isLost)
    return compareAll(session, await writeRollback(session, rollbackId, found.get(rollbackId)?.revision ?? null));
  if (rollback !== null && rollback > (handled ?? '')) return compareAll(session, rollback);
}

async function compareAll(session: ReplicationSession, rollback: string): Promise<void> {
  session.rolledBack = true;
  session.position = null;
  await session.commit({ known: { position: null, first: null, mark: rollback } });
}

/** If another device is faster, we see its record next time and compare everything once more. */
async function writeRollback(session: ReplicationSession, id: string, revision: string | null): Promise<string> {
  const clock = session.tick();
  const record = await sealRecord(session.keys, {
    kind: 'device',
    name: ROLLBACK_RECORD,
    clock,
    json: {},
    tail: new Uint8Array(0),
  });
  await session.transport.put([{ id, revision, deleted: false, body: recordBody(record) }]);
  return clock;
}
