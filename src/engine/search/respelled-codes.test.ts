import { afterEach, describe, expect, it, test } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

async function found(texts: readonly string[], query: string): Promise<string[]> {
  const notes = texts.map((text, at) => memory(`n${at}`, text));
  const { searcher } = await searchFixture(notes, { modelAllowed: false });
  return (await searcher.search(query)).hits.map(({ id }) => id);
}

const CODES = [
  'call 415-555-2672 after five',
  'account DE89370400440532013000 at the bank',
  'The book is ISBN 978-3-16-148410-0',
  'mobile 0171 9876543',
  'office +1 (212) 555-0187',
  'parcel 00340434161094021501 sent',
];

describe('finds a long code in any spacing', () => {
  it.each([
    ['4155552672', 'n0'],
    ['415 555 2672', 'n0'],
    ['+4155552672', 'n0'],
    ['DE89 3704 0044 0532 0130 00', 'n1'],
    ['iban de89 3704 0044 0532 0130 00', 'n1'],
    ['9783161484100', 'n2'],
    ['978-3161484100', 'n2'],
    ['01719876543', 'n3'],
    ['0171-9876543', 'n3'],
    ['212-555-0187', 'n4'],
    ['0034 0434 1610 9402 1501', 'n5'],
  ])('%s', async (query, id) => {
    expect((await found(CODES, query))[0]).toBe(id);
  });
});

describe('finds an amount, a time or a phone number as a note spells it', () => {
  const NOTES = [
    '500 g flour, bake at 230 °C',
    'lamp of 60 W with a socket E 27',
    'flat of 80 m², house 12 b',
    'train at 06:55',
    'bus at 8.30',
    'cat weighs 4.2 kg',
    'mobile +49 171 5550199',
    'landline 040 7654321',
  ];
  it.each([
    ['500g', 'n0'],
    ['500G flour', 'n0'],
    ['230C', 'n0'],
    ['60w', 'n1'],
    ['E27', 'n1'],
    ['80m²', 'n2'],
    ['12b', 'n2'],
    ['6:55', 'n3'],
    ['8:30', 'n4'],
    ['08:30', 'n4'],
    ['4.2kg', 'n5'],
    ['01715550199', 'n6'],
    ['0171-5550199', 'n6'],
    ['+49 40 7654321', 'n7'],
    ['+49407654321', 'n7'],
    ['0049407654321', 'n7'],
  ])('%s', async (query, id) => {
    expect((await found(NOTES, query))[0]).toBe(id);
  });

  it('but not another amount, time or number', async () => {
    for (const query of ['50g', '60V', '5:55', '01715550198', '+49407654320'])
      expect(await found(NOTES, query), query).toEqual([]);
  });
});

test('a phone number finds no other number with its area code', async () => {
  const notes = ['Dentist, after hours 044 5123310', 'Bank, phone 044 5123999', 'Years 2023 2024', 'Plans of 2024'];
  expect(await found(notes, '044 5123310')).toEqual(['n0']);
  expect(await found(notes, 'dentist 044 5123310')).toEqual(['n0']);
  expect((await found(notes, '2023 2024')).sort()).toEqual(['n2', 'n3']);
});

describe('uses a code as it was typed', () => {
  it('if a note contains it like that', async () => {
    expect(await found(['call 415 555 2672', 'call 4155552672'], '415 555 2672')).toEqual(['n0']);
    expect(await found(['call 415 555 2672', 'call 4155552672'], '4155552672')).toEqual(['n1']);
  });

  it("if its pieces aren't adjacent, or it's a short number", async () => {
    expect(await found(['555 of 415 were 2672'], '4155552672')).toEqual([]);
    expect(await found(['in 20 24'], '2024')).toEqual([]);
  });
});
