import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isHybridSearchError } from '../core/errors.ts';
import { PortWorker } from '../testing/port-worker.ts';
import { createHybridSearch } from './client.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

let client: HybridSearchClient;
const open: HybridSearchClient[] = [];
let stores = 0;

function start(options: Parameters<typeof createHybridSearch>[0] = {}): HybridSearchClient {
  const started = createHybridSearch({ name: `client-${++stores}`, modelLoad: 'manual', language: 'en', ...options });
  open.push(started);
  return started;
}

beforeEach(() => {
  vi.stubGlobal('Worker', PortWorker);
  PortWorker.started.length = 0;
  client = start();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close().catch(() => {});
  vi.unstubAllGlobals();
  expect(PortWorker.running.size).toBe(0);
});

async function outcome(call: () => unknown): Promise<string> {
  let promise: unknown;
  try {
    promise = call();
  } catch {
    return 'thrown at once';
  }
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return isHybridSearchError(error) ? error.code : `untyped ${error}`;
  }
}

const junk = (value: unknown): never => value as never;

function withHole<Item>(list: Item[]): Item[] {
  delete list[1];
  return list;
}

const throwing = (): { text: string } => ({
  get text(): string {
    throw new Error('not now');
  },
});

function revoked(): { text: string } {
  const { proxy, revoke } = Proxy.revocable({ text: 'x' }, {});
  revoke();
  return proxy;
}

describe('the client', () => {
  it('writes, finds, reads, updates and removes over the worker boundary', async () => {
    expect(await client.ready).toBe(client);
    const changes: string[] = [];
    const stop = client.subscribe(({ kind, ids }) => changes.push(`${kind} ${ids}`));
    await client.add({ id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin, add broth.', tags: ['food'] });
    await client.addMany([
      { id: 'key', text: 'The spare key lies under the blue pot.' },
      { id: 'tea', text: 'Tea needs a pot.', thread: 't', session: 's' },
    ]);
    expect((await client.search('pot')).hits.map(({ id }) => id).sort()).toEqual(['key', 'tea']);
    expect((await client.get('soup'))?.title).toBe('Pumpkin soup');
    expect((await client.getMany(['tea', 'none'])).map((memory) => memory?.id)).toEqual(['tea', undefined]);
    expect((await client.update('key', { text: 'The spare key is gone.' })).text).toBe('The spare key is gone.');
    expect((await client.upsert({ id: 'tea', text: 'Tea needs water.' })).text).toBe('Tea needs water.');
    expect((await client.search('pot')).hits).toEqual([]);
    expect((await client.list({ sort: 'title', limit: 1 })).total).toBe(3);
    expect(await client.count({ filters: { tags: ['food'] } })).toBe(1);
    expect(await client.tags()).toEqual([{ tag: 'food', memories: 1 }]);
    const all: string[] = [];
    for await (const { id } of client) all.push(id);
    expect(all.sort()).toEqual(['key', 'soup', 'tea']);
    expect(await client.remove('soup')).toBe(true);
    expect(await client.remove('soup')).toBe(false);
    expect(await client.removeWhere({ ids: ['tea'] })).toBe(1);
    stop();
    await client.clear();
    expect(await client.count()).toBe(0);
    expect(changes).toEqual(['put soup', 'put key,tea', 'put key', 'put tea', 'remove soup', 'remove tea']);
    expect(await client.stats()).toMatchObject({ memories: 0, latency: { searches: 2 } });
  });

  it('keeps a conversation, and packs a context', async () => {
    const talk = client.conversation('s1');
    await talk.append({ role: 'user', text: 'Where is the spare key?' });
    await talk.append({ role: 'assistant', text: 'Under the blue pot.' });
    expect((await talk.list()).map(({ text }) => text)).toEqual(['Where is the spare key?', 'Under the blue pot.']);
    const context = await client.context('spare key', { tokens: 100 });
    expect(context).toMatchObject({ counter: 'estimate', budget: 100 });
    expect(context.text).toContain('spare key');
    await talk.clear();
    expect(await talk.list()).toEqual([]);
  });

  it('rejects invalid arguments with a typed error, and never throws synchronously', async () => {
    const wrong: { [call: string]: () => unknown } = {
      'search query': () => client.search(junk(null)),
      'search options': () => client.search('x', junk(null)),
      'search option': () => client.search('x', { limit: junk('ten') }),
      'import null': () => client.import(junk(null)),
      'import options': () => client.import('x', junk(null)),
      export: () => client.export(junk(null)),
      add: () => client.add(junk(null)),
      addMany: () => client.addMany(junk(null)),
      upsert: () => client.upsert(junk(undefined)),
      upsertMany: () => client.upsertMany(junk('x')),
      update: () => client.update(junk(null), {}),
      'update of nothing': () => client.update('a', junk({ text: 5 })),
      'update options': () => client.update('a', {}, junk(null)),
      remove: () => client.remove(junk('')),
      removeMany: () => client.removeMany(junk([1])),
      removeWhere: () => client.removeWhere({}),
      get: () => client.get(junk({})),
      getMany: () => client.getMany(junk(null)),
      list: () => client.list(junk(null)),
      count: () => client.count(junk(null)),
      sessions: () => client.sessions(junk(null)),
      threads: () => client.threads(junk(5)),
      tags: () => client.tags(junk(null)),
      similar: () => client.similar('a', junk(null)),
      embedded: () => client.embedded(junk(5)),
      touch: () => client.touch(junk(null)),
      context: () => client.context('x', junk(null)),
      'context tokens': () => client.context('x', { tokens: 0 }),
      evaluate: () => client.evaluate([], junk(null)),
      'evaluate nothing': () => client.evaluate([]),
      memories: () => client.memories(junk(null))[Symbol.asyncIterator]().next(),
      conversation: () => client.conversation(junk(null)).append({ role: 'user', text: 'x' }),
      'conversation list': () => client.conversation(junk('')).list(),
      'conversation clear': () => client.conversation(junk(7)).clear(),
      setModel: () => client.setModel('no such model'),
      'signal of search': () => client.search('x', { signal: junk({}) }),
      'signal of import': () => client.import('x', { signal: junk('stop') }),
      'signal of export': () => client.export({ signal: junk({}) }),
      'encoding of import that doesn’t exist': () => client.import('x', { encoding: 'utf-9' }),
      'encoding of import that isn’t text': () => client.import('x', { encoding: junk(8) }),
      'session that no message can have': () => client.conversation('\ud800').list(),
      'id that is missing in a list': () => client.removeMany(withHole(['a', 'b', 'c'])),
      'memory that is missing in a list': () => client.addMany(withHole([{ text: 'a' }, { text: 'b' }, { text: 'c' }])),
      'getter that throws': () => client.add(throwing()),
      'proxy that was revoked': () => client.add(revoked()),
    };
    const codes: { [call: string]: string } = {};
    for (const [name, call] of Object.entries(wrong)) codes[name] = await outcome(call);
    const typed = [
      'invalid-argument',
      'invalid-option',
      'invalid-memory',
      'invalid-filter',
      'model-unavailable',
      'not-found',
    ];
    expect(Object.entries(codes).filter(([, code]) => !typed.includes(code))).toEqual([]);
    expect(await client.count()).toBe(0);
    expect(codes).toMatchObject({
      'getter that throws': 'invalid-memory',
      'session that no message can have': 'invalid-argument',
    });
    expect(codes).toMatchObject({ 'search options': 'invalid-argument', 'import null': 'invalid-argument' });
  });

  it('rejects every call as unsupported without workers', async () => {
    vi.stubGlobal('Worker', undefined);
    const none = start();
    const calls: (() => unknown)[] = [
      () => none.ready,
      () => none.add({ text: 'x' }),
      () => none.search('x'),
      () => none.import('x'),
      () => none.export(),
      () => none.stats(),
      () => none.conversation('s').list(),
    ];
    expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => 'unsupported'));
    expect(await outcome(() => none.destroy())).toBe('unsupported');
    expect(await outcome(() => none.close())).toBe('no error');
  });

  it('shares one engine per name, and reports a later client’s different options', async () => {
    const errors: string[] = [];
    const second = start({ name: client.name, stemming: 'none' });
    second.onError((error) => errors.push((error as { path?: string }).path ?? ''));
    await client.add({ id: 'a', text: 'shared' });
    expect((await second.get('a'))?.text).toBe('shared');
    expect(PortWorker.started).toEqual(['engine']);
    expect(errors).toEqual(['stemming']);
    await client.close();
    expect((await second.get('a'))?.text).toBe('shared');
  });

  it('answers nothing once it is closed, even if another client keeps the engine', async () => {
    const second = start({ name: client.name });
    await client.add({ id: 'a', text: 'shared' });
    await client.close();
    const calls = [
      () => client.get('a'),
      () => client.add({ text: 'x' }),
      () => client.search('shared'),
      () => client.export(),
      () => client.conversation('s').list(),
    ];
    expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => 'closed'));
    expect(await second.count()).toBe(1);
  });

  it('calls the other listeners if one throws, and reports its error to the page', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('reportError', (error: Error) => told.push(error.message));
    client.subscribe(() => {
      throw new Error('its own fault');
    });
    client.subscribe(({ ids }) => told.push(ids));
    await client.add({ id: 'a', text: 'lamp' });
    expect(told).toEqual(['its own fault', ['a']]);
  });

  it('gives a later listener the last state, and starts a new engine when one dies', async () => {
    await client.ready;
    const kinds: string[] = [];
    client.onStorage(({ kind }) => kinds.push(kind));
    expect(kinds).toEqual(['opened']);
    const [engine] = PortWorker.running;
    const dying = outcome(() => client.idle());
    engine!.onerror!({ message: 'out of memory' });
    expect(await dying).toBe('worker-died');
    await client.add({ id: 'again', text: 'alive' });
    expect(PortWorker.started.length).toBeGreaterThan(1);
  });
});
