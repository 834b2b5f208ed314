import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeader, encodeHeader, FILE_KINDS, HEADER_BYTES } from './file-header.ts';

describe('file header', () => {
  const header = fc.record({
    kind: fc.constantFrom(...FILE_KINDS),
    salt: fc.nat(),
    compressed: fc.boolean(),
    contentCrc: fc.nat(),
    contentLength: fc.nat(),
    seq: fc.nat(),
    storeId: fc.stringMatching(/^[0-9a-f]{24}$/),
  });

  it('is read back, and rejected after a flipped bit or if cut short', () => {
    fc.assert(
      fc.property(header, fc.nat(HEADER_BYTES * 8 - 1), (value, bit) => {
        const bytes = encodeHeader(value);
        expect(decodeHeader(bytes)).toEqual(value);
        expect(decodeHeader(bytes.subarray(0, bit >> 3))).toBeUndefined();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(decodeHeader(bytes)).toBeUndefined();
      }),
    );
  });
});
