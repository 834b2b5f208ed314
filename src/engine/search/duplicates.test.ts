import { afterEach, describe, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

async function hitsOf(texts: readonly string[], query: string, vectors: boolean): Promise<string[]> {
  const notes = texts.map((text, at) => memory(`n${at}`, text));
  const { searcher } = await searchFixture(notes, vectors ? {} : { modelAllowed: false, modes: ['keyword', 'tags'] });
  const { hits, weak } = await searcher.search(query);
  return [...hits, ...weak].map(({ id, duplicates }) => [id, ...duplicates.map((own) => own.id)].join('+')).sort();
}

const REPORT =
  'the provider sent one bill for servers domains backups mail and support in spring and it was paid by bank transfer from the ' +
  'common account of both founders on time';

describe('duplicates by words alone', () => {
  it.each([
    ['allergic', ['Mia is allergic to peanuts', 'Leo is allergic to peanuts', 'Mia is allergic to walnuts']],
    ['drill', ['Lent the drill to Peter', 'Lent the drill to Maria']],
    ['rent', ['Rent for March paid by bank transfer', 'Rent for April paid by bank transfer']],
  ])('keeps notes of the same length that differ in one word: %s', async (query, texts) => {
    expect(await hitsOf(texts, query, false)).toEqual(texts.map((_, at) => `n${at}`));
  });

  it('folds notes with the same words into one hit', async () => {
    expect(await hitsOf(['Lent the drill to Peter.', 'lent the drill to peter!'], 'drill', false)).toHaveLength(1);
  });
});

describe('duplicates by meaning', () => {
  it('keeps notes with different numbers', async () => {
    const texts = [`${REPORT} 10023`, `${REPORT} 10024`];
    expect(await hitsOf(texts, 'bill servers', true)).toEqual(['n0', 'n1']);
  });

  it('keeps long notes with different numbers', async () => {
    const long = `${REPORT} ${REPORT.toUpperCase()}`;
    expect(await hitsOf([`${long} 10023`, `${long} 10024`], 'bill servers', true)).toEqual(['n0', 'n1']);
  });

  it('folds notes that differ in one small word into one hit', async () => {
    expect(await hitsOf([`${REPORT} 10023`, `${REPORT} no 10023`], 'bill servers', true)).toHaveLength(1);
  });
});
