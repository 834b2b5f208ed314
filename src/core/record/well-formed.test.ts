import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceedsUtf8Bytes, replaceLoneSurrogates, utf8Length } from './well-formed.ts';

const anyText = fc.string({ unit: 'binary' });
const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

test('utf8Length equals TextEncoder, lone surrogates included', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, codeUnits), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});

test('exceedsUtf8Bytes agrees with the length on both sides of the limit', () => {
  fc.assert(
    fc.property(codeUnits, fc.integer({ min: -3, max: 3 }), (text, delta) => {
      const bytes = new TextEncoder().encode(text).length;
      expect(exceedsUtf8Bytes(text, bytes + delta)).toBe(delta < 0);
    }),
  );
});

test('replaceLoneSurrogates equals a UTF-8 round trip', () => {
  fc.assert(
    fc.property(codeUnits, (text) => {
      expect(replaceLoneSurrogates(text)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
    }),
  );
});
