import { expect, it } from 'vitest';
import type { HybridSearchClient, HybridSearchOptions, Memory, SearchResponse, SyncHandle } from './index.ts';
import * as surface from './index.ts';

it('exports what a headless page needs, and nothing by accident', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'HybridSearchError',
    'createHybridSearch',
    'isHybridSearchError',
    'marked',
  ]);
});

it('has errors whose class keeps its name', () => {
  expect(new surface.HybridSearchError('closed').name).toBe('HybridSearchError');
});

async function everyMethod(client: HybridSearchClient): Promise<void> {
  const viewer = { id: 'me', context: 'direct' } as const;
  const memory: Memory = await client.add({ text: 'x', tags: ['a'], metadata: { of: [1, null, { a: 'b' }] } });
  const all: Memory[] = await client.addMany([{ text: 'x' }]);
  const changed: Memory = await client.update(memory.id, { title: 'y' }, { viewer });
  const upserted: Memory[] = [await client.upsert({ text: 'x' }), ...(await client.upsertMany([{ text: 'x' }]))];
  const gone: boolean = await client.remove(memory.id, { viewer });
  const removed: number = (await client.removeMany(['a'])) + (await client.removeWhere({ tags: ['a'] }, { viewer }));
  const maybe: (Memory | undefined)[] = [await client.get('a', { viewer }), ...(await client.getMany(['a']))];
  const { memories, total, hasMore } = await client.list({ limit: 5, sort: 'title', filters: { type: 'fact' } });
  for await (const each of client) all.push(each);
  for await (const each of client.memories({ sort: 'oldest' })) all.push(each);
  const count: number = await client.count({ filters: { tags: ['a'] } });
  const [session] = [...(await client.sessions()), ...(await client.threads({ viewer }))];
  const names: string[] = [...(await client.tags()).map(({ tag }) => tag), ...(await client.stores())];
  const response: SearchResponse = await client.search('x', {
    limit: 3,
    filters: { metadataFilters: [{ path: 'a.b', operator: 'eq', value: 1 }] },
    signal: new AbortController().signal,
    onPartial: ({ hits }) => hits.length,
  });
  const parts: string[] = response.hits.flatMap((hit) => surface.marked(hit).map(({ text }) => text));
  const [near] = await client.similar(memory.id, { limit: 3 });
  const context = await client.context('x', { tokens: 500 });
  const report = await client.import([new Blob(['x'])], { format: 'text', onProgress: ({ rows }) => rows });
  const unregister: () => void = client.registerReader({
    name: 'x',
    extensions: ['x'],
    read: async (file) => [{ memory: { text: await file.text() } }],
  });
  const backup: Blob = await client.export({ vectors: true });
  const talk = client.conversation('s');
  await talk.append({ role: 'user', text: 'x', tags: ['a'], metadata: { a: 1 }, thread: 't', owner: 'me' });
  await talk.list(5);
  await talk.clear();
  await client.touch('a');
  await client.setModel('auto');
  await client.removeModelCache();
  const stop: () => void = client.subscribe(({ ids, kind, origin }) => [ids, kind, origin]);
  client.onProgress(({ model, embedding }) => [model.state, embedding.queued]);
  client.onStorage(({ durability }) => durability);
  client.onError((error) => surface.isHybridSearchError(error, 'quota') && error.path);
  client.typing();
  await Promise.all([
    client.idle(),
    client.loadModel(),
    client.pause(),
    client.resume(),
    client.purge(),
    client.clear(),
  ]);
  const sync: SyncHandle = await client.sync({
    url: 'https://x/y',
    passphrase: 'x',
    headers: async () => [['a', 'b']],
  });
  sync.onState(({ stage, detail, pulled }) => [stage, detail, pulled]);
  const [kept] = await sync.conflicts('a');
  await sync.resolve('a', kept?.version);
  await sync.resolve('a', undefined, kept && [kept]);
  await client.evaluate([], { settings: { alpha: 0.5 } });
  await client.stats();
  await client.close();
  await client.destroy();
  void [changed, upserted, gone, removed, maybe, memories, total, hasMore, count, session?.last, names, parts];
  void [near?.similarity, context, report.added, unregister, client.readers.length, backup, stop];

  const options: HybridSearchOptions = { name: 'x', model: 'auto', modes: ['keyword'], search: { alpha: 0.3 } };
  void options;
  // @ts-expect-error a memory has a text
  await client.add({ title: 'x' });
  // @ts-expect-error a role is needed
  await talk.append({ text: 'x' });
  // @ts-expect-error a message's type can't be chosen
  await talk.append({ role: 'user', text: 'x', type: 'note' });
  // @ts-expect-error no such order
  await client.list({ sort: 'random' });
}
void everyMethod;
