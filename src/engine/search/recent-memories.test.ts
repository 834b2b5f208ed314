import { afterEach, expect, it, vi } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

const NOTES = [
  memory('farm', 'An iron farm design for villagers'),
  memory('mob', 'A mob farm with a dark room and water'),
  memory('bread', 'Bake bread with rye flour and salt'),
];
const KEYWORDS = { modes: ['keyword'] } as const;

it('reads from the store what no search before has read', async () => {
  const { engine, searcher } = await searchFixture(NOTES);
  const read = vi.spyOn(engine.store, 'get');
  const asked = () => read.mock.calls.flatMap(([ids]) => [...ids]).sort();
  await searcher.search('far', KEYWORDS);
  expect(asked()).toEqual(['farm', 'mob']);
  await searcher.search('farm', KEYWORDS);
  await searcher.search('farm w', KEYWORDS);
  expect(asked()).toEqual(['farm', 'mob']);
  await searcher.search('bread', KEYWORDS);
  expect(asked()).toEqual(['bread', 'farm', 'mob']);
});

it('shows what was written, touched or removed since', async () => {
  const { engine, searcher } = await searchFixture(NOTES);
  const hits = async () =>
    (await searcher.search('farm', KEYWORDS)).hits
      .map(({ memory: { id, text, accessCount } }) => ({ id, text, accessCount }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const before = await hits();
  expect(before.map(({ id }) => id)).toEqual(['farm', 'mob']);
  await engine.touch('mob');
  expect((await hits())[1]).toEqual({ ...before[1], accessCount: 1 });
  await engine.update('farm', { text: 'An iron farm of another kind' });
  expect((await hits())[0]!.text).toBe('An iron farm of another kind');
  await engine.remove(['mob']);
  expect((await hits()).map(({ id }) => id)).toEqual(['farm']);
});

it('reads again what was written, not what others wrote beside it', async () => {
  const { engine, searcher } = await searchFixture(NOTES);
  await searcher.search('farm', KEYWORDS);
  const read = vi.spyOn(engine.store, 'get');
  const asked = async (): Promise<string[]> => {
    read.mockClear();
    await searcher.search('farm', KEYWORDS);
    return read.mock.calls.flatMap(([ids]) => [...ids]).sort();
  };
  await engine.upsert([{ id: 'rye', text: 'Rye flour' }]);
  expect(await asked()).toEqual([]);
  await engine.update('mob', { text: 'A mob farm with a floor' });
  expect(await asked()).toEqual(['mob']);
  // Whose row is gone is not known: all are read again.
  await engine.remove(['rye']);
  expect(await asked()).toEqual(['farm', 'mob']);
});

it('keeps no more than two megabytes, those of the last searches', async () => {
  // What a memory holds beside its text counts too.
  const long = (id: string) => memory(id, `${id} of a kind`, { metadata: { more: 'word '.repeat(9_000) } });
  const ids =
    'anchor barley cobalt dahlia ember falcon garnet hollow indigo jasper kelp lantern marble nutmeg osprey pewter quarry ribbon saffron thimble umber velvet walnut xylem yarrow zephyr'.split(
      ' ',
    );
  const { engine, searcher } = await searchFixture(ids.map(long));
  for (const id of ids) await searcher.search(id, KEYWORDS);
  const read = vi.spyOn(engine.store, 'get');
  await searcher.search('zephyr', KEYWORDS);
  expect(read).not.toHaveBeenCalled();
  await searcher.search('anchor', KEYWORDS);
  expect(read).toHaveBeenCalled();
});
