import { expect, test } from 'vitest';
import { ENCODINGS, usualEncoding } from './encoding-offer.ts';

test.each([
  [['de-CH'], 'windows-1252'],
  [['zh'], 'gb18030'],
  [['zh-TW'], 'big5'],
  [['eo', 'ru'], 'windows-1251'],
  [['eo'], 'windows-1252'],
  [[], 'windows-1252'],
])('for %j the usual encoding is %s', (languages, encoding) => {
  expect(usualEncoding(languages)).toBe(encoding);
});

test('every offered encoding can be decoded', () => {
  for (const [encoding] of ENCODINGS) expect(new TextDecoder(encoding).encoding).toBe(encoding);
});
