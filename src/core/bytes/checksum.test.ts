import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c, rangeChecksums } from './checksum.ts';

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe('crc32c', () => {
  it('equals a loop over bits, wherever the bytes begin and end', () => {
    const bytes = Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 7) & 0xff);
    for (let from = 0; from < 12; from++) {
      let crc = ~0;
      for (let to = from; to < bytes.length; to++) {
        expect(crc32c(bytes.subarray(from, to))).toBe(~crc >>> 0);
        crc ^= bytes[to]!;
        for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
      }
    }
  });

  it('gives the check value of the catalogue of CRCs', () => {
    expect(crc32c(ascii('123456789'))).toBe(0xe3069283);
  });

  it('gives the vectors of RFC 3720 B.4', () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => 31 - i))).toBe(0x113fdb5c);
  });

  it('is 0 for no bytes', () => {
    expect(crc32c(new Uint8Array())).toBe(0);
  });

  it('continues over a split at any place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, at) => {
        const whole = crc32c(bytes);
        expect(crc32c(bytes.subarray(at), crc32c(bytes.subarray(0, at)))).toBe(whole);
      }),
    );
  });

  it('of any range follows from one pass', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), fc.nat(), (bytes, a, b, previous) => {
        const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
        expect(rangeChecksums(bytes)(from, to, previous)).toBe(crc32c(bytes.subarray(from, to), previous));
      }),
    );
  });

  it('notices any single flipped bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), (bytes, bit) => {
        const flipped = bytes.slice();
        flipped[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
        expect(crc32c(flipped)).not.toBe(crc32c(bytes));
      }),
    );
  });
});
