/**
 * Packs chunk lists into strings: 7 MB for 100,000 memories. As objects, they took 27 of the engine's 36 MB of heap.
 */
import { toHex } from '../../core/bytes/hex.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';

/** All character codes are below 256, unless a hash wasn't made by `contentHash`. */
export type PackedChunks = string & { readonly packed: 'chunks' };

/** Precedes a hash of 32 hexadecimal digits, packed into 16 characters. */
const HEX = 0;
/** Precedes any other hash, stored as its length and its text. */
const TEXT = 1;
const HEX_DIGITS = 32;
const HEX_HASH = /^[0-9a-f]{32}$/;
/** Bits of a number per character. The eighth bit means that another character follows. */
const BITS = 7;
const MORE = 1 << BITS;

const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

export function packChunks({ contentHash, chunks }: StoredChunks): PackedChunks {
  const parts = [packNumber(chunks.length), packHash(contentHash)];
  for (const { hash, start, end } of chunks) parts.push(packHash(hash), packNumber(start), packNumber(end));
  return parts.join('') as PackedChunks;
}

export function unpackChunks(packed: PackedChunks): StoredChunks {
  const reader = new Reader(packed);
  const length = reader.number();
  const contentHash = reader.hash();
  const chunks = Array.from({ length }, () => ({
    hash: reader.hash(),
    start: reader.number(),
    end: reader.number(),
  }));
  return { contentHash, chunks };
}

export const countChunks = (packed: PackedChunks): number => new Reader(packed).number();

/** The content hash comes first. */
export function hashesOf(packed: PackedChunks): string[] {
  const reader = new Reader(packed);
  const hashes = new Array<string>(1 + reader.number());
  hashes[0] = reader.hash();
  for (let at = 1; at < hashes.length; at++) {
    hashes[at] = reader.hash();
    reader.number();
    reader.number();
  }
  return hashes;
}

const codes = new Array<number>(1 + HEX_DIGITS / 2).fill(HEX);
const hashBytes = new Uint8Array(HEX_DIGITS / 2);

function packHash(hash: string): string {
  if (!HEX_HASH.test(hash)) return String.fromCharCode(TEXT) + packNumber(hash.length) + hash;
  for (let at = 0; at < HEX_DIGITS; at += 2) {
    codes[1 + at / 2] = (DIGITS[hash.charCodeAt(at)]! << 4) | DIGITS[hash.charCodeAt(at + 1)]!;
  }
  return String.fromCharCode(...codes);
}

/** `value` must not be negative. */
function packNumber(value: number): string {
  let text = '';
  let rest = value;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) text += String.fromCharCode((rest % MORE) + MORE);
  return text + String.fromCharCode(rest);
}

class Reader {
  readonly #packed: string;
  #at = 0;

  constructor(packed: string) {
    this.#packed = packed;
  }

  number(): number {
    let value = 0;
    for (let place = 1; ; place *= MORE) {
      const code = this.#packed.charCodeAt(this.#at++);
      value += (code % MORE) * place;
      if (code < MORE) return value;
    }
  }

  hash(): string {
    const kind = this.#packed.charCodeAt(this.#at++);
    if (kind === TEXT) {
      const length = this.number();
      this.#at += length;
      return this.#packed.slice(this.#at - length, this.#at);
    }
    for (let at = 0; at < hashBytes.length; at++) hashBytes[at] = this.#packed.charCodeAt(this.#at++);
    return toHex(hashBytes);
  }
}
