import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze, type Token } from './analyze.ts';
import { fold } from './fold.ts';

const tokens = (text: string): Token[] => analyze(text, { stemming: 'en' });
const exact = (text: string): string[] => tokens(text).map((token) => token.exact);
const wholes = (text: string): string[] =>
  tokens(text)
    .filter((token) => token.kind !== 'part')
    .map((token) => token.exact);

describe('identifiers stay whole and split', () => {
  it.each([
    ['CreeperSlayer99', ['creeperslayer99', 'creeper', 'slayer', '99']],
    ['x:1000 z:-500', ['x:1000', 'x', '1000', 'z:-500', 'z', '-500']],
    ['/tp @p 0 64 0', ['/tp', 'tp', '@p', 'p', '0', '64', '0']],
    ['30 CFR 75.1725', ['30', 'cfr', '75.1725', '75', '1725']],
    ['PII-2024-0042', ['pii-2024-0042', 'pii', '2024', '0042']],
    ['snake_case', ['snake_case', 'snake', 'case']],
    ['v1.2.3', ['v1.2.3', '1.2.3', 'v1', '1', '2', '3']],
    ['camelCase', ['camelcase', 'camel', 'case']],
    ['C2065', ['c2065', '2065']],
    ['foo.bar()', ['foo.bar', 'foo', 'bar']],
    ['HTMLElement', ['htmlelement', 'html', 'element']],
    ['a@mail.example.org', ['a@mail.example.org', 'mail.example.org', 'a', 'mail', 'example', 'org']],
    ['/src/core/foo.ts', ['/src/core/foo.ts', 'foo.ts', 'src', 'core', 'foo', 'ts']],
    ['std::vector', ['std::vector', 'std', 'vector']],
    ['C++ and C#', ['c++', 'c', 'and', 'c#', 'c']],
  ])('%s', (text, expected) => {
    expect(exact(text)).toEqual(expected);
  });

  it('keeps the sign of a number that follows no letter or digit', () => {
    expect(wholes('500, 64, -200')).toEqual(['500', '64', '-200']);
    expect(wholes('500,64,-200')).toEqual(['500', '64', '-200']);
    expect(wholes('from 3-5 or 10 -2')).toEqual(['from', '3-5', 'or', '10', '-2']);
  });

  it('does not stem identifiers, numbers and own names', () => {
    expect(tokens('runningTests C2065 dreams dreaming').map((token) => [token.exact, token.stem])).toContainEqual([
      'dreams',
      'dream',
    ]);
    expect(tokens('runningTests')[0]?.stem).toBeNull();
    expect(analyze('Dreams', { stemming: 'en', ownNames: new Set(['dreams']) })[0]?.stem).toBeNull();
    expect(analyze('dreams', { stemming: 'none' })[0]?.stem).toBeNull();
  });

  it('gives parts the position of their whole', () => {
    expect(tokens('call foo.bar now').map((token) => token.position)).toEqual([0, 1, 1, 1, 2]);
  });
});

describe('words', () => {
  it.each([
    ["ilmango's farm", ['ilmango', 'farm']],
    ["don’t l'homme", ["don't", "l'homme", 'homme']],
    ['state-of-the-art', ['state', 'of', 'the', 'art']],
    ['Wi-Fi', ['wi', 'fi', 'wifi']],
    ['self-explanatory', ['self', 'explanatory']],
    ['Straße naïve ﬁne １２３', ['strasse', 'naive', 'fine', '123']],
    ['PDFs', ['pdfs']],
    ['soft\u00adhyphen zero\u200dwidth', ['softhyphen', 'zerowidth']],
    ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['猫', ['猫']],
    ['안녕하세요', ['안녕', '녕하', '하세', '세요']],
    ['🎉', ['🎉']],
    ['\ud800 x \udc00', ['x']],
    ['', []],
    ['!?…', []],
  ])('%s', (text, expected) => {
    expect(exact(text)).toEqual(expected);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      'é',
      'e\u0301',
      '1',
      '-',
      '.',
      ' ',
      ':',
      '/',
      'ß',
      'ﬁ',
      '東',
      '京',
      '한',
      'ำ',
      '\ud83d',
      "'",
      '_',
      '@',
      '\u00ad',
    ),
    maxLength: 40,
  }),
);

const source = (value: string, { start, end }: Token): string => fold(value.slice(start, end));

describe('properties', () => {
  it('offsets point at the characters that folded to the token', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const token of tokens(value)) {
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeLessThanOrEqual(value.length);
          expect(token.end).toBeGreaterThan(token.start);
          // A ligature or fraction is one character that folds to the letters of several tokens, so the source has
          // more. A hyphenated word also matches as one word.
          expect([source(value, token), source(value, token).replace('-', '')].join(' ')).toContain(token.exact);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('offsets are exact where each character folds to one', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'e\u0301', '1', '-', '.', ' ', '東', '京'), maxLength: 40 }),
        (value) => {
          for (const token of tokens(value)) {
            const own = source(value, token);
            expect(token.kind === 'part' && /^\p{L}+-\p{L}+$/u.test(own) ? own.replace('-', '') : own).toBe(
              token.exact,
            );
          }
        },
      ),
    );
  });

  it('NFC, NFD, NFKC and NFKD forms give the same tokens', () => {
    fc.assert(
      fc.property(text, (value) => {
        const expected = exact(value.normalize('NFKC'));
        for (const form of ['NFC', 'NFD', 'NFKD'] as const) expect(exact(value.normalize(form))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('folding is idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(fold(value))).toBe(fold(value));
      }),
    );
  });
});
