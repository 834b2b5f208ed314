import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HybridSearchError } from '../errors.ts';
import { OPTION_TABLE, type OptionEntry } from './option-table.ts';
import type { SearchSettings } from './options.ts';
import { checkSettings, resolveSearchSettings } from './resolve-options.ts';

const entries: readonly OptionEntry[] = OPTION_TABLE;

describe('resolveSearchSettings', () => {
  test('without options everything has the table’s default', () => {
    const resolved: { [name: string]: unknown } = { ...resolveSearchSettings({}, {}) };
    for (const { name, default: fallback } of entries) {
      if (name === 'weights') expect(resolved.weights).toEqual({});
      else expect(resolved[name] ?? null).toEqual(fallback);
    }
  });

  test('the search wins over the store, and the store over the default', () => {
    expect(resolveSearchSettings({ k: 10 }, { k: 20, candidates: 30 })).toMatchObject({
      k: 10,
      candidates: 30,
      limit: 10,
    });
  });

  test('0 and false are values, at both levels', () => {
    const zero = {
      alpha: 0,
      recencyDecay: 0,
      threadContext: 0,
      minSimilarity: 0,
      prefix: false,
      now: 0,
      weights: { tags: 0 },
    };
    expect(
      resolveSearchSettings(zero, { alpha: 1, prefix: true, threadContext: 1, weights: { tags: 1 } }),
    ).toMatchObject(zero);
    expect(resolveSearchSettings({}, zero)).toMatchObject(zero);
  });

  test('undefined is not given', () => {
    const given = { alpha: undefined, weights: { tags: undefined } } as unknown as SearchSettings;
    expect(resolveSearchSettings(given, { alpha: 0.3, weights: { tags: 0.2 } })).toMatchObject({
      alpha: 0.3,
      weights: { tags: 0.2 },
    });
  });

  test('weights are joined arm by arm', () => {
    const resolved = resolveSearchSettings({ weights: { tags: 0 } }, { weights: { tags: 1, links: 2 } });
    expect(resolved.weights).toEqual({ tags: 0, links: 2 });
  });

  test.each<[SearchSettings, SearchSettings, number, number]>([
    [{ page: 1 }, {}, 10, 0],
    [{ page: 3, pageSize: 7 }, {}, 7, 14],
    [{ page: 3, limit: 5 }, {}, 5, 10],
    [{ page: 2 }, { limit: 20 }, 20, 20],
    [{ page: 2, offset: 99 }, {}, 10, 10],
    [{ offset: 4 }, { page: 9 }, 10, 4],
    [{ offset: 4, limit: 2 }, { pageSize: 50 }, 2, 4],
    [{ pageSize: 3, offset: 1 }, {}, 3, 1],
  ])('page %o over %o is limit %i, offset %i', (call, store, limit, offset) => {
    const resolved = resolveSearchSettings(call, store);
    expect(resolved).toMatchObject({ limit, offset });
    expect(resolved).not.toHaveProperty('page');
  });

  test('includeImages is also taken from the filters, and the option wins', () => {
    expect(resolveSearchSettings({ filters: { includeImages: true } }, {}).includeImages).toBe(true);
    expect(resolveSearchSettings({ filters: { includeImages: true }, includeImages: false }, {}).includeImages).toBe(
      false,
    );
  });

  test('every number is refused beyond its range, and accepted at its ends', () => {
    for (const { name, kind, min, max } of entries) {
      if (kind !== 'integer' && kind !== 'number') continue;
      for (const value of [
        min! - 1,
        max! + max! / 1e15 + 1,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        `${min}`,
        null,
        true,
      ]) {
        expect(() => resolveSearchSettings({ [name]: value }, {})).toThrow(
          expect.objectContaining({ code: 'invalid-option', path: name }),
        );
        expect(() => resolveSearchSettings({}, { [name]: value })).toThrow(HybridSearchError);
      }
      for (const value of [min, max]) expect(checkSettings({ [name]: value })).toEqual({ [name]: value });
      if (kind === 'integer') expect(() => checkSettings({ [name]: min! + 0.5 })).toThrow(HybridSearchError);
    }
  });

  test.each<[object, string]>([
    [{ fusion: 'best' }, 'fusion'],
    [{ alphaStrategy: 1 }, 'alphaStrategy'],
    [{ sort: 'random' }, 'sort'],
    [{ modes: 'keyword' }, 'modes'],
    [{ modes: ['telepathy'] }, 'modes'],
    [{ facets: ['colour'] }, 'facets'],
    [{ weights: { magic: 1 } }, 'weights.magic'],
    [{ weights: { tags: -1 } }, 'weights.tags'],
    [{ weights: { tags: Number.NaN } }, 'weights.tags'],
    [{ weights: [1] }, 'weights'],
    [{ filters: [] }, 'filters'],
    [{ viewer: { context: 'direct' } }, 'viewer.id'],
    [{ viewer: { id: '', context: 'direct' } }, 'viewer.id'],
    [{ viewer: { id: 'a', context: 'all' } }, 'viewer.context'],
    [{ viewer: { id: 'a', context: 'group', group: 3 } }, 'viewer.group'],
    [{ viewer: { id: 'a', context: 'group', admin: true } }, 'viewer.admin'],
    [{ session: '' }, 'session'],
    [{ explain: 'yes' }, 'explain'],
    [{ limitt: 5 }, 'limitt'],
    [{ constructor: 5 }, 'constructor'],
  ])('refuses %o', (settings, path) => {
    expect(() => resolveSearchSettings(settings, {})).toThrow(
      expect.objectContaining({ code: 'invalid-option', path }),
    );
  });

  test('an empty list of modes stays empty, and repetitions are dropped', () => {
    expect(resolveSearchSettings({ modes: [] }, {}).modes).toEqual([]);
    expect(resolveSearchSettings({ modes: ['tags', 'tags'] }, {}).modes).toEqual(['tags']);
  });

  test('never throws anything but a typed error', () => {
    const names = fc.constantFrom(...entries.map(({ name }) => name));
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), (settings) => {
        try {
          resolveSearchSettings(settings as SearchSettings, {});
        } catch (error) {
          expect(error).toMatchObject({ name: 'HybridSearchError', code: 'invalid-option' });
        }
      }),
    );
  });
});

test('the table names each option once, with a default within its own range', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const entry of entries) {
    if (entry.default !== null) expect(() => checkSettings({ [entry.name]: entry.default })).not.toThrow();
  }
});
