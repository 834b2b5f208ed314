import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from './hex.ts';
import { sha256 } from './sha256.ts';

const asNode = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('SHA-256', () => {
  it('gives what the standard gives as examples', () => {
    const of = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(of('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('is that of Node at every length around its blocks', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 167 + length) & 255);
      expect(toHex(sha256(bytes)), `${length} bytes`).toBe(asNode(bytes));
    }
  });

  it('is that of Node whatever the bytes, and of a part of a buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(7), (bytes, start) => {
        const part = bytes.subarray(start);
        expect(toHex(sha256(part))).toBe(asNode(part));
      }),
    );
  });
});
