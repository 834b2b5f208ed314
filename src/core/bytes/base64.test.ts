import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

test('equals the platform’s base64 both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(toBase64(bytes)).toBe(text);
      expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test('works for more bytes than the property draws', () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7) & 255);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

test.each(['a', 'abc', 'ab=c', 'ab!=', '====', 'äbcd', 'QQ==QQ=='])('refuses %j', (text) => {
  expect(fromBase64(text)).toBeNull();
});
