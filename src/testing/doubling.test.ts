/**
 * Linear time whatever the input: a text that is eight times as long may cost eight times as much, with room for noise,
 * and not the sixty-four times of a square. Processor time of one process, the least of several tries.
 */
import { describe, expect, test } from 'vitest';
import { createReader } from '../core/import/format.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportRow } from '../core/import/report.ts';
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
import { FILE_SHAPES, type Shape, TEXT_SHAPES } from './hostile-shapes.ts';

const UNITS = 6_000;
const TIMES = 8;
/** Between `TIMES` and its square. */
const MOST = 24;
/** Milliseconds below which a ratio is noise. */
const FLOOR = 0.5;
const TRIES = 10;

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

function readAs(format: ImportFormat): Operation {
  return (text) => {
    const reader = createReader(format, { path: 'a', hash: contentHash, split: true });
    const take = (rows: Iterable<ImportRow>): void => {
      for (const row of rows) if ('input' in row) ignoringRefusal(() => checkMemory(row.input))('');
    };
    // Small pieces, as a slow disk gives them.
    for (let at = 0; at < text.length; at += 4_096) take(reader.push(text.slice(at, at + 4_096)));
    take(reader.end());
  };
}

function milliseconds(operation: Operation, text: string): number {
  const start = process.cpuUsage();
  operation(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The least ratio of a few tries, ending with the first that is good enough. */
function growth(operation: Operation, shape: Shape): number {
  const [short, long] = [shape(UNITS), shape(UNITS * TIMES)];
  let least = Number.POSITIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && ratio > MOST; tries++) {
    most = Math.min(most, milliseconds(operation, long));
    for (let again = 0; again < 3; again++) least = Math.min(least, milliseconds(operation, short));
    ratio = most / Math.max(FLOOR, least);
  }
  return ratio;
}

test('a square is told from a line', () => {
  const square = (text: string): void => {
    let found = 0;
    for (let at = 0; at < text.length / 4; at++) found += text.lastIndexOf('b', text.length - at);
    expect(found).toBeLessThan(0);
  };
  expect(growth(square, (units) => 'a'.repeat(units))).toBeGreaterThan(MOST);
});

function expectLinear(operation: Operation, shapes: { readonly [name: string]: Shape }): void {
  const steep = Object.entries(shapes).flatMap(([name, shape]) => {
    const ratio = growth(operation, shape);
    return ratio > MOST ? [`${name}: ${ratio.toFixed(0)}`] : [];
  });
  expect(steep).toEqual([]);
}

describe.each(Object.entries(ON_TEXT))('%s', (_, operation) => {
  test(`is linear in ${Object.keys(TEXT_SHAPES).length} hostile texts`, () => expectLinear(operation, TEXT_SHAPES));
});

describe.each(IMPORT_FORMATS)('reading %s', (format) => {
  const shapes = { ...TEXT_SHAPES, ...FILE_SHAPES };
  test(`is linear in ${Object.keys(shapes).length} hostile files`, () => expectLinear(readAs(format), shapes));
});
