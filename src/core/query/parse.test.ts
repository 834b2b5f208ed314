import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzQueries } from '../../testing/fuzz-queries.ts';
import { QUERY_FIELDS } from './fields.ts';
import { QUERY_GRAMMAR } from './grammar.ts';
import { parseQuery } from './parse.ts';
import type { ParsedQuery, QueryNode } from './parsed-query.ts';

function shown(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return node.prefix ? `${node.text}*` : node.text;
    case 'phrase':
      return node.field ? `${node.field}:"${node.text}"` : `"${node.text}"`;
    case 'field':
      return `${node.field}:${shown(node.child)}`;
    case 'must':
      return `+${shown(node.child)}`;
    case 'not':
      return `NOT ${shown(node.child)}`;
    default:
      return `(${node.children.map(shown).join(` ${node.kind.toUpperCase()} `)})`;
  }
}

const shownQuery = ({ root }: ParsedQuery): string =>
  root?.kind === 'or' ? root.children.map(shown).join(' ') : root ? shown(root) : '';

describe('parseQuery', () => {
  it.each([
    ['a b', 'a b'],
    ['a AND b OR c', '((a AND b) OR c)'],
    ['a AND (b OR c)', '(a AND (b OR c))'],
    ['a OR b c', '(a OR b) c'],
    ['-a NOT b +c', 'NOT a NOT b +c'],
    ['-500 x:1000 foo.bar()', '-500 x:1000 foo.bar()'],
    ['NOT 500', 'NOT 500'],
    ['"a  b" “c d”', '"a b" "c d"'],
    ['pre* title:x title:"a b"', 'pre* title:x title:"a b"'],
    ['NOT NOT a', 'a'],
    ['ffmpeg -y -c copy --dry-run -metadata', 'ffmpeg -y -c copy --dry-run NOT metadata'],
    ['ffmpeg -c:v copy -c:abcdefghi', 'ffmpeg -c:v copy NOT c:abcdefghi'],
    ['„Model C“-Schulen', '"Model C" Schulen'],
    ['"foo"-bar -baz', '"foo" bar NOT baz'],
    ['"foo" -bar', '"foo" NOT bar'],
    ['"foo"-5', '"foo" -5'],
    ['AND a OR', 'and a or'],
  ])('%s → %s', (query, read) => {
    expect(shownQuery(parseQuery(query))).toBe(read);
  });

  it('reads fields as filters', () => {
    const parsed = parseQuery(
      'map tag:home tag:a,b type:fact type:note source:agent thread:"trip 2024" session:s has:image after:2024-02 before:2025',
    );
    expect(parsed.filters).toEqual({
      allTags: ['home'],
      tags: ['a', 'b'],
      type: ['fact', 'note'],
      source: 'agent',
      thread: 'trip 2024',
      session: 's',
      contentType: 'multimodal',
      startDate: '2024-02-01',
      endDate: '2024-12-31',
    });
    expect(parsed.words).toEqual(['map']);
    expect(parsed.filterTerms).toContainEqual({ field: 'thread', value: 'trip 2024' });
    expect(parsed.semanticText).toBe('map');
  });

  it.each([
    ['cake -tag:work', [{ allTags: ['work'] }], ['cake']],
    ['cake NOT type:fact', [{ type: 'fact' }], ['cake']],
    ['cake -(tag:work)', [{ allTags: ['work'] }], ['cake']],
    ['cake -(tag:work bread)', [{ allTags: ['work'] }], ['cake']],
    ['cake -tag:a,b -source:"old phone"', [{ tags: ['a', 'b'] }, { source: 'old phone' }], ['cake']],
    ['-before:2024', [{ endDate: '2023-12-31' }], []],
    ['cake -has:image', [{ contentType: 'multimodal' }], ['cake']],
  ])('a sign before a filter excludes its matches: %s', (query, not, words) => {
    expect(parseQuery(query)).toMatchObject({ filters: { not }, words, literal: [], blank: false });
  });

  it('two signs before a filter cancel out, and each filter keeps its own', () => {
    const parsed = parseQuery('NOT (-tag:a tag:b) tag:c');
    expect(parsed.filters).toEqual({ allTags: ['a', 'c'], not: [{ allTags: ['b'] }] });
    expect(parsed.filterTerms).toEqual([
      { field: 'tag', value: 'a' },
      { field: '-tag', value: 'b' },
      { field: 'tag', value: 'c' },
    ]);
  });

  it('lists required, excluded and free words', () => {
    const parsed = parseQuery('+iron farm -creeper "dark room" NOT "old base" before:never (x');
    expect(parsed).toMatchObject({
      words: ['iron', 'farm', 'before:never', 'x'],
      phrases: ['dark room'],
      required: ['iron'],
      excluded: ['creeper', 'old base'],
      literal: ['(', 'before:never'],
      semanticText: 'iron farm dark room before:never x',
    });
  });

  it('is blank only if nothing is asked', () => {
    for (const query of ['', ' \n', '"', '()', '-', '?!']) expect(parseQuery(query).blank, query).toBe(true);
    for (const query of ['a', 'tag:x', '-a']) expect(parseQuery(query).blank, query).toBe(false);
  });

  it('caps code points, terms and term length', () => {
    expect([...parseQuery('🎉'.repeat(9000)).raw]).toHaveLength(8192);
    expect(parseQuery('a1 b2 '.repeat(1500)).semanticText.split(' ')).toHaveLength(2048);
    expect(parseQuery('"one phrase" '.repeat(40)).phrases).toEqual(['one phrase']);
    expect(parseQuery('q'.repeat(500)).words).toEqual(['q'.repeat(64)]);
  });

  it('reads a sentence in capitals without operators', () => {
    expect(parseQuery('DESIGN OF BAND PASS FILTERS AND PHASE ATTENUATION').words).toContain('AND');
  });

  it('knows every field of the grammar, and parses each example without literals', () => {
    expect(QUERY_GRAMMAR.flatMap((row) => row.field ?? [])).toEqual([...QUERY_FIELDS]);
    for (const row of QUERY_GRAMMAR) expect(parseQuery(row.example).literal, row.example).toEqual([]);
  });
});

describe('any text is a query', () => {
  const parses = (query: string): void => void parseQuery(query);

  it('of any characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), parses), { numRuns: 500 });
  });

  it('of any operators', () => {
    const pieces = fc.constantFrom(
      'a',
      'b*',
      '"c d"',
      '-',
      '+',
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '"',
      'title:x',
      'tag:y',
      '-tag:z',
      '-c:v',
      '-500',
      ' ',
      '  ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), fc.constantFrom(' ', ''), (parts, glue) =>
        parses(parts.join(glue)),
      ),
      { numRuns: 2000 },
    );
  });

  it('of fuzzed queries', () => {
    for (const query of fuzzQueries(7, 2000)) parses(query);
  });
});
