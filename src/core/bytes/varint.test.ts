import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_VARINT_BYTES, VarintReader, writeVarint } from './varint.ts';

describe('varint', () => {
  it('round-trips consecutive numbers up to the largest safe integer', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (values) => {
        const bytes = new Uint8Array(values.length * MAX_VARINT_BYTES);
        const end = values.reduce((at, value) => writeVarint(bytes, at, value), 0);
        const reader = new VarintReader(bytes.subarray(0, end));
        expect(values.map(() => reader.next())).toEqual(values);
        expect(reader.atEnd).toBe(true);
      }),
    );
  });

  it('takes one byte below 128, two below 16,384', () => {
    const bytes = new Uint8Array(MAX_VARINT_BYTES);
    expect([0, 127, 128, 16_383, 16_384].map((value) => writeVarint(bytes, 0, value))).toEqual([1, 1, 2, 2, 3]);
  });

  it('refuses to read beyond the end, also inside a number', () => {
    for (const bytes of [[], [0x80], [0xff, 0xff]]) {
      expect(() => new VarintReader(Uint8Array.from(bytes)).next()).toThrow(/ends early/);
    }
  });
});
