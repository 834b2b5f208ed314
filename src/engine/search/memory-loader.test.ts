import { afterEach, expect, it, vi } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const NOTES = [
  memory('farm', 'An iron farm design for villagers'),
  memory('mob', 'A mob farm with a dark room and water'),
  memory('bread', 'Bake bread with rye flour and salt'),
];
const KEYWORDS = { modes: ['keyword'] } as const;

it('reads from the store only memories that no earlier search has read', async () => {
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

it('shows writes, touches and removals since the last search', async () => {
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

it('reads a written memory again, but not its neighbours', async () => {
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
  await engine.remove(['rye']);
  expect(await asked()).toEqual([]);
});

it('keeps at most two megabytes, from the last searches', async () => {
  // The size counts all fields of a memory, not only its text.
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

const IRON = 'An iron farm design by ilmango for villagers';
const TWINS = [
  memory('farm', IRON),
  memory('twin', IRON),
  memory('mob', 'A mob farm with a dark room and water'),
  memory('bread', 'Bake bread with rye flour and salt'),
];
const shown = ({ hits, weak }: SearchResponse) => [...hits, ...weak].map(({ id }) => id);

it('reads each memory once for duplicates, the keyword answer and the fused one', async () => {
  const { engine, searcher } = await searchFixture(TWINS);
  const read = vi.spyOn(engine.store, 'get');
  const partial: SearchResponse[] = [];
  const final = await searcher.search('iron farm', {}, { onPartial: (early) => partial.push(early) });
  expect(partial[0]!.modesUsed).not.toContain('semantic');
  expect(final.modesUsed).toContain('semantic');
  expect(partial[0]!.hits.length).toBeGreaterThan(0);
  const asked = read.mock.calls.flatMap(([wanted]) => [...wanted]);
  expect(new Set(asked)).toEqual(new Set([...shown(partial[0]!), ...shown(final)]));
  expect(asked).toHaveLength(new Set(asked).size);
});

it('reads a memory again that was written meanwhile', async () => {
  const words = createWordEmbedder(modelProfile(BGE_SMALL));
  let written = (): void => {};
  const write = new Promise<void>((resolve) => {
    written = resolve;
  });
  const { engine, searcher } = await searchFixture(TWINS, {
    embedder: {
      async embedQuery(...asked) {
        await write;
        return words.embedQuery(...asked);
      },
    },
  });
  const rewrite = async (): Promise<void> => {
    await engine.upsert([{ id: 'farm', text: 'An iron farm of another kind' }]);
    written();
  };
  const answers: SearchResponse[] = [];
  const onPartial = (answer: SearchResponse): void => {
    if (answers.push(answer) === 1) void rewrite();
  };
  answers.push(await searcher.search('iron farm', { groupDuplicates: false }, { onPartial }));
  const textOf = (answer?: SearchResponse) => answer?.hits.find(({ id }) => id === 'farm')?.memory.text;
  expect(textOf(answers[0])).toBe(IRON);
  expect(textOf(answers.at(-1))).toBe('An iron farm of another kind');
});
