import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

const GERMAN = [
  memory('kuchen', 'Apfelkuchen: 3 Äpfel, 200 g Mehl'),
  memory('rad', 'Der Fahrradschlüssel liegt im Keller'),
  memory('schrank', 'Der Schlüssel vom Schrank ist in der Schublade'),
  memory('kochen', 'Bevor wir kochen, muss der Ofen warm sein'),
];

const found = async (memories: Parameters<typeof searchFixture>[0], query: string, options = {}) => {
  const { searcher } = await searchFixture(memories);
  const { hits, weak, understood } = await searcher.search(query, { modes: ['keyword'], ...options });
  return { ids: [...hits, ...weak].map(({ memory }) => memory.id), corrected: understood.corrected };
};

it('a word is found as the last part of a compound rather than corrected', async () => {
  expect(await found(GERMAN, 'kuchen')).toMatchObject({ ids: ['kuchen'], corrected: [] });
});

it('a word is found as the first part of a compound', async () => {
  expect((await found(GERMAN, 'Fahrrad verstaut')).ids).toEqual(['rad']);
});

it('a compound is found by its parts', async () => {
  expect((await found(GERMAN, 'Schrankschlüssel')).ids[0]).toBe('schrank');
});

it('a word that a memory has is not looked for in compounds', async () => {
  expect((await found(GERMAN, 'Schlüssel')).ids).toEqual(['schrank']);
});

it('English words that end with another word are not compounds', async () => {
  const english = [
    memory('soup', 'The vegetable soup is for the children and not for me'),
    memory('keys', 'The keyboard is on the shelf in the hall'),
  ];
  expect((await found(english, 'table')).ids).toEqual([]);
  expect((await found([...GERMAN, ...english], 'table')).ids).toEqual([]);
});

it('compounds of hidden memories change nothing', async () => {
  const hidden = memory('geheim', 'Der Käsekuchen ist für die Überraschung', { owner: 'ann', privacy: 'direct' });
  const viewer = { id: 'bob', context: 'direct' } as const;
  const seen = GERMAN.map((each) => ({ ...each, owner: 'bob', privacy: 'direct' as const }));
  const without = await found(seen, 'Kuchen', { viewer });
  expect(without.ids).toEqual(['kuchen']);
  expect(await found([...seen, hidden], 'Kuchen', { viewer })).toEqual(without);
});
