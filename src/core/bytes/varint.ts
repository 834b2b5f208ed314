/** Stores a number in groups of seven bits, lowest first. A set top bit means that more bytes follow. */
import { HybridSearchError } from '../errors.ts';

/** For numbers below 2^53. */
export const MAX_VARINT_BYTES = 8;

/** Doesn't check that the array has room. @param value an integer ≥ 0 */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let end = at;
  let rest = value;
  // Divides, because bit shifts only work on 32 bits.
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) + 128;
  bytes[end++] = rest;
  return end;
}

export class VarintReader {
  #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#bytes = bytes;
  }

  /** Moves the reader to other bytes, so that 10,000 documents don't need 10,000 readers. */
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
