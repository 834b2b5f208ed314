/**
 * Encrypts records. The IV is an HMAC of the plaintext, so equal versions have equal bytes on every device, and
 * different versions have different IVs. Kind, name and clock are in the ciphertext, which authenticates and hides
 * them. Store, generation and record id are additional data.
 */
import { fromBase64, toBase64 } from '../../core/bytes/base64.ts';
import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import { decodeEntry, type Entry, encodeEntry } from './entry.ts';
import { packPayload, unpackPayload } from './payload.ts';
import { FORMAT, recordId, type SyncKeys } from './sync-keys.ts';
import { joinBytes, textBytes } from './text-bytes.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `data` is IV ‖ ciphertext ‖ tag. */
export interface SealedRecord {
  readonly id: string;
  readonly generation: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export async function sealRecord(keys: SyncKeys, entry: Entry): Promise<SealedRecord> {
  const id = await recordId(keys, entry.kind, entry.name);
  const payload = packPayload(encodeEntry(entry));
  const additionalData = boundTo(keys, id);
  const mac = await crypto.subtle.sign('HMAC', keys.iv, joinBytes(additionalData, payload));
  const iv = new Uint8Array(mac, 0, IV_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, keys.encryption, payload);
  return { id, generation: keys.generation, data: joinBytes(iv, new Uint8Array(sealed)) };
}

/** @throws SyncError `decryption` if the record wasn't written with the key, or was moved to another id. */
export async function openRecord(keys: SyncKeys, { id, data }: SealedRecord): Promise<Entry> {
  try {
    const iv = data.subarray(0, IV_BYTES);
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(keys, id) };
    const payload = await crypto.subtle.decrypt(algorithm, keys.encryption, data.subarray(IV_BYTES));
    const entry = decodeEntry(unpackPayload(new Uint8Array(payload)));
    if ((await recordId(keys, entry.kind, entry.name)) !== id) throw new RangeError('the name is of another id');
    return entry;
  } catch (cause) {
    throw new SyncError('decryption', `The record ${id} cannot be decrypted`, { cause });
  }
}

export const recordBody = ({ generation, data }: SealedRecord): JsonObject => ({ g: generation, d: toBase64(data) });

export function readRecordBody(id: string, body: unknown): SealedRecord | null {
  if (!isPlainObject(body) || typeof body.d !== 'string' || !Number.isInteger(body.g)) return null;
  const data = fromBase64(body.d);
  if (!data || data.length <= IV_BYTES + TAG_BYTES) return null;
  return { id, generation: body.g as number, data };
}

function boundTo({ store, generation }: SyncKeys, id: string): Uint8Array<ArrayBuffer> {
  return textBytes(`hybrid-search-sync/${FORMAT}\n${store}\n${generation}\n${id}\n`);
}
