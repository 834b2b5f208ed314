/** SHA-256 for files (asynchronous, the browser's where there is one) and for chunk texts (synchronous). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hex. `crypto.subtle` is missing on plain HTTP, where the library stands in. */
export async function fileDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}

/** First 128 bits in hex: the content address of what is embedded. */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16));
}
