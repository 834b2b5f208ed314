/** Headers of a tar archive (POSIX ustar and pax, GNU long names): blocks of 512 bytes. */
import { ArchiveError, safePath } from './limits.ts';

export const TAR_BLOCK = 512;

export interface TarHeader {
  path: string;
  size: number;
  modified: number | undefined;
  /** `pax` and `long-name` describe the next entry; `other` is a folder or a link. */
  kind: 'file' | 'pax' | 'long-name' | 'other';
}

/** Returns null for a block of zeros, which ends the archive. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  if (!isTarHeader(block)) throw new ArchiveError('damaged-archive');
  const type = String.fromCharCode(block[156]!);
  const prefix = text(block, 345, 155);
  const name = text(block, 0, 100);
  const seconds = octal(block, 136, 12);
  return {
    path: safePath(prefix === '' ? name : `${prefix}/${name}`),
    size: octal(block, 124, 12),
    modified: seconds > 0 ? seconds * 1000 : undefined,
    kind: type === '0' || type === '\0' ? 'file' : type === 'x' ? 'pax' : type === 'L' ? 'long-name' : 'other',
  };
}

/** The checksum is the sum of the header's bytes, with its own field counted as blanks. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < TAR_BLOCK) return false;
  let sum = 0;
  for (let at = 0; at < TAR_BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : block[at]!;
  // The checksum is always in octal digits. Other numbers may be in base 256.
  return sum > 8 * 32 && sum === Number.parseInt(text(block, 148, 8).trim(), 8);
}

/** The lines of a pax record are `length key=value`. */
export function paxPath(bytes: Uint8Array): string | undefined {
  const match = /^\d+ path=(.*)$/m.exec(new TextDecoder().decode(bytes));
  return match ? safePath(match[1]!) : undefined;
}

export const longName = (bytes: Uint8Array): string => safePath(text(bytes, 0, bytes.length));

function text(block: Uint8Array, from: number, length: number): string {
  const bytes = block.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** A number is in base 256 if the first bit is set, otherwise in octal digits. */
function octal(block: Uint8Array, from: number, length: number): number {
  if ((block[from]! & 0x80) !== 0) {
    let value = block[from]! & 0x7f;
    for (let at = from + 1; at < from + length; at++) value = value * 256 + block[at]!;
    if (!Number.isSafeInteger(value)) throw new ArchiveError('damaged-archive');
    return value;
  }
  return Number.parseInt(text(block, from, length).trim() || '0', 8) || 0;
}
