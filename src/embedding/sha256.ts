import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../core/bytes/hex.ts';

/** `crypto.subtle` is missing on plain HTTP. */
export async function fileDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return toHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}
