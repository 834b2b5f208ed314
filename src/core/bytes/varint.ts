/**
 * Numbers in as few bytes as they need: seven bits a byte, lowest first; a set top bit means that more follow. The
 * keyword index uses no other format for its numbers.
 */
import { HybridSearchError } from '../errors.ts';

/** Most bytes that a number below 2^53 takes. */
export const MAX_VARINT_BYTES = 8;

/**
 * @param value a whole number ≥ 0
 * @returns where the next number goes. The caller has made room.
 */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let end = at;
  let rest = value;
  // Divides, because shifts end at 32 bits.
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) + 128;
  bytes[end++] = rest;
  return end;
}

export class VarintReader {
  #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array = new Uint8Array(), at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Moves this reader, because one reader for each of 10,000 documents would be garbage. */
  moveTo(bytes: Uint8Array, at: number): this {
    this.#bytes = bytes;
    this.at = at;
    return this;
  }

  get atEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  /** @throws HybridSearchError `internal` if the bytes end early */
  next(): number {
    const byte = this.#bytes[this.at++];
    if (byte !== undefined && byte < 128) return byte;
    return this.#rest(byte);
  }

  #rest(first: number | undefined): number {
    let value = 0;
    let byte = first;
    for (let factor = 1; ; factor *= 128) {
      if (byte === undefined) throw new HybridSearchError('internal', 'a number ends early');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      byte = this.#bytes[this.at++];
    }
  }
}
