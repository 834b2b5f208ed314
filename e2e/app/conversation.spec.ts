import { expect, test } from '../fixtures.ts';

test('a conversation keeps its messages in order for a week, and can be cleared', async ({ openClient }) => {
  const page = await openClient({ name: 'conversation', modes: ['keyword', 'conversation', 'tags', 'links'] });
  const seen = await page.evaluate(async () => {
    const talk = window.client.conversation('s1');
    const first = await talk.append({ role: 'user', text: 'I want to install Rathole on the workshop server.' });
    await talk.append({ role: 'assistant', text: 'Rathole is a tunnel; it needs one binary on both ends.' });
    await window.client.conversation('s2').append({ role: 'user', text: 'Another talk.' });
    const texts = (await talk.list()).map((message) => message.text);
    const last = (await talk.list(1)).map((message) => message.role);
    const days = ((first.expiresAt ?? 0) - Date.now()) / 86_400_000;
    await talk.clear();
    return { texts, last, days, left: (await talk.list()).length, other: (await window.client.list()).total };
  });
  expect(seen.texts).toHaveLength(2);
  expect(seen.texts[0]).toContain('install Rathole');
  expect(seen.last).toEqual(['assistant']);
  expect(seen.days).toBeGreaterThan(6.9);
  expect(seen.days).toBeLessThanOrEqual(7);
  expect(seen.left).toBe(0);
  expect(seen.other).toBe(1);
});

test('understands "how do I install it?" from the conversation', async ({ openClient }) => {
  const page = await openClient({ name: 'pronoun' });
  const ids = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      {
        id: 'rathole',
        title: 'Rathole',
        text: 'Rathole installation: copy the binary, write client.toml and server.toml, start the service.',
      },
      { id: 'cachekit', title: 'Cachekit', text: 'Cachekit installation: add the package and call createCache().' },
      { id: 'bread', text: 'Sourdough: feed the starter the evening before.' },
    ]);
    const talk = client.conversation('s');
    await talk.append({ role: 'user', text: 'Somebody recommended Rathole for reaching my server from the train.' });
    await client.idle();
    const answer = await client.search('how do I install it?', { session: 's' });
    return answer.hits.map((hit) => hit.id);
  });
  const stored = ids.filter((id) => ['rathole', 'cachekit', 'bread'].includes(id));
  expect(ids.length).toBeGreaterThan(0);
  expect(stored[0]).toBe('rathole');
});

test('a query that names an entity ranks it first, then its neighbours, with the path', async ({ openClient }) => {
  const page = await openClient({ name: 'links', modes: ['keyword', 'links'] });
  const hits = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'larkspur', title: 'Larkspur', text: 'The house by the canal. See [[Boiler room]].', importance: 9 },
      { id: 'boiler', title: 'Boiler room', text: 'Valve 3 sticks in winter.' },
      { id: 'else', title: 'Something else', text: 'Nothing to do with it.' },
    ]);
    const answer = await client.search('Larkspur');
    return answer.hits.map((hit) => ({ id: hit.id, path: hit.linkPath }));
  });
  expect(hits.map(({ id }) => id)).toEqual(['larkspur', 'boiler']);
  expect(hits[1]?.path).toEqual(['larkspur', 'boiler']);
});

test('evaluation on your own queries says which ranking is best for them', async ({ openClient }) => {
  const page = await openClient({ name: 'own-evaluation' });
  const report = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'key', text: 'The spare key hangs behind the blue cupboard.' },
      { id: 'pump', text: 'Bicycle pump: under the stairs, left of the shoes.' },
      { id: 'code', text: 'Locker code PII-2024-0042.' },
    ]);
    await client.idle();
    return client.evaluate([
      { query: 'PII-2024-0042', relevant: { code: 1 } },
      { query: 'bicycle pump', relevant: { pump: 2 } },
    ]);
  });
  expect(report.columns.keyword?.['ndcg@10']).toBe(1);
  expect(report.columns.hybrid?.['ndcg@10']).toBe(1);
  expect(report.columns.semantic?.['recall@10']).toBeGreaterThan(0);
  expect(report.perQuery).toHaveLength(2);
  expect(report.best).toBe('hybrid');
});
