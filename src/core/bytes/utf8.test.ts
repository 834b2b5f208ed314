import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Bytes } from './utf8.ts';

test('equals TextEncoder, lone surrogates included, however long earlier texts were', () => {
  const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
  fc.assert(
    fc.property(fc.array(fc.tuple(units, fc.constantFrom(0, 1, 40, 20_000))), (texts) => {
      for (const [text, times] of texts) {
        const long = text.slice(0, 20).repeat(times);
        expect(Buffer.from(utf8Bytes(long)).equals(Buffer.from(new TextEncoder().encode(long)))).toBe(true);
      }
    }),
  );
});
