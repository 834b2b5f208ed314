/** Counts steps instead of time, so a busy machine gets the same result. */
import { describe, expect, test } from 'vitest';
import { createReader, TEXT_FORMATS, type TextFormat } from '../core/import/format.ts';
import type { ImportRow } from '../core/import/report.ts';
import { parseQuery } from '../core/query/parse.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { checkMemory } from '../core/record/validate-memory.ts';
import { wikiLinks } from '../core/record/wiki-links.ts';
import { createMarker } from '../core/results/highlight.ts';
import { densestWindow } from '../core/results/snippet.ts';
import { analyze } from '../core/text/analyze.ts';
import { chunkPrefix, chunkRanges } from '../core/text/chunk.ts';
import { fold } from '../core/text/fold.ts';
import { identifierParts } from '../core/text/identifier-parts.ts';
import { htmlToText } from '../documents/html/html-text.ts';
import { TooDeep } from '../documents/html/parse.ts';
import { growths, MAX_GROWTH, steep } from './growth.ts';
import { FILE_SHAPES, type Shape, TEXT_SHAPES } from './hostile-shapes.ts';

const UNITS = 600;
/** This code works in pieces of a few thousand characters. Quadratic work within a piece is fine. */
const LONG_UNITS = 2_000;
const IN_PIECES: ReadonlySet<string> = new Set(['chunks', 'csv']);
/** Each end tag searches the open tags, so the reader refuses HTML that's nested this deeply. */
const DEEP_UNITS = 20_000;
const PIECE = 4_096;

type Operation = (text: string) => unknown;

function ignoringRefusal(operation: Operation): Operation {
  return (text) => {
    try {
      operation(text);
    } catch (error) {
      if ((error as { code?: string }).code !== 'invalid-memory') throw error;
    }
  };
}

const count = (text: string): number => Math.ceil(text.length / 4);
const stemming = { stemming: 'en' } as const;
const terms = [
  { typed: 'a', exact: ['a'], stems: [], prefix: 'a' },
  { typed: '漢', exact: ['漢'], stems: [], prefix: null },
];

const ON_TEXT: { readonly [name: string]: Operation } = {
  fold,
  analyze: (text) => analyze(text, stemming),
  'identifier parts': identifierParts,
  chunks: (text) => [...chunkRanges({ title: '', text, context: '' }, { count })],
  'chunk prefix': (text) => chunkPrefix({ title: text, text: '', context: '' }, count),
  highlights: (text) => createMarker(terms, ['a a', 'the tag'], stemming).ranges(text),
  snippet: (text) => densestWindow(text, [{ start: text.length >> 1, end: (text.length >> 1) + 1 }]),
  'wiki links': wikiLinks,
  query: parseQuery,
  check: ignoringRefusal((text) => checkMemory({ text, title: text, tags: [text], metadata: { [text]: text } })),
};

function ignoringDepth(read: (text: string) => unknown): Operation {
  return (text) => {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
    }
  };
}

function readAs(format: TextFormat): Operation {
  return (text) => {
    const reader = createReader(format, { path: 'a', hash: contentHash, split: true });
    const take = (rows: Iterable<ImportRow>): void => {
      for (const row of rows) if ('input' in row) ignoringRefusal(() => checkMemory(row.input))('');
    };
    for (let at = 0; at < text.length; at += PIECE) take(reader.push(text.slice(at, at + PIECE)));
    take(reader.end());
  };
}

describe('distinguishes quadratic from linear time', () => {
  const letters: Shape = (units) => 'a'.repeat(units);
  const SQUARES: { readonly [name: string]: Operation } = {
    'searching from each letter': (text) => [...text].map((_, at) => text.indexOf('b', at)),
    'a pattern that goes back': (text) => /a*b/.exec(text),
    'a pattern that looks ahead': (text) => text.replaceAll(/a(?=.*b)/g, ''),
    'a list that is shifted': (text) => {
      for (const list = [...text]; list.length > 0; list.shift());
    },
  };
  const growth = (operation: Operation): number => growths(operation, { letters }, 100).get('letters')!;
  test.each(Object.entries(SQUARES))('%s', (_, square) => expect(growth(square)).toBeGreaterThan(MAX_GROWTH));
  test('one pass', () => expect(growth((text) => text.replaceAll(/a+?/g, 'b'))).toBeLessThan(MAX_GROWTH));
});

function expectLinear(name: string, operation: Operation, shapes: { readonly [name: string]: Shape }): void {
  const units = name === 'html' ? DEEP_UNITS : IN_PIECES.has(name) ? LONG_UNITS : UNITS;
  expect(steep(growths(operation, shapes, units))).toEqual([]);
}

describe.each(Object.entries(ON_TEXT))('%s', (name, operation) => {
  test(`is linear in ${Object.keys(TEXT_SHAPES).length} hostile texts`, () =>
    expectLinear(name, operation, TEXT_SHAPES));
});

describe.each(TEXT_FORMATS)('reading %s', (format) => {
  const shapes = { ...TEXT_SHAPES, ...FILE_SHAPES };
  test(`is linear in ${Object.keys(shapes).length} hostile files`, () => expectLinear(format, readAs(format), shapes));
});

const HTML: { readonly [name: string]: string } = {
  'end tags without a start': `${'<div>'.repeat(3)}</b></i></p>`,
  'open links': '<a href="https://a.example/">w ',
  lists: '<ul><li>x</ul>',
  cells: '<table><tr><td>a<td><p>b<p>c</table>',
  entities: '&amp&notit;&#x41;&bogus;&',
  comments: '<!-- - -- ->',
  attributes: '<p a=1 b="2" c=\'3\' d>',
  'white space': ' \n\t',
  code: '<pre>`a`</pre><code>b</code>',
};

describe('reading HTML', () => {
  const shapes = Object.entries(HTML).map(([name, part]): [string, Shape] => [
    name,
    (units) => `<body>${part.repeat(Math.ceil(units / part.length))}`,
  ]);
  test(`is linear in ${shapes.length} hostile pages and ${Object.keys(FILE_SHAPES).length} files`, () =>
    expectLinear('html', ignoringDepth(htmlToText), { ...FILE_SHAPES, ...Object.fromEntries(shapes) }));
});
