/** Content address of a text: SHA-256 truncated to 128 bits, hex. Synchronous, because it runs inside a transaction's decision. */
import { toHex } from '../bytes/hex.ts';
import { sha256 } from '../bytes/sha256.ts';

const HASH_BYTES = 16;
const encoder = new TextEncoder();

export function contentHash(text: string): string {
  return toHex(sha256(encoder.encode(text)).subarray(0, HASH_BYTES));
}
