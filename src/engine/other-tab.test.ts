/** A tab that hasn't noticed another tab's writes yet must not show what they removed or hid. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineInit } from '../testing/engine-init.ts';
import { type EnginePort, enginePort } from '../testing/engine-port.ts';
import { sharedStore } from '../testing/shared-store.ts';
import { createEngine } from './engine.ts';
import type { Engine } from './engine-contract.ts';
import { createEphemeralStore } from './store/ephemeral-store.ts';
import type { MemoryStore } from './store/memory-store.ts';

const opens = vi.hoisted(() => ({ store: undefined as MemoryStore | undefined }));
vi.mock('./recovery/open-store.ts', () => ({
  openStore: async () => ({ store: opens.store!, report: await opens.store!.open() }),
}));

const NOTES = [
  { id: 'shared', text: 'A copper lamp hangs in the hall', owner: 'ann', privacy: 'group', group: 'g' },
  { id: 'open', text: 'Who polished that lamp of copper?', owner: 'ann', privacy: 'group', group: 'g' },
] as const;
const BEN = { id: 'ben', context: 'group', group: 'g' } as const;

let one: Engine;
let deaf: EnginePort;
let store: MemoryStore;
beforeEach(async () => {
  const tabs = sharedStore();
  one = await createEngine({ init: engineInit({ modelAllowed: false }), store: tabs.tab(), emit() {} });
  await one.add(NOTES);
  store = tabs.tab(false);
  opens.store = store;
  deaf = enginePort();
  await deaf.call('open', [engineInit()]);
  await deaf.call('idle', []);
});
afterEach(async () => {
  await deaf.close();
  await one.close();
});

const found = async (settings = {}): Promise<string[]> =>
  (await deaf.call('search', ['copper lamp', { modes: ['keyword'], ...settings }])).hits.map(({ id }) => id).sort();

describe('a memory that another tab has hidden from a viewer', () => {
  it("isn't in any list, search or neighbours once the write is acknowledged", async () => {
    const listed = async () => (await deaf.call('list', [{ viewer: BEN }])).memories.map(({ id }) => id).sort();
    const similar = async () => (await deaf.call('similar', ['open', { viewer: BEN }])).map(({ memory }) => memory.id);
    expect(await listed()).toEqual(['open', 'shared']);
    expect(await found({ viewer: BEN })).toEqual(['open', 'shared']);
    expect(await similar()).toEqual(['shared']);
    await one.update('shared', { privacy: 'direct' });
    expect(await listed()).toEqual(['open']);
    expect(await found({ viewer: BEN })).toEqual(['open']);
    expect(await similar()).toEqual([]);
  });
});

describe('a memory that another tab has hidden or removed', () => {
  const PLANS = {
    id: 'plans',
    text: 'A zeppelin for the birthday',
    tags: ['surprise'],
    thread: 'party',
    session: 'monday',
    type: 'conversation',
    role: 'user',
    owner: 'ann',
    privacy: 'group',
    group: 'g',
  } as const;
  type Answer = () => Promise<unknown>;
  const asked = (viewer?: typeof BEN): { [name: string]: Answer } => {
    const seen = viewer ? { viewer } : {};
    return {
      ids: () => deaf.call('ids', [seen]),
      count: () => deaf.call('count', [seen]),
      tags: () => deaf.call('tags', [seen]),
      threads: () => deaf.call('groups', ['thread', seen]),
      sessions: () => deaf.call('groups', ['session', seen]),
      embedded: () =>
        deaf.call('embedded', ['plans', seen]).catch((error: unknown) => (error as { code: string }).code),
      total: async () => (await deaf.call('search', ['copper zeppelin', { modes: ['keyword'], ...seen }])).total,
      facets: async () => {
        const settings = { modes: ['keyword' as const], facets: ['tags' as const], ...seen };
        return (await deaf.call('search', ['zeppelin', settings])).facets;
      },
      corrections: async () =>
        (await deaf.call('search', ['zepelin', { modes: ['keyword'], ...seen }])).understood.corrected,
      context: async () =>
        (await deaf.call('contextCandidates', ['zeppelin', { settings: seen, tokens: 9, weak: true }])).candidates
          .length,
      ...(viewer
        ? {}
        : {
            conversation: () => deaf.call('conversationList', ['monday']),
            ranked: () => deaf.call('rank', ['zeppelin', { modes: ['keyword'] }]),
            stats: async () => (await deaf.call('stats', [])).tags,
          }),
    };
  };

  const VIEWED = Object.keys(asked(BEN));
  it.each(VIEWED)("isn't returned by %s once it's hidden", async (name) => {
    const answer = asked(BEN)[name]!;
    const before = await answer();
    await one.add([PLANS]);
    expect(await answer()).not.toEqual(before);
    await one.update('plans', { privacy: 'direct' });
    expect(await answer()).toEqual(before);
  });

  it.each(Object.keys(asked()))("isn't returned by %s once it's removed", async (name) => {
    const answer = asked()[name]!;
    const before = await answer();
    await one.add([PLANS]);
    expect(await answer()).not.toEqual(before);
    await one.remove(['plans']);
    expect(await answer()).toEqual(before);
  });

  it('disappears from an idle tab that receives no broadcast at its next periodic check', async () => {
    const puts = () =>
      deaf.events.filter(({ name, value }) => name === 'change' && JSON.stringify(value).includes('plans'));
    await one.add([PLANS]);
    expect(puts()).toEqual([]);
    await deaf.call('noticeOtherTabs', []);
    expect(puts()).toHaveLength(1);
  });
});

describe('a memory that another tab has removed', () => {
  it("isn't found by a search that had cached it", async () => {
    expect(await found()).toEqual(['open', 'shared']);
    await one.remove(['shared']);
    expect(await found()).toEqual(['open']);
  });

  it('causes checks only if there may be another tab', async () => {
    await found();
    const asked = vi.spyOn(store, 'state');
    await found();
    expect(asked).toHaveBeenCalledTimes(1);
    const alone = createEphemeralStore();
    const engine = await createEngine({ init: engineInit({ modelAllowed: false }), store: alone, emit() {} });
    await engine.add(NOTES);
    await engine.searcher.search('lamp', { modes: ['keyword'] });
    const calls = [vi.spyOn(alone, 'state'), vi.spyOn(alone, 'get')];
    await engine.searcher.search('lamp', { modes: ['keyword'] });
    for (const call of calls) expect(call).not.toHaveBeenCalled();
    await engine.close();
  });
});

describe('a store that another tab has deleted', () => {
  it('answers nothing from memory, and reports it to the page', async () => {
    const deleted = Object.assign(createEphemeralStore(), { deleted: false });
    opens.store = deleted;
    const port = enginePort();
    await port.call('open', [engineInit({ modelAllowed: false })]);
    await port.call('add', [NOTES[1]]);
    deleted.deleted = true;
    deleted.events.emit('deleted', null);
    for (const call of [
      () => port.call('count', [{}]),
      () => port.call('search', ['lamp', {}]),
      () => port.call('tags', [{}]),
      () => port.call('list', []),
      () => port.call('add', [NOTES[1]]),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'closed' });
    }
    expect(port.events.map(({ name }) => name)).toContain('deleted');
    await port.close();
  });
});

describe('a memory that another tab has put into the trash', () => {
  const PAGE = { offset: 0, limit: 10 };

  it('is removed when the trash is emptied', async () => {
    await one.trash.put(['shared'], () => true);
    expect(await deaf.call('trashEmpty', [{}])).toBe(1);
    expect((await one.trash.list(PAGE)).total).toBe(0);
  });

  it('is removed by a purge', async () => {
    await one.trash.put(['shared'], () => true);
    await deaf.call('purge', []);
    expect(await store.get(['shared'])).toEqual([undefined]);
  });
});
