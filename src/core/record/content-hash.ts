/** SHA-256 truncated to 128 bits, in hex. Synchronous, because writes need it inside a database transaction. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../bytes/hex.ts';
import { utf8Bytes } from '../bytes/utf8.ts';

const HASH_BYTES = 16;

export function contentHash(text: string): string {
  return toHex(sha256(utf8Bytes(text)), 0, HASH_BYTES);
}
