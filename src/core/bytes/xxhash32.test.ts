import { describe, expect, it } from 'vitest';
import { xxHash32 } from './xxhash32.ts';

const encoder = new TextEncoder();

describe('xxHash32', () => {
  // Computed by the reference implementation.
  it.each([
    ['', 0, 0x02cc5d05],
    ['a', 0, 0x550d7456],
    ['abc', 0, 0x32d153ff],
    ['Nobody inspects the spammish repetition', 0, 0xe2293b2f],
  ])('of %j with seed %i', (text, seed, hash) => {
    expect(xxHash32(encoder.encode(text), seed)).toBe(hash);
  });

  it('is the same wherever the bytes begin, and different with another seed', () => {
    const text = encoder.encode('Nobody inspects the spammish repetition');
    for (let at = 1; at < 4; at++) {
      const shifted = new Uint8Array(text.length + at);
      shifted.set(text, at);
      expect(xxHash32(shifted.subarray(at))).toBe(0xe2293b2f);
    }
    expect(xxHash32(text, 1)).not.toBe(0xe2293b2f);
  });

  it('changes with every bit', () => {
    const bytes = Uint8Array.from({ length: 71 }, (_, at) => at * 37);
    const whole = xxHash32(bytes);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(xxHash32(damaged)).not.toBe(whole);
    }
  });
});
