import { toHex } from '../../core/bytes/hex.ts';
import type { SyncDevice } from '../../protocol/sync-api.ts';
import { recordBody, sealRecord } from '../format/record.ts';
import { wallTimeOf } from '../merge/clock.ts';
import type { Shadow } from '../state/sync-state.ts';
import type { ReplicationSession } from './session.ts';

const RENEW_MS = 24 * 3_600_000;
const DEVICE = /^[0-9a-f]{16}$/;

/** Returns 16 hexadecimal digits. */
export const newDeviceId = (): string => toHex(crypto.getRandomValues(new Uint8Array(8)));

export async function registerDevice(session: ReplicationSession): Promise<void> {
  const { device } = session.known;
  const id = await session.idOf('device', device);
  const [shadow] = await session.state.shadows([id]);
  if (shadow && Date.now() - wallTimeOf(shadow.clock) < RENEW_MS) return;
  const [document] = (await session.transport.all({ ids: [id] })).documents;
  const clock = session.tick();
  const record = await sealRecord(session.keys, {
    kind: 'device',
    name: device,
    clock,
    json: { name: session.settings.deviceName },
    tail: new Uint8Array(0),
  });
  const [result] = await session.transport.put([
    { id, revision: document?.revision ?? null, deleted: false, body: recordBody(record) },
  ]);
  if (typeof result !== 'object') return;
  const { revision } = result;
  await session.commit({ shadows: [{ id, kind: 'device', revision, clock, data: record.data, stamp: 'here' }] });
}

export async function devicesOf(session: ReplicationSession): Promise<SyncDevice[]> {
  const { generation } = session.keys;
  const devices = (await session.state.allShadows()).filter(
    ({ kind, data, stamp }) => kind === 'device' && data && stamp,
  );
  const entries = await Promise.all(devices.map(({ id, data }) => session.open({ id, generation, data: data! })));
  const named = entries.filter(({ name }) => DEVICE.test(name));
  return named.map(({ name: id, clock, json }) => ({
    id,
    name: typeof json.name === 'string' ? json.name : '',
    lastSeen: wallTimeOf(clock),
    isThis: id === session.known.device,
  }));
}

/** A device that still syncs writes its record again. */
export async function dismissDevice(session: ReplicationSession, device: string): Promise<void> {
  const id = await session.idOf('device', device);
  const [shadow] = await session.state.shadows([id]);
  if (!shadow?.data) return;
  const gone: Shadow = { ...shadow, clock: session.tick(), stamp: null };
  const record = await sealRecord(session.keys, {
    kind: 'device',
    name: device,
    clock: gone.clock,
    json: {},
    tail: new Uint8Array(0),
  });
  const [result] = await session.transport.put([
    { id, revision: shadow.revision, deleted: true, body: recordBody(record) },
  ]);
  if (typeof result === 'object') await session.commit({ shadows: [{ ...gone, revision: result.revision }] });
}
