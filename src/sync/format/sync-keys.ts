/** Derives keys from the master key. None of them can be exported from the browser. */
import { toHex } from '../../core/bytes/hex.ts';
import { textBytes } from './text-bytes.ts';

export const FORMAT = 1;

export type RecordKind = 'memory' | 'vectors' | 'piece' | 'device';

/** Stored on the device. The other keys are derived from it. */
export type BaseKey = CryptoKey;

export interface SyncKeys {
  readonly store: string;
  readonly generation: number;
  readonly encryption: CryptoKey;
  readonly iv: CryptoKey;
  readonly ids: CryptoKey;
  readonly blobs: CryptoKey;
}

export const toBaseKey = (master: Uint8Array<ArrayBuffer>): Promise<BaseKey> =>
  crypto.subtle.importKey('raw', master, 'HKDF', false, ['deriveKey']);

export async function deriveKeys(base: BaseKey, store: string, generation: number): Promise<SyncKeys> {
  const derive = (purpose: string, type: AesKeyGenParams | HmacKeyGenParams, usages: KeyUsage[]): Promise<CryptoKey> =>
    crypto.subtle.deriveKey(
      {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: textBytes(store),
        info: textBytes(`hybrid-search-sync/${FORMAT}/${purpose}`),
      },
      base,
      type,
      false,
      usages,
    );
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  const [encryption, iv, ids, blobs] = await Promise.all([
    derive('encryption', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    derive('iv', hmac, ['sign']),
    derive('ids', hmac, ['sign']),
    derive('blobs', hmac, ['sign']),
  ]);
  return { store, generation, encryption, iv, ids, blobs };
}

/** Returns 32 hexadecimal digits of an HMAC. */
export async function recordId(keys: SyncKeys, kind: RecordKind, name: string): Promise<string> {
  const key = kind === 'piece' ? keys.blobs : keys.ids;
  const mac = await crypto.subtle.sign('HMAC', key, textBytes(`${kind}\0${name}`));
  return toHex(new Uint8Array(mac), 0, 16);
}

export const isRecordId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
