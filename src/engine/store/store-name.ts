import { crc32c } from '../../core/bytes/checksum.ts';
import { HybridSearchError } from '../../core/errors.ts';

/** Maximum length of an encoded name before its suffix. A file name has at most 255 bytes. */
const LONGEST = 200;
/** Replacements for names not allowed as file names. The encoding never gives a name that begins like one of them. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['', '%empty'],
  ['.', '%dot'],
  ['..', '%dotdot'],
]);

/** Errors: `invalid-option` for a name that isn't well-formed text, because no file can be named after it. */
export function checkStoreName(name: string): void {
  if (/\p{Surrogate}/u.test(name))
    throw new HybridSearchError('invalid-option', 'contains a lone surrogate', { path: 'name' });
}

export function fileNameOf(store: string): string {
  const encoded = RESERVED.get(store) ?? encodeURIComponent(store);
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, LONGEST)}%${crc32c(new TextEncoder().encode(store)).toString(16)}`;
}
