/** Generates random queries. The same seed gives the same ones. */
import { seededRandom } from './seeded-random.ts';

const PIECES = [
  ...[
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    '"',
    '“',
    '”',
    '-',
    '+',
    '*',
    ':',
    '  ',
    '\t',
    '\n',
    '\u0000',
    '\\',
    '/',
    '@',
    '#',
    "'",
  ],
  ...[
    'title:',
    'tag:',
    'type:',
    'source:',
    'thread:',
    'session:',
    'before:',
    'after:',
    'has:',
    'has:image',
    'before:2024-13',
    'after:2024',
  ],
  ...[
    'the',
    'image',
    'cache',
    'a',
    'e',
    'optifnie',
    'C2065',
    'x:1000',
    '-500',
    'v1.2.3',
    'foo.bar()',
    'camelCase',
    'snake_case',
    '30 CFR 75.1725',
  ],
  ...[
    '東京タワー',
    'สวัสดี',
    '안녕하세요',
    'Ёжик',
    'السلام',
    'שלום',
    'हिन्दी',
    'Straße',
    'é',
    'e\u0301',
    '👨‍👩‍👧',
    '🎉',
    'ﬁ',
    '１２',
  ],
  ...[
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200d',
    '\ufeff',
    '\u00ad',
    '__proto__',
    'constructor',
    'https://a.example/b?c=d',
    'C++',
    '½',
  ],
];

export function fuzzQueries(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const piece = (): string => {
    const kind = below(20);
    if (kind === 0) return String.fromCharCode(below(0x10000));
    if (kind === 1) return String.fromCodePoint(below(0x110000));
    if (kind === 2) return (PIECES[below(PIECES.length)] as string).repeat(1 + below(100));
    return PIECES[below(PIECES.length)] as string;
  };
  return Array.from({ length: count }, () => {
    const pieces = Array.from({ length: 1 + below(random() < 0.05 ? 400 : 14) }, piece);
    return pieces.join(random() < 0.7 ? ' ' : '');
  });
}
