import type { HybridSearchClient, HybridSearchOptions, Memory } from '../../src/client/public-types.ts';
import { expect, test } from '../fixtures.ts';

const QUIET: HybridSearchOptions = { modelLoad: 'manual' };

test('bad calls give typed errors with the path of the bad value', async ({ openClient }) => {
  const page = await openClient(QUIET);
  const refused = await page.evaluate(async () => {
    const client = window.client as unknown as { [method: string]: (...args: unknown[]) => Promise<unknown> };
    const calls: { [call: string]: () => Promise<unknown> } = {
      removeMany: () => client.removeMany!('d'),
      'removeMany of no ids': () => client.removeMany!(['a', 5]),
      get: () => client.get!(undefined),
      addMany: () => client.addMany!({}),
      'addMany of a function': () => client.addMany!([{ text: 'a' }, { text: 'b', metadata: { run: () => 1 } }]),
      list: () => client.list!(null),
      'list with more': () => client.list!({ limitt: 5 }),
      import: () => client.import!([{ text: 'x' }]),
      search: () => client.search!(undefined),
      'search with null': () => client.search!('x', null),
      'function in metadata': () => client.add!({ text: 'x', metadata: { deep: { run: () => 1 } } }),
      removeWhere: () => client.removeWhere!({}),
      'export with more': () => client.export!({ vektors: true }),
      'bytes that were transferred': () => {
        const data = new ArrayBuffer(8);
        structuredClone(data, { transfer: [data] });
        return client.add!({ text: 'x', images: [{ data, mimeType: 'image/png', alt: '' }] });
      },
    };
    const found: { [call: string]: [unknown, unknown] } = {};
    for (const [name, call] of Object.entries(calls)) {
      const error = (await call().catch((caught: unknown) => caught)) as { code?: string; path?: string } | undefined;
      found[name] = [error?.code, error?.path];
    }
    return found;
  });
  expect(refused).toEqual({
    removeMany: ['invalid-argument', 'ids'],
    'removeMany of no ids': ['invalid-argument', 'ids[1]'],
    get: ['invalid-argument', 'id'],
    addMany: ['invalid-argument', 'inputs'],
    'addMany of a function': ['invalid-memory', '[1].metadata.run'],
    list: ['invalid-argument', 'options'],
    'list with more': ['invalid-option', 'limitt'],
    import: ['invalid-argument', 'source[0]'],
    search: ['invalid-argument', 'query'],
    'search with null': ['invalid-argument', 'options'],
    'function in metadata': ['invalid-memory', 'metadata.deep.run'],
    removeWhere: ['invalid-filter', 'filters'],
    'export with more': ['invalid-option', 'vektors'],
    'bytes that were transferred': ['invalid-memory', 'images[0].data'],
  });
});

test('proxies are read as plain data, one at a time and by the thousand', async ({ openClient }) => {
  const page = await openClient(QUIET);
  const stored = await page.evaluate(async () => {
    const reactive = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, key, receiver) => {
          const inner: unknown = Reflect.get(target, key, receiver);
          return typeof inner === 'object' && inner !== null ? reactive(inner) : inner;
        },
      });
    const { client } = window;
    await client.add(reactive({ id: 'one', text: 'reactive', tags: ['a', 'b'], metadata: { deep: { of: [1] } } }));
    const many = Array.from({ length: 1_200 }, (_, n) => ({ id: `n${n}`, text: `note ${n}`, tags: ['many'] }));
    await client.addMany(reactive(many));
    const { hits } = await client.search('reactive', reactive({ filters: { tags: ['a'] } }));
    return { one: await client.get('one'), count: await client.count(), hits: hits.map(({ id }) => id) };
  });
  expect(stored.one).toMatchObject({ text: 'reactive', tags: ['a', 'b'], metadata: { deep: { of: [1] } } });
  expect([stored.count, stored.hits]).toEqual([1_201, ['one']]);
});

test('adds many at once, counts, iterates, filters and groups', async ({ openClient }) => {
  const page = await openClient(QUIET);
  const found = await page.evaluate(async () => {
    const { client } = window;
    await client.upsertMany([
      { id: 'a', text: 'first', tags: ['x', 'y'], thread: 't1', createdAt: 1_000 },
      { id: 'b', text: 'second', tags: ['x'], thread: 't2', createdAt: 2_000 },
    ]);
    await client.upsertMany([{ id: 'b', text: 'second, again', tags: ['x'], thread: 't2' }]);
    const talk = client.conversation('s1');
    await talk.append({ role: 'user', text: 'hello', tags: ['z'], metadata: { from: 'phone' }, id: 'm' });
    const walked: string[] = [];
    for await (const memory of client) walked.push(memory.id);
    const oldest: string[] = [];
    for await (const memory of client.memories({ sort: 'oldest', filters: { tags: ['x'] } })) oldest.push(memory.id);
    const result = {
      many: (await client.getMany(['b', 'none', 'a'])).map((memory) => memory?.text),
      message: await client.get('m'),
      counts: [await client.count(), await client.count({ filters: { tags: ['x'] } })],
      walked: walked.sort(),
      oldest,
      tags: await client.tags(),
      threads: (await client.threads()).map(({ name, memories }) => [name, memories]),
      sessions: (await client.sessions()).map(({ name, memories }) => [name, memories]),
      stores: await client.stores(),
      removed: await client.removeWhere({ tags: ['x'] }),
    };
    return { ...result, left: await client.count() };
  });
  expect(found).toMatchObject({
    many: ['second, again', undefined, 'first'],
    message: { type: 'conversation', session: 's1', tags: ['z'], metadata: { from: 'phone' } },
    counts: [3, 2],
    walked: ['a', 'b', 'm'],
    oldest: ['a', 'b'],
    tags: [
      { tag: 'x', memories: 2 },
      { tag: 'y', memories: 1 },
      { tag: 'z', memories: 1 },
    ],
    threads: [
      ['t2', 1],
      ['t1', 1],
    ],
    sessions: [['s1', 1]],
    removed: 2,
    left: 1,
  });
  expect(found.stores).toContain('default');
});

test('a viewer reads, changes and removes only what the rules show', async ({ openClient }) => {
  const page = await openClient(QUIET);
  const seen = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'mine', text: 'mine', owner: 'me', privacy: 'direct' },
      { id: 'theirs', text: 'theirs', owner: 'you', privacy: 'direct' },
    ]);
    const viewer = { id: 'me', context: 'direct' } as const;
    const codeOf = (job: Promise<unknown>) =>
      job.then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    return {
      get: [(await client.get('mine', { viewer }))?.id, await client.get('theirs', { viewer })],
      count: await client.count({ viewer }),
      update: [
        await codeOf(client.update('mine', { title: 'x' }, { viewer })),
        await codeOf(client.update('theirs', { title: 'x' }, { viewer })),
      ],
      remove: [await client.remove('theirs', { viewer }), await client.removeMany(['mine', 'theirs'], { viewer })],
      nobody: await codeOf(client.get('mine', { viewer: null as never })),
      left: (await client.list()).memories.map(({ id, title }: Memory) => [id, title]),
    };
  });
  expect(seen).toEqual({
    get: ['mine', undefined],
    count: 1,
    update: ['done', 'not-found'],
    remove: [false, 1],
    nobody: 'invalid-option',
    left: [['theirs', undefined]],
  });
});

test('a second client with other options gets a warning, one without options does not', async ({ openClient }) => {
  const page = await openClient({ ...QUIET, conversationTtlDays: 3 });
  const told = await page.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    const errorsOf = async (options: HybridSearchOptions): Promise<[string, string | undefined][]> => {
      const errors: [string, string | undefined][] = [];
      const client: HybridSearchClient = createHybridSearch(options);
      client.onError((error) => errors.push([(error as { code?: string }).code!, (error as { path?: string }).path]));
      await client.ready;
      await client.close();
      return errors;
    };
    return [
      await errorsOf({}),
      await errorsOf({ conversationTtlDays: 3 }),
      await errorsOf({ conversationTtlDays: 9, search: { limit: 5 } }),
    ];
  });
  expect(told).toEqual([[], [], [['options-differ', 'conversationTtlDays, search']]]);
});

test('two copies of the package on a page recognise each other’s errors and share the store', async ({
  page,
  baseUrl,
}) => {
  await page.route('**/copy/*', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/copy/', '/') }) });
  });
  await page.goto(`${baseUrl}/blank`);
  const found = await page.evaluate(async () => {
    const [one, two] = (await Promise.all(['/client.js', '/copy/client.js'].map((url) => import(url)))) as [
      typeof import('../../src/client/index.ts'),
      typeof import('../../src/client/index.ts'),
    ];
    const here = one.createHybridSearch({ name: 'copies', modelLoad: 'manual' });
    const there = two.createHybridSearch({ name: 'copies', modelLoad: 'manual' });
    await Promise.all([here.ready, there.ready]);
    const caught: unknown = await there.add({ text: '' }).catch((error) => error);
    const changed = new Promise<string[]>((resolve) => here.subscribe(({ ids }) => resolve(ids)));
    await there.add({ id: 'note', text: 'from the other copy' });
    await changed;
    return {
      separate: one.HybridSearchError !== two.HybridSearchError && !(caught instanceof one.HybridSearchError),
      known: [one.isHybridSearchError(caught, 'invalid-memory'), two.isHybridSearchError(caught, 'invalid-memory')],
      names: [(caught as Error).name, (caught as Error).constructor.name],
      seen: (await here.get('note'))?.text,
    };
  });
  expect(found).toEqual({
    separate: true,
    known: [true, true],
    names: ['HybridSearchError', 'HybridSearchError'],
    seen: 'from the other copy',
  });
});

test('a store that failed to open is opened by the next client', async ({ openClient }) => {
  const page = await openClient({ ...QUIET, name: 'other' });
  const outcome = await page.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('hybrid-search/poisoned', 99_999);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
    const first = createHybridSearch({ name: 'poisoned', modelLoad: 'manual' });
    const code = await first.ready.then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('hybrid-search/poisoned').onsuccess = resolve;
    });
    const second = createHybridSearch({ name: 'poisoned', modelLoad: 'manual' });
    await second.ready;
    await second.add({ text: 'after all' });
    const counts = [await second.count(), await first.count()];
    await Promise.all([first.close(), second.close()]);
    return { code, counts };
  });
  expect(outcome).toEqual({ code: 'storage-version', counts: [1, 1] });
});

test('similar memories use the stored vectors, and the model cache can be removed', async ({ openClient }) => {
  const page = await openClient({ model: 'all-MiniLM-L6-v2' });
  const found = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'key', text: 'The spare key hangs behind the blue cupboard.', tags: ['home'] },
      { id: 'door', text: 'A second key for the front door lies with the neighbours.', tags: ['home'] },
      { id: 'soup', text: 'Roast the pumpkin, add broth and cream.', tags: ['food'] },
    ]);
    await client.idle();
    const similar = await client.similar('key');
    const codeOf = (job: Promise<unknown>) => job.catch((error: { code: string }) => error.code);
    return {
      ids: similar.map(({ memory }) => memory.id),
      falling: similar[0]!.similarity > similar[1]!.similarity,
      filtered: (await client.similar('key', { filters: { tags: ['food'] }, limit: 1 })).map(({ memory }) => memory.id),
      missing: await codeOf(client.similar('none')),
      cache: [await client.removeModelCache(), await client.removeModelCache()],
      kept: (await caches.keys()).filter((name) => name.includes('files')),
    };
  });
  expect(found).toEqual({
    ids: ['door', 'soup'],
    falling: true,
    filtered: ['soup'],
    missing: 'not-found',
    cache: [true, false],
    kept: [],
  });
});
