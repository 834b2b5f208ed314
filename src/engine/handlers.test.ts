import { afterEach, describe, expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { BGE_SMALL, MINI_LM, modelProfile } from '../core/model-profiles.ts';
import type { Memory } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import { Caller } from '../protocol/call.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import { encodeError } from '../protocol/error-codec.ts';
import type { SyncStore } from '../protocol/sync-api.ts';
import type { TransferStore } from '../protocol/transfer-api.ts';
import { engineInit } from '../testing/engine-init.ts';
import { type EnginePort, enginePort } from '../testing/engine-port.ts';

const opened: EnginePort[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

function port(options?: Parameters<typeof enginePort>[0]): EnginePort {
  const engine = enginePort(options);
  opened.push(engine);
  return engine;
}

async function open(own: Parameters<typeof engineInit>[0] = {}): Promise<EnginePort> {
  const engine = port();
  await engine.call('open', [engineInit({ modelAllowed: false, ...own })]);
  return engine;
}

const POT = { id: 'pot', text: 'The spare key lies under the blue pot.', tags: ['home'] };
const TEA = { id: 'tea', text: 'Tea needs a pot and water.', tags: ['home', 'food'], session: 's', thread: 't' };
const NOTES = [POT, TEA];

const MINE = { owner: 'ann', privacy: 'direct' as const };
const BEN = { viewer: { id: 'ben', context: 'direct' as const } };
const idsOf = (memories: readonly { id: string }[]): string[] => memories.map(({ id }) => id);
const textsOf = (memories: readonly Memory[]): string[] => memories.map(({ text }) => text);
const found = async ({ call }: EnginePort, query: string): Promise<string[]> =>
  idsOf((await call('search', [query, { modes: ['keyword'] }])).hits).sort();

const HANDLERS: { [Method in keyof EngineApi]: (engine: EnginePort) => Promise<void> } = {
  async open({ call }) {
    expect(await call('open', [engineInit({ name: 'another' })])).toEqual({ durability: 'ephemeral' });
    expect(await call('count', [{}])).toBe(2);
  },
  async ping({ call }) {
    expect(await call('ping', [])).toBeUndefined();
  },
  async attachEmbedder({ call, events, embedded }) {
    await call('loadModel', []);
    await call('idle', []);
    expect(events.filter(({ name }) => name === 'embedder-start')).toHaveLength(1);
    expect(embedded.sort()).toEqual(NOTES.map(({ text }) => text).sort());
  },
  async embedderLost(engine) {
    const { call } = engine;
    await call('loadModel', []);
    const gone = encodeError(new HybridSearchError('missing-file', 'embedding-worker.js'));
    await call('embedderLost', ['the script is gone', gone]);
    const { model, armsAvailable } = await call('stats', []);
    expect(model).toMatchObject({ state: 'failed', error: 'the script is gone' });
    expect(armsAvailable).not.toContain('semantic');
    expect(await found(engine, 'pot')).toEqual(['pot', 'tea']);
  },
  async imports({ call }) {
    expect(await call('imports', [])).toEqual([]);
  },
  async removeImport({ call }) {
    await expect(call('removeImport', ['none'])).rejects.toMatchObject({ code: 'not-found' });
  },
  async attachTransfer({ call }) {
    const { port1, port2 } = new MessageChannel();
    await call('attachTransfer', [port2], { transfer: [port2] });
    const transfer = new Caller<TransferStore>(port1);
    expect((await transfer.call('ids', [])).sort()).toEqual(['pot', 'tea']);
    expect(
      await transfer.call('upsertMany', [[POT, { id: 'tea', text: 'No tea.' }, { id: 'new', text: 'New.' }]]),
    ).toEqual({
      added: 1,
      updated: 1,
      unchanged: 1,
    });
    expect([await transfer.call('remove', [['new', 'none']]), await transfer.call('remove', [['none']])]).toEqual([
      1, 0,
    ]);
    const importId = await transfer.call('beginImport', ['notes', 2]);
    await transfer.call('upsertMany', [[{ id: 'more', text: 'More.' }], importId]);
    const end = { added: 1, updated: 0, unchanged: 0, contents: [], whole: true };
    expect(await transfer.call('endImport', [importId, end])).toBe(true);
    expect(await call('imports', [])).toMatchObject([{ id: importId, name: 'notes', files: 2, added: 1 }]);
    expect((await call('getMany', [['more', 'pot'], {}])).map((memory) => memory?.importId)).toEqual([
      importId,
      undefined,
    ]);
    expect((await call('stats', [])).lastBackup).toBeNull();
    await transfer.call('exported', []);
    expect((await call('stats', [])).lastBackup).toBeGreaterThan(0);
    transfer.close(new HybridSearchError('closed'));
    port1.close();
  },
  async attachSync(engine) {
    const { port1, port2 } = new MessageChannel();
    await engine.call('attachSync', [port2], { transfer: [port2] });
    const sync = new Caller<SyncStore>(port1);
    const first = await sync.call('changes', [null]);
    expect([first.isWhole, first.changed.map(({ id }) => id).sort()]).toEqual([true, ['pot', 'tea']]);
    const [pot, none] = await sync.call('stamps', [['pot', 'none']]);
    const next = { id: 'pot', text: 'The spare key is gone.' };
    expect(
      await sync.call('apply', [
        [
          { id: 'pot', expected: pot!.stamp, next },
          { id: 'tea', expected: 'other', next: null },
        ],
      ]),
    ).toEqual([true, false]);
    expect(none!.stamp).toBeNull();
    await engine.call('removeMany', [['tea'], {}]);
    const { isWhole, changed } = await sync.call('changes', [first.position]);
    expect([isWhole, changed.map(({ id, stamp }) => [id, stamp === null])]).toEqual([
      false,
      [
        ['pot', false],
        ['tea', true],
      ],
    ]);
    expect((await sync.call('read', [['pot']]))[0]?.text).toBe('The spare key is gone.');
    await sync.call('hold', [true]);
    expect((await engine.call('stats', [])).paused).toBe(true);
    await sync.call('hold', [false]);
    expect((await engine.call('stats', [])).paused).toBe(false);
    sync.close(new HybridSearchError('closed'));
    port1.close();
  },

  async trashPut(engine) {
    const { call, events } = engine;
    expect(await call('trashPut', [['pot', 'none', 'pot'], {}])).toBe(1);
    expect(events.at(-1)).toEqual({ name: 'change', value: { ids: ['pot'], kind: 'remove', origin: 'local' } });
    expect(await found(engine, 'pot')).toEqual(['tea']);
    expect(await call('getMany', [['pot'], {}])).toEqual([undefined]);
    await expect(call('update', ['pot', { title: 'x' }, {}])).rejects.toMatchObject({ code: 'not-found' });
    // The first is already in the trash. Ben may not see the second.
    expect([await call('trashPut', [['pot'], {}]), await call('trashPut', [['tea'], BEN])]).toEqual([0, 0]);
    await call('trashRestore', [['pot'], {}]);
    const unchangedSince = await call('position', []);
    expect(await call('trashPut', [['pot', 'tea'], { unchangedSince: '99@another-generation' }])).toBe(0);
    await call('update', ['pot', { title: 'Blue' }, {}]);
    expect(await call('trashPut', [['pot', 'tea'], { unchangedSince }])).toBe(1);
    expect(idsOf((await call('trashList', [{}])).memories)).toEqual(['tea']);
  },
  async trashList({ call }) {
    await call('add', [{ id: 'diary', text: 'Mine alone.', ...MINE }]);
    await call('trashPut', [['pot'], {}]);
    await call('trashPut', [['diary'], {}]);
    const { memories, total, hasMore } = await call('trashList', [{ limit: 1 }]);
    expect([memories.length, total, hasMore]).toEqual([1, 2, true]);
    const ann = { viewer: { id: 'ann', context: 'direct' as const } };
    expect(textsOf((await call('trashList', [ann])).memories)).toEqual(['Mine alone.']);
    expect((await call('trashList', [BEN])).total).toBe(0);
    await expect(call('trashList', [{ limit: 0 }])).rejects.toMatchObject({ code: 'invalid-option', path: 'limit' });
  },
  async trashRestore(engine) {
    const { call, events } = engine;
    await call('trashPut', [['pot'], {}]);
    expect([await call('trashRestore', [['pot'], BEN]), await call('trashRestore', [['pot', 'tea'], {}])]).toEqual([
      0, 1,
    ]);
    expect(events.at(-1)).toEqual({ name: 'change', value: { ids: ['pot'], kind: 'put', origin: 'local' } });
    expect(await found(engine, 'pot')).toEqual(['pot', 'tea']);
    expect((await call('getMany', [['pot'], {}]))[0]).not.toHaveProperty('trashedAt');
  },
  async trashEmpty({ call }) {
    await call('trashPut', [['pot'], {}]);
    expect([await call('trashEmpty', [BEN]), await call('trashEmpty', [{}])]).toEqual([0, 1]);
    expect([(await call('trashList', [{}])).total, await call('trashRestore', [['pot'], {}])]).toEqual([0, 0]);
  },

  async add(engine) {
    const stored = await engine.call('add', [{ text: 'A lamp of copper.' }]);
    expect(stored).toMatchObject({ text: 'A lamp of copper.', type: 'note', tags: [] });
    expect(engine.events.at(-1)).toEqual({
      name: 'change',
      value: { ids: [stored.id], kind: 'put', origin: 'local' },
    });
    expect(await found(engine, 'copper')).toEqual([stored.id]);
    await expect(engine.call('add', [{ ...POT, text: 'Another text.' }])).rejects.toMatchObject({
      code: 'conflict',
      path: 'id',
    });
  },
  async addMany(engine) {
    expect(idsOf(await engine.call('addMany', [[{ id: 'a', text: 'a lamp' }, POT]]))).toEqual(['a', 'pot']);
    const wrong = [{ id: 'b', text: 'b lamp' }, { text: '' }];
    await expect(engine.call('addMany', [wrong])).rejects.toMatchObject({
      code: 'invalid-memory',
      message: expect.stringContaining('item 1'),
    });
    expect(await found(engine, 'lamp')).toEqual(['a']);
  },
  async addManyFrom(engine) {
    const { port1, port2 } = new MessageChannel();
    const inputs = Array.from({ length: 1_200 }, (_, n) => ({ id: `m${n}`, text: `lamp ${n}` }));
    const slices: Memory[][] = [];
    const added = engine.call('addManyFrom', [port2, inputs.length], {
      transfer: [port2],
      onProgress: (slice) => slices.push(slice),
    });
    for (let at = 0; at < inputs.length; at += 700) port1.postMessage(inputs.slice(at, at + 700));
    await added;
    expect(idsOf(slices.flat())).toEqual(idsOf(inputs));
    expect(await engine.call('count', [{}])).toBe(1_202);
  },
  async upsertMany(engine) {
    const stored = await engine.call('upsertMany', [
      [
        { ...POT, text: 'The key is gone.' },
        { id: 'new', text: 'New.' },
      ],
    ]);
    expect(textsOf(stored)).toEqual(['The key is gone.', 'New.']);
    expect(await found(engine, 'pot')).toEqual(['tea']);
  },
  async update(engine) {
    const { call } = engine;
    const [before] = await call('getMany', [['pot'], {}]);
    expect(await call('update', ['pot', { title: 'Key' }, {}])).toMatchObject({ title: 'Key', text: POT.text });
    const late = call('update', ['pot', { title: 'Late' }, { ifUnchanged: before! }]);
    await expect(late).rejects.toMatchObject({ code: 'conflict', current: { title: 'Key' } });
    await expect(call('update', ['pot', { title: 'Mine' }, BEN])).rejects.toMatchObject({ code: 'not-found' });
    await expect(call('update', ['none', { title: 'x' }, {}])).rejects.toMatchObject({ code: 'not-found', path: 'id' });
  },
  async removeMany(engine) {
    await engine.call('add', [{ id: 'hers', text: 'a lamp', ...MINE }]);
    expect(await engine.call('removeMany', [['hers'], BEN])).toBe(0);
    expect(await engine.call('removeMany', [['hers', 'hers', 'none'], {}])).toBe(1);
    expect(await found(engine, 'lamp')).toEqual([]);
  },
  async removeWhere({ call }) {
    const nothing = [
      {},
      { tags: [] },
      { type: [] },
      { metadata: {} },
      { metadataFilters: [] },
      { includeImages: true },
    ];
    for (const filters of nothing) {
      await expect(call('removeWhere', [{ filters }])).rejects.toMatchObject({ code: 'invalid-filter' });
    }
    expect(await call('count', [{}])).toBe(2);
    expect(await call('removeWhere', [{ filters: { tags: ['food'] } }])).toBe(1);
    expect(await call('ids', [{}])).toEqual(['pot']);
  },
  async clear({ call, events }) {
    expect(await call('clear', [{}])).toBe(2);
    expect(await call('count', [{}])).toBe(0);
    expect(events.at(-1)).toEqual({ name: 'change', value: { ids: [], kind: 'clear', origin: 'local' } });
    await call('addMany', [NOTES]);
    const before = await call('position', []);
    const imported = { id: 'salt', text: 'Salt keeps.', updatedAt: 1 };
    await call('upsertMany', [[imported]]);
    expect(await call('clear', [{ unchangedSince: before }])).toBe(2);
    expect(await call('ids', [{}])).toEqual(['salt']);
  },
  async position({ call }) {
    const before = await call('position', []);
    expect(await call('position', [])).toBe(before);
    await call('update', ['tea', { text: 'Tea needs water.' }, {}]);
    expect(await call('position', [])).not.toBe(before);
    expect(await call('removeMany', [['pot', 'tea'], { unchangedSince: before }])).toBe(1);
    expect(await call('ids', [{}])).toEqual(['tea']);
    const elsewhere = `${before.split('@')[0]}@another store`;
    expect(await call('removeMany', [['tea'], { unchangedSince: elsewhere }])).toBe(0);
    expect(await call('clear', [{ unchangedSince: elsewhere }])).toBe(0);
    for (const unchangedSince of ['', '7', 'x@y', 7 as never]) {
      const refused = { code: 'invalid-option', path: 'unchangedSince' };
      await expect(call('clear', [{ unchangedSince }])).rejects.toMatchObject(refused);
      await expect(call('removeMany', [['tea'], { unchangedSince }])).rejects.toMatchObject(refused);
    }
  },
  async noticeOtherTabs({ call }) {
    expect(await call('noticeOtherTabs', [])).toBeUndefined();
  },
  async touch({ call }) {
    // This engine has the option off.
    await call('touch', ['pot']);
    expect((await call('getMany', [['pot'], {}]))[0]?.accessCount).toBe(0);
    const counting = await open({ touch: true });
    await counting.call('add', [POT]);
    await counting.call('touch', ['pot']);
    expect((await counting.call('getMany', [['pot'], {}]))[0]?.accessCount).toBe(1);
  },

  async file({ call }) {
    // `transfer/keep-files.test.ts` has stores that keep files.
    expect([await call('file', ['pot', {}]), await call('file', ['none', {}])]).toEqual([null, null]);
    await expect(call('file', ['pot', { viewer: {} as never }])).rejects.toMatchObject({ code: 'invalid-option' });
  },
  async getMany({ call }) {
    await call('add', [{ id: 'hers', text: 'a lamp', ...MINE }]);
    const all = await call('getMany', [['tea', 'none', 'hers'], {}]);
    expect(all.map((memory) => memory?.id)).toEqual(['tea', undefined, 'hers']);
    expect(await call('getMany', [['hers'], BEN])).toEqual([undefined]);
  },
  async ids({ call }) {
    await call('add', [{ id: 'old', text: 'from before', createdAt: 1 }]);
    expect((await call('ids', [{ sort: 'oldest' }]))[0]).toBe('old');
    expect(await call('ids', [{ filters: { tags: ['food'] } }])).toEqual(['tea']);
  },
  async count({ call }) {
    expect(await call('count', [{ filters: { tags: ['home'] } }])).toBe(2);
    expect(await call('count', [BEN])).toBe(0);
  },
  async groups({ call }) {
    const group = { name: 's', memories: 1, first: expect.any(Number), last: expect.any(Number) };
    expect(await call('groups', ['session', {}])).toEqual([group]);
    expect(await call('groups', ['thread', {}])).toEqual([{ ...group, name: 't' }]);
  },
  async tags({ call }) {
    expect(await call('tags', [{}])).toEqual([
      { tag: 'home', memories: 2 },
      { tag: 'food', memories: 1 },
    ]);
  },
  async embedded({ call }) {
    expect(await call('embedded', ['pot', {}])).toBe(false);
    await call('loadModel', []);
    await call('idle', []);
    expect(await call('embedded', ['pot', {}])).toBe(true);
    await expect(call('embedded', ['none', {}])).rejects.toMatchObject({ code: 'not-found', path: 'id' });
  },
  async similar({ call }) {
    await expect(call('similar', ['pot', {}])).rejects.toMatchObject({ code: 'mode-unavailable' });
    await call('loadModel', []);
    await call('idle', []);
    const [near, ...others] = await call('similar', ['pot', {}]);
    expect(near).toMatchObject({ memory: { id: 'tea' }, similarity: expect.any(Number) });
    expect(others).toEqual([]);
    await expect(call('similar', ['pot', { limit: 0 }])).rejects.toMatchObject({
      code: 'invalid-option',
      path: 'limit',
    });
    await expect(call('similar', ['none', {}])).rejects.toMatchObject({ code: 'not-found', path: 'id' });
  },
  async list({ call }) {
    const { memories, total, hasMore } = await call('list', [{ sort: 'title', limit: 1 }]);
    expect([memories.length, total, hasMore]).toEqual([1, 2, true]);
    expect((await call('list', [{ offset: 1 }])).hasMore).toBe(false);
    await expect(call('list', [{ now: Number.NaN }])).rejects.toMatchObject({ code: 'invalid-option', path: 'now' });
    await expect(call('list', [{ limit: 0 }])).rejects.toMatchObject({ code: 'invalid-option', path: 'limit' });
  },
  async search({ call }) {
    const partial: SearchResponse[] = [];
    await call('loadModel', []);
    await call('idle', []);
    const whole = await call('search', ['blue pot', {}], { onProgress: (response) => partial.push(response) });
    expect(whole.hits[0]?.id).toBe('pot');
    expect(whole.modesUsed).toEqual(expect.arrayContaining(['keyword', 'semantic']));
    expect(partial[0]?.modesUsed).not.toContain('semantic');
    const aborted = call('search', ['pot', {}], { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    await expect(call('search', ['pot', { limit: -1 }])).rejects.toMatchObject({ code: 'invalid-option' });
  },
  async contextCandidates({ call }) {
    const request = { settings: {}, tokens: 100, weak: false };
    const { candidates, modesUsed } = await call('contextCandidates', ['blue pot', request]);
    expect(candidates[0]).toMatchObject({ id: 'pot', text: POT.text, start: 0, end: POT.text.length });
    expect(modesUsed).not.toContain('semantic');
  },
  async countTokens({ call, events }) {
    expect(await call('countTokens', [['one two three']])).toMatchObject({ counter: 'estimate' });
    expect(events.map(({ name }) => name)).not.toContain('embedder-start');
    await call('loadModel', []);
    expect(await call('countTokens', [['one two three']])).toEqual({ counts: [3], counter: 'model' });
  },
  async rank({ call }) {
    expect(await call('rank', ['blue pot', {}])).toEqual(['pot', 'tea']);
    await expect(call('rank', ['blue pot', { modes: ['semantic'] }])).rejects.toMatchObject({
      code: 'mode-unavailable',
    });
  },

  async conversationAppend({ call }) {
    const said = await call('conversationAppend', ['talk', { role: 'user', text: 'Where is the key?' }]);
    expect(said).toMatchObject({ type: 'conversation', session: 'talk', role: 'user' });
    expect(said.expiresAt! - said.createdAt).toBeGreaterThanOrEqual(7 * 86_400_000);
  },
  async conversationList({ call }) {
    for (let n = 0; n < 120; n++) {
      await call('conversationAppend', ['talk', { role: 'user', text: `message ${n}`, createdAt: 1_000 + n }]);
    }
    const last = (count: number): string[] => Array.from({ length: count }, (_, n) => `message ${120 - count + n}`);
    expect(textsOf(await call('conversationList', ['talk']))).toEqual(last(50));
    expect(textsOf(await call('conversationList', ['talk', 1]))).toEqual(last(1));
    expect(textsOf(await call('conversationList', ['talk', 1_000]))).toEqual(last(120));
    for (const window of [0, -100, Number.NaN, 1.5, Number.POSITIVE_INFINITY]) {
      const refused = { code: 'invalid-option', path: 'window' };
      await expect(call('conversationList', ['talk', window])).rejects.toMatchObject(refused);
    }
  },
  async conversationClear({ call }) {
    await call('conversationAppend', ['talk', { role: 'user', text: 'Hello.' }]);
    await call('conversationAppend', ['other', { role: 'user', text: 'Hello.' }]);
    await call('conversationClear', ['talk']);
    expect(await call('conversationList', ['talk'])).toEqual([]);
    expect(await call('conversationList', ['other'])).toHaveLength(1);
  },

  async stats(engine) {
    await found(engine, 'pot');
    expect(await engine.call('stats', [])).toMatchObject({
      memories: 2,
      byType: { note: 2 },
      tags: { home: 2, food: 1 },
      embedded: 0,
      queued: 2,
      paused: false,
      model: { state: 'waiting', id: MINI_LM },
      indexed: { keyword: 2 },
      latency: { searches: 1 },
      storage: { durability: 'ephemeral' },
      lastBackup: null,
    });
  },
  async idle({ call }) {
    // Nothing is embedded without consent, so `idle` doesn't wait for it.
    await call('idle', []);
    expect((await call('stats', [])).queued).toBe(2);
  },
  async loadModel({ call }) {
    await call('loadModel', []);
    expect((await call('stats', [])).model.state).toBe('ready');
    await call('idle', []);
    expect((await call('stats', [])).embedded).toBe(2);
  },
  async setModel({ call, embedded }) {
    await call('loadModel', []);
    await call('idle', []);
    await call('setModel', [modelProfile(BGE_SMALL)]);
    await call('idle', []);
    expect((await call('stats', [])).model).toMatchObject({ id: BGE_SMALL, state: 'ready' });
    expect(embedded).toHaveLength(2 * NOTES.length);
  },
  async readPictures({ call }) {
    expect((await call('stats', [])).pictures).toBeUndefined();
    await call('readPictures', [true]);
    expect((await call('stats', [])).pictures).toEqual({ unread: 0, failed: 0, paused: false });
  },
  async onBattery({ call }) {
    const data = new TextEncoder().encode('A lobster on the menu').buffer as ArrayBuffer;
    await call('add', [{ id: 'menu', text: 'Menu', images: [{ data, mimeType: 'image/png', alt: '' }] }]);
    await call('loadModel', []);
    await call('onBattery', [true]);
    await call('readPictures', [true]);
    await call('idle', []);
    expect((await call('stats', [])).pictures).toEqual({ unread: 1, failed: 0, paused: true });
    await call('onBattery', [false]);
    await call('idle', []);
    expect((await call('stats', [])).pictures).toEqual({ unread: 0, failed: 0, paused: false });
  },
  async pause({ call }) {
    await call('pause', []);
    await call('loadModel', []);
    await call('idle', []);
    expect(await call('stats', [])).toMatchObject({ embedded: 0, queued: 2, paused: true });
  },
  async resume({ call }) {
    await call('pause', []);
    await call('loadModel', []);
    await call('resume', []);
    await call('idle', []);
    expect(await call('stats', [])).toMatchObject({ embedded: 2, queued: 0, paused: false });
  },
  async typing({ call, events }) {
    await call('typing', []);
    expect(events.map(({ name }) => name)).not.toContain('embedder-start');
  },
  async purge(engine) {
    await engine.call('removeMany', [['pot'], {}]);
    await engine.call('purge', []);
    expect(await found(engine, 'pot')).toEqual(['tea']);
  },
  async close({ call }) {
    await call('close', []);
    await expect(call('add', [{ text: 'too late' }])).rejects.toMatchObject({ code: 'closed' });
  },
  async destroy({ call }) {
    await call('destroy', []);
    await expect(call('getMany', [['pot'], {}])).rejects.toMatchObject({ code: 'closed' });
  },
};

describe('a call of the engine', () => {
  it.each(Object.entries(HANDLERS))('%s', async (_, check) => {
    const engine = await open();
    await engine.call('addMany', [NOTES]);
    await check(engine);
  });

  it('rejects calls before the engine is opened', async () => {
    const { call } = port();
    await expect(call('ping', [])).rejects.toMatchObject({ code: 'closed' });
    await expect(call('add', [POT])).rejects.toMatchObject({ code: 'closed' });
    expect(await call('close', [])).toBeUndefined();
  });

  it('waits for an opening in progress', async () => {
    const { call } = port();
    const opening = call('open', [engineInit()]);
    expect(await call('add', [POT])).toMatchObject({ id: 'pot' });
    await opening;
  });

  it("doesn't wait for a model that no worker serves", async () => {
    const engine = port({ answersStart: false });
    await engine.call('open', [engineInit()]);
    await engine.call('add', [POT]);
    expect(await found(engine, 'pot')).toEqual(['pot']);
    expect((await engine.call('stats', [])).model.state).not.toBe('ready');
  });
});
