/** What a store may be called, and what its write-ahead log and sentinel are called after it. */
import { crc32c } from '../../core/bytes/checksum.ts';
import { HybridSearchError } from '../../core/errors.ts';

/** A file's name has 255 bytes at most. */
const LONGEST = 200;
/** No file may be called so; a name that is encoded never begins like it. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['', '%empty'],
  ['.', '%dot'],
  ['..', '%dotdot'],
]);

/** Errors: `invalid-option` for a name that is not well-formed text, which no file can be called after. */
export function checkStoreName(name: string): void {
  if (/\p{Surrogate}/u.test(name))
    throw new HybridSearchError('invalid-option', 'a lone surrogate is no text', { path: 'name' });
}

/** The name as that of a file. */
export function fileNameOf(store: string): string {
  const encoded = RESERVED.get(store) ?? encodeURIComponent(store);
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, LONGEST)}%${crc32c(new TextEncoder().encode(store)).toString(16)}`;
}
