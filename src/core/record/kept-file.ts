/** The file that a memory was read from, if the import kept it (`keepFiles`). */
import type { JsonObject } from './memory.ts';

const SHA_256 = /^[0-9a-f]{64}$/;

/** Returns the SHA-256 of the file in hex, under which it's kept. Another device may not have the file. */
export function keptFileOf({ metadata }: { metadata: JsonObject }): string | undefined {
  const { file } = metadata;
  return typeof file === 'string' && SHA_256.test(file) ? file : undefined;
}
