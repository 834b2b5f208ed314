import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse.ts';
import { hasOperators, softenPhrases } from './soft-phrases.ts';

const kinds = (query: string) => JSON.stringify(softenPhrases(parseQuery(query)).root);

describe('softenPhrases', () => {
  it('reads a quotation as its words', () => {
    expect(kinds('when was "iron farm" built')).not.toContain('phrase');
    expect(kinds('"iron farm"')).toContain('"farm"');
  });

  it('leaves phrases with operators and plain queries alone', () => {
    expect(kinds('+"iron farm"')).toContain('phrase');
    expect(kinds('-"iron farm" x')).toContain('phrase');
    const plain = parseQuery('iron farm');
    expect(softenPhrases(plain)).toBe(plain);
  });
});

describe('hasOperators', () => {
  it.each([
    ['farm -iron', true],
    ['+farm iron', true],
    ['farm AND iron', true],
    ['title:farm', true],
    ['"iron farm" how', false],
    ['iron farm', false],
  ])('%s: %s', (query, expected) => {
    expect(hasOperators(parseQuery(query).root)).toBe(expected);
  });
});
