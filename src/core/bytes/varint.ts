/**
 * Numbers in as few bytes as they need: seven bits a byte, the lowest first, a set top bit where more follow. The one
 * form in which the keyword index keeps and stores its numbers.
 */
import { HybridSearchError } from '../errors.ts';

/** Most bytes that a number below 2^53 takes. */
export const MAX_VARINT_BYTES = 8;

/** @param value A whole number, ≥ 0. @returns Where the next number goes; the caller has made room. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let end = at;
  let rest = value;
  // Division, not shifts: those end at 32 bits.
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) + 128;
  bytes[end++] = rest;
  return end;
}

/** Reads one number after the other. */
export class VarintReader {
  #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array = new Uint8Array(), at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** The same reader elsewhere: one for each of 10,000 documents would be garbage. */
  moveTo(bytes: Uint8Array, at: number): this {
    this.#bytes = bytes;
    this.at = at;
    return this;
  }

  get atEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  /** @throws HybridSearchError `internal` where the bytes end. */
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
