import { describe, expect, it } from 'vitest';
import { classifyQuery } from './classify.ts';
import { parseQuery } from './parse.ts';
import type { QueryClass } from './parsed-query.ts';

const FREQUENCIES: { readonly [word: string]: number } = {
  aboleth: 2,
  ilmango: 5,
  farm: 60,
  iron: 40,
  creeper: 30,
  safety: 90,
  rathole: 1,
};
const classify = (query: string) => classifyQuery(parseQuery(query), (word) => FREQUENCIES[word] ?? 0, 1000);

describe('classifyQuery', () => {
  it.each<[string, QueryClass, string[], boolean, boolean]>([
    ['D40', 'identifier', ['d40'], true, true],
    ['Tell me about D40', 'identifier', ['d40'], true, false],
    ['Tell me about Room D40', 'identifier', ['d40'], true, false],
    ['30 CFR 75.1725', 'identifier', ['30', 'cfr', '75.1725'], true, true],
    ['MSHA 30 CFR 75', 'identifier', ['msha', '30', 'cfr', '75'], true, true],
    ['Explain regulation 75.1725', 'identifier', ['75.1725'], true, false],
    ['What are the safety requirements?', 'natural', [], false, false],
    ['Aboleth', 'name', [], false, false],
    ['ilmango', 'name', [], false, false],
    ['What did ilmango say?', 'name', [], false, false],
    ["ilmango's iron farm design", 'natural', [], false, false],
    ['up and down with ilmango', 'name', [], false, false],
    ['CreeperSlayer99', 'identifier', ['creeperslayer99'], true, true],
    ['MumboJumbo', 'identifier', ['mumbojumbo'], true, true],
    ['1000 -500', 'coordinates', ['1000', '-500'], true, true],
    ['x:1000 z:-500', 'coordinates', ['x:1000', 'z:-500'], true, true],
    ["What's at coordinates 500, 64, -200?", 'coordinates', ['500', '64', '-200'], true, false],
    ['creeper farm', 'natural', [], false, false],
    ['top 10 places in 2023', 'natural', [], false, false],
    ['who won the 1990s finals for the 2nd time', 'natural', [], false, false],
    ['does the TP53 gene raise the risk of early onset tumours in young adults', 'mixed', ['tp53'], false, false],
    ['"iron farm" design', 'identifier', ['iron farm'], true, false],
    ['nobodyknows', 'natural', [], false, false],
    ['', 'natural', [], false, false],
    ['I have a DVD and a TV', 'identifier', ['dvd', 'tv'], true, false],
    ['FARM or IRON golem', 'identifier', ['farm', 'iron'], true, false],
    ['WHERE IS IT', 'natural', [], false, false],
  ])('%s', (query, kind, identifiers, identifierQuery, pureIdentifier) => {
    expect(classify(query)).toMatchObject({ class: kind, identifiers, identifierQuery, pureIdentifier });
  });

  it('calls identifiers and rare words rare, not common or unknown ones', () => {
    expect(classify('rathole iron project for D40').rare).toEqual(['d40', 'rathole']);
  });
});
