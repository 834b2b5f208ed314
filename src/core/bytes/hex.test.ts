import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from './hex.ts';

it('writes each byte as two digits, as Node does', () => {
  expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff');
  expect(toHex(Uint8Array.of(0, 1, 15, 16, 255), 1, 4)).toBe('010f10');
  expect(toHex(new Uint8Array())).toBe('');
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
    }),
  );
});
