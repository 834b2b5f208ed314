import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HybridSearchError } from '../errors.ts';
import type { Memory } from './memory.ts';
import { checkMemory, validateMemory, validatePatch } from './validate-memory.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;
const context = {
  now: NOW,
  newId: () => 'fresh-id',
  hash: (text: string) => createHash('sha256').update(text).digest('hex'),
  conversationTtlMs: 7 * DAY,
};
const make = (input: object): Memory => validateMemory(input, context);
const image = { data: new Uint8Array([1, 2, 3]).buffer, mimeType: 'image/png', alt: 'a dot' };

describe('validateMemory', () => {
  test('fills in the defaults', () => {
    expect(make({ text: 'hello' })).toEqual({
      id: 'fresh-id',
      text: 'hello',
      tags: [],
      type: 'note',
      confidence: 0.5,
      metadata: {},
      createdAt: NOW,
      updatedAt: NOW,
      lastAccessedAt: NOW,
      accessCount: 0,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('keeps every given field, including numbers at their limits', () => {
    const input = {
      id: 'a',
      title: 'Title',
      text: 'text',
      tags: ['x', 'y'],
      type: 'fact',
      source: 'user',
      url: 'https://example.org',
      thread: 't',
      session: 's',
      role: 'user',
      owner: 'o',
      privacy: 'group',
      group: 'g',
      channel: 'c',
      links: ['l'],
      aliases: ['b'],
      lang: 'de',
      dir: 'ltr',
      evergreen: false,
      importance: 0,
      confidence: 0,
      metadata: { a: [1, { b: null }] },
      images: [image],
      createdAt: 1,
      updatedAt: 2,
      lastAccessedAt: 3,
      accessCount: 4,
      expiresAt: NOW + 1,
    };
    const { contentHash, ...kept } = make(input);
    expect(kept).toEqual(input);
    expect(contentHash).toBe(make(input).contentHash);
  });

  test.each<[string, unknown]>([
    ['text', undefined],
    ['text', null],
    ['text', ''],
    ['text', ' \n\t\u00a0 '],
    ['text', 5],
    ['text', 'x'.repeat(1_048_577)],
    ['text', 'ä'.repeat(524_289)],
    ['id', ''],
    ['id', 7],
    ['id', 'x'.repeat(513)],
    ['id', 'a\ud800'],
    ['title', 1],
    ['title', 'x'.repeat(4_097)],
    ['type', {}],
    ['tags', 'a,b'],
    ['tags[1]', ['a', 2]],
    ['tags', Array.from({ length: 1_001 }, String)],
    ['role', 'robot'],
    ['privacy', 'public'],
    ['dir', 'up'],
    ['evergreen', 'yes'],
    ['pinned', 1],
    ['importance', -0.1],
    ['importance', 10.1],
    ['importance', Number.NaN],
    ['importance', '5'],
    ['confidence', 1.01],
    ['confidence', Number.POSITIVE_INFINITY],
    ['accessCount', 1.5],
    ['accessCount', -1],
    ['metadata', []],
    ['metadata', 'x'],
    ['metadata', { a: 'x'.repeat(65_536) }],
    ['metadata', { a: 'ä'.repeat(32_768) }],
    ['metadata.a', { a: Number.NaN }],
    ['images', image],
    ['images[0]', ['x']],
    ['images[0].data', [{ ...image, data: new Uint8Array(3) }]],
    ['images[0].data', [{ ...image, data: new ArrayBuffer(0) }]],
    ['images[0].data', [{ ...image, data: new ArrayBuffer(5 * 1_048_576 + 1) }]],
    ['images[0].mimeType', [{ ...image, mimeType: 'text/html' }]],
    ['images[0].alt', [{ ...image, alt: 3 }]],
    ['images[0].width', [{ ...image, width: 3 }]],
    ['createdAt', 'yesterday'],
    ['updatedAt', Number.NaN],
    ['expiresAt', true],
    ['colour', 'red'],
    ['constructor', 'x'],
  ])('refuses a bad %s (case %#)', (path, value) => {
    const field = path.replace(/[[.].*$/, '');
    expect(() => make({ text: 'hello', [field]: value })).toThrow(
      expect.objectContaining({ name: 'HybridSearchError', code: 'invalid-memory', path }),
    );
  });

  test('accepts values just within the limits', () => {
    let deep: object = {};
    for (let depth = 1; depth < 32; depth++) deep = { deep };
    const memory = make({
      id: 'x'.repeat(512),
      text: 'ä'.repeat(524_288),
      importance: 10,
      confidence: 1,
      metadata: deep,
      images: [{ ...image, data: new ArrayBuffer(5 * 1_048_576) }],
    });
    expect(memory.metadata).toEqual(deep);
    expect(() => make({ text: 'x', metadata: { deep } })).toThrow(/nested deeper than 32/);
  });

  test.each([[null], [undefined], ['text'], [[{ text: 'x' }]], [new Map([['text', 'x']])], [() => 1]])(
    'refuses %o',
    (input) => {
      expect(() => validateMemory(input, context)).toThrow(HybridSearchError);
    },
  );

  test('refuses a __proto__ field and never merges one of the metadata', () => {
    expect(() => validateMemory(JSON.parse('{"text": "x", "__proto__": {"type": "evil"}}'), context)).toThrow(
      expect.objectContaining({ path: '__proto__' }),
    );
    const memory = make({ text: 'x', metadata: JSON.parse('{"__proto__": {"polluted": 1}}') });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(JSON.stringify(memory.metadata)).toBe('{"__proto__":{"polluted":1}}');
  });

  test('ignores inherited fields', () => {
    const input = Object.create({ title: 'inherited' });
    input.text = 'own';
    expect(() => validateMemory(input, context)).toThrow(HybridSearchError);
  });

  test('reads null, empty strings and empty lists as not given', () => {
    const memory = make({ text: 'x', title: '', tags: [' ', ''], links: [], role: null, importance: null, url: '' });
    for (const field of ['title', 'links', 'role', 'importance', 'url']) expect(memory).not.toHaveProperty(field);
    expect(memory.tags).toEqual([]);
  });

  test('trims tags and drops repetitions, in order', () => {
    expect(make({ text: 'x', tags: [' b', 'a', 'b ', 'a'] }).tags).toEqual(['b', 'a']);
  });

  test('replaces lone surrogates, so that the text survives an export', () => {
    const memory = make({ text: 'a\ud800b', title: '\udc00' });
    expect([memory.text, memory.title]).toEqual(['a\ufffdb', '\ufffd']);
  });

  test('reads times in all three forms', () => {
    const memory = make({ text: 'x', createdAt: '2020-01-01T00:00:00Z', updatedAt: new Date(5), lastAccessedAt: 6.5 });
    expect(memory).toMatchObject({ createdAt: Date.UTC(2020, 0, 1), updatedAt: 5, lastAccessedAt: 6 });
  });

  test('missing times follow the given ones: nothing is updated before it was created', () => {
    expect(make({ text: 'x', createdAt: 5 })).toMatchObject({ updatedAt: 5, lastAccessedAt: 5 });
    expect(make({ text: 'x', updatedAt: 5 })).toMatchObject({ createdAt: 5, updatedAt: 5 });
    expect(make({ text: 'x', updatedAt: NOW + 5 })).toMatchObject({ createdAt: NOW, updatedAt: NOW + 5 });
  });

  test('a conversation expires after its TTL from the write, unless it sets its own', () => {
    const message = { text: 'hi', type: 'conversation', createdAt: 5 };
    expect(make(message).expiresAt).toBe(NOW + 7 * DAY);
    expect(make({ ...message, expiresAt: NOW + 1 }).expiresAt).toBe(NOW + 1);
    expect(make({ ...message, expiresAt: null })).not.toHaveProperty('expiresAt');
    expect(validateMemory(message, { ...context, conversationTtlMs: 0 })).not.toHaveProperty('expiresAt');
    expect(make({ text: 'hi' })).not.toHaveProperty('expiresAt');
  });

  test('a stored memory is valid input, and stays the same', () => {
    const memory = make({ text: 'x', title: 't', images: [image], metadata: { a: 1 }, type: 'conversation' });
    expect(make(memory)).toEqual(memory);
  });

  test('equal content has an equal hash, whatever id, times and access count', () => {
    const one = make({ id: 'a', text: 'x', metadata: { a: 1, b: 2 }, createdAt: 1, accessCount: 3, expiresAt: 9 });
    const two = make({ id: 'b', text: 'x', metadata: { b: 2, a: 1 } });
    expect(one.contentHash).toBe(two.contentHash);
  });

  test.each([
    { text: 'y' },
    { title: 't' },
    { tags: ['t'] },
    { metadata: { a: 1 } },
    { images: [image] },
    { images: [{ ...image, data: new Uint8Array([1, 2, 4]).buffer }] },
    { confidence: 0.4 },
    { privacy: 'global' },
    { evergreen: true },
    { pinned: true },
  ])('%o changes the hash', (change) => {
    const hashes = [
      make({ text: 'x' }),
      make({ text: 'x', ...change }),
      make({ text: 'x', images: [{ ...image, alt: 'b' }] }),
    ];
    expect(new Set(hashes.map(({ contentHash }) => contentHash)).size).toBe(3);
  });

  test('never throws anything but a typed error', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ text: fc.anything(), metadata: fc.anything(), tags: fc.anything() })),
        (input) => {
          try {
            const memory = validateMemory(input, context);
            expect(memory.text.trim()).not.toBe('');
          } catch (error) {
            expect(error).toBeInstanceOf(HybridSearchError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('checkMemory refuses the same', () => {
    expect(() => checkMemory({ text: 'x', tags: 'y' })).toThrow(expect.objectContaining({ path: 'tags' }));
    expect(() => checkMemory({ text: 'x' })).not.toThrow();
  });
});

describe('validatePatch', () => {
  const current = make({
    id: 'a',
    text: 'x',
    title: 't',
    tags: ['k'],
    importance: 3,
    createdAt: 1,
    accessCount: 2,
    expiresAt: NOW + 9,
  });

  test('changes the named fields and the time of the update', () => {
    const next = validatePatch(current, { text: 'y', tags: undefined }, context);
    const { contentHash, ...rest } = current;
    expect(next).toEqual({ ...rest, text: 'y', updatedAt: NOW, contentHash: expect.not.stringMatching(contentHash) });
  });

  test('null, an empty string and an empty list remove', () => {
    const next = validatePatch(current, { title: null, tags: [], importance: null, expiresAt: null }, context);
    for (const field of ['title', 'importance', 'expiresAt']) expect(next).not.toHaveProperty(field);
    expect(next.tags).toEqual([]);
  });

  test.each([
    [{ id: 'b' }, 'id'],
    [{ text: '' }, 'text'],
    [{ text: null }, 'text'],
    [{ nonsense: 1 }, 'nonsense'],
  ])('refuses %o', (patch, path) => {
    expect(() => validatePatch(current, patch, context)).toThrow(
      expect.objectContaining({ code: 'invalid-memory', path }),
    );
  });

  test('takes a given update time', () => {
    expect(validatePatch(current, { updatedAt: 5 }, context).updatedAt).toBe(5);
  });

  test('an expiry stays, and only a memory that becomes a conversation gets one', () => {
    const forever = make({ text: 'x', type: 'conversation', expiresAt: null });
    expect(validatePatch(forever, { text: 'y' }, context)).not.toHaveProperty('expiresAt');
    expect(validatePatch(make({ text: 'x' }), { type: 'conversation' }, context).expiresAt).toBe(NOW + 7 * DAY);
    expect(validatePatch(current, { type: 'conversation' }, context).expiresAt).toBe(NOW + 9);
  });

  test('a message that becomes something else is kept, unless the patch sets an expiry', () => {
    const message = make({ text: 'x', type: 'conversation' });
    expect(message.expiresAt).toBe(NOW + 7 * DAY);
    for (const type of ['note', null, ''])
      expect(validatePatch(message, { type }, context)).not.toHaveProperty('expiresAt');
    expect(validatePatch(message, { type: 'note', expiresAt: NOW + DAY }, context).expiresAt).toBe(NOW + DAY);
    expect(validatePatch(message, { type: 'conversation', text: 'y' }, context).expiresAt).toBe(NOW + 7 * DAY);
    expect(validatePatch(message, { text: 'y' }, context).expiresAt).toBe(NOW + 7 * DAY);
  });

  test('leaves the current memory untouched', () => {
    const before = structuredClone(current);
    validatePatch(current, { text: 'z', metadata: { a: 1 } }, context);
    expect(current).toEqual(before);
  });
});
