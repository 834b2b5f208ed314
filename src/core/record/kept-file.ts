import type { JsonObject } from './memory.ts';

const SHA_256 = /^[0-9a-f]{64}$/;

/** SHA-256 in hex of the file that an import kept (`keepFiles`). Another device may not have the file. */
export function keptFileOf({ metadata }: { metadata: JsonObject }): string | undefined {
  const { file } = metadata;
  return typeof file === 'string' && SHA_256.test(file) ? file : undefined;
}
