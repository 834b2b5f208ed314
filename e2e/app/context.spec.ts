import { expect, test } from '../fixtures.ts';

test('packs the best passages within the budget, numbered, with sources, counted by the model', async ({
  openClient,
}) => {
  const page = await openClient({ name: 'context' });
  const seen = await page.evaluate(async () => {
    const { client } = window;
    const long = 'Nothing of note happened in the garden on that day, and the weather stayed as it was. '.repeat(40);
    await client.addMany([
      {
        id: 'key',
        title: 'Spare key',
        text: 'The spare key hangs behind the blue cupboard.',
        url: 'https://example.org/key',
      },
      { id: 'copy', text: 'The spare key hangs behind the blue cupboard!' },
      { id: 'diary', title: 'Diary', text: `${long}\n\nAnn took the spare key home with her.\n\n${long}` },
      { id: 'bread', text: 'Sourdough: feed the starter the evening before.' },
    ]);
    await client.idle();
    const wide = await client.context('where is the spare key?', { tokens: 1_000 });
    const narrow = await client.context('where is the spare key?', { tokens: 25 });
    const given = await client.context('where is the spare key?', { tokens: 100, countTokens: (text) => text.length });
    const nothing = await client.context('qwxzv plugh', { tokens: 500 });
    return { wide, narrow, given, nothing, diary: (await client.get('diary'))?.text.length ?? 0 };
  });
  const { wide, narrow, given, nothing } = seen;
  expect(wide.counter).toBe('model');
  expect(wide.tokens).toBeLessThanOrEqual(1_000);
  expect(wide.passages[0]).toMatchObject({
    id: 'key',
    citation: 1,
    title: 'Spare key',
    url: 'https://example.org/key',
  });
  expect(wide.text.match(/behind the blue cupboard/g)).toHaveLength(1);
  const diary = wide.passages.find(({ id }) => id === 'diary');
  expect(diary?.text).toContain('Ann took the spare key');
  expect(diary?.text.length).toBeLessThan(seen.diary / 2);
  expect(wide.text).toContain(`[${diary?.citation}] `);
  expect(narrow.passages.map(({ id }) => id)).toEqual(['key']);
  expect(narrow.tokens).toBeLessThanOrEqual(25);
  expect(narrow.omitted).toBeGreaterThan(0);
  expect(given.counter).toBe('given');
  expect(given.text.length).toBe(given.tokens);
  expect(given.tokens).toBeLessThanOrEqual(100);
  expect(nothing).toMatchObject({ text: '', passages: [], tokens: 0 });
});

test('estimates tokens without a model, and shows viewers only their own memories', async ({ openClient }) => {
  const page = await openClient({ name: 'context-words', modelLoad: 'manual' });
  const seen = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany(
      ['ada', 'ben'].map((owner) => ({ text: `The code of ${owner} is 4711`, owner, privacy: 'direct' as const })),
    );
    const viewer = { id: 'ada', context: 'direct' as const };
    return client.context('what is the code?', { tokens: 200, viewer });
  });
  expect(seen.counter).toBe('estimate');
  expect(seen.passages.map(({ text }) => text)).toEqual(['The code of ada is 4711']);
});

test('refuses meaningless options by name', async ({ openClient }) => {
  const page = await openClient({ name: 'context-options', modelLoad: 'manual' });
  const refused = await page.evaluate(async () => {
    const bad = [
      {},
      { tokens: 0 },
      { tokens: 1.5 },
      { tokens: '9' },
      { tokens: 9, limit: 3 },
      { tokens: 9, page: 2 },
      { tokens: 9, weak: 1 },
      { tokens: 9, countTokens: 4 },
      { tokens: 9, k: 0 },
    ];
    return Promise.all(
      bad.map((options) =>
        window.client.context('x', options as never).then(
          () => 'taken',
          (error: { code: string; path: string }) => `${error.code} ${error.path}`,
        ),
      ),
    );
  });
  expect(refused).toEqual(
    ['tokens', 'tokens', 'tokens', 'tokens', 'limit', 'page', 'weak', 'countTokens', 'k'].map(
      (path) => `invalid-option ${path}`,
    ),
  );
});
