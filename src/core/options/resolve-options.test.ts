import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HybridSearchError } from '../errors.ts';
import { OPTION_TABLE, type OptionEntry, TUNING_TABLE } from './option-table.ts';
import type { SearchSettings } from './options.ts';
import { checkSettings, joinSettings, resolveSearchSettings } from './resolve-options.ts';

const entries: readonly OptionEntry[] = [...OPTION_TABLE, ...TUNING_TABLE];
const knobs: ReadonlySet<string> = new Set(TUNING_TABLE.map(({ name }) => name));
const given = (name: string, value: unknown) => (knobs.has(name) ? { tuning: { [name]: value } } : { [name]: value });
const pathOf = (name: string) => (knobs.has(name) ? `tuning.${name}` : name);

describe('resolveSearchSettings', () => {
  test('without options everything has the table’s default', () => {
    const resolved: { [name: string]: unknown } = { ...resolveSearchSettings({}, {}) };
    for (const { name, default: fallback } of entries) {
      if (name === 'weights') expect(resolved.weights).toEqual({});
      else expect(resolved[name] ?? null).toEqual(fallback);
    }
  });

  test('the search wins over the store, and the store over the default', () => {
    expect(resolveSearchSettings({ tuning: { k: 10 } }, { tuning: { k: 20, candidates: 30 } })).toMatchObject({
      k: 10,
      candidates: 30,
      limit: 10,
    });
  });

  test('0 and false are values, at both levels', () => {
    const knobs = { recencyDecay: 0, threadContext: 0, minSimilarity: 0, prefix: false, now: 0, weights: { tags: 0 } };
    const zero = { alpha: 0, typoTolerance: false, tuning: knobs };
    const flat = { alpha: 0, typoTolerance: false, ...knobs };
    const ones = { alpha: 1, typoTolerance: true, tuning: { prefix: true, threadContext: 1, weights: { tags: 1 } } };
    expect(resolveSearchSettings(zero, ones)).toMatchObject(flat);
    expect(resolveSearchSettings({}, zero)).toMatchObject(flat);
  });

  test('undefined means not given', () => {
    const none = { alpha: undefined, tuning: { weights: { tags: undefined } } } as unknown as SearchSettings;
    expect(resolveSearchSettings(none, { alpha: 0.3, tuning: { weights: { tags: 0.2 } } })).toMatchObject({
      alpha: 0.3,
      weights: { tags: 0.2 },
    });
  });

  test('weights are merged arm by arm', () => {
    const resolved = resolveSearchSettings(
      { tuning: { weights: { tags: 0 } } },
      { tuning: { weights: { tags: 1, links: 2 } } },
    );
    expect(resolved.weights).toEqual({ tags: 0, links: 2 });
  });

  test('settings are merged knob by knob', () => {
    const joined = joinSettings({ limit: 5, tuning: { k: 1, window: 9 } }, { limit: 7, tuning: { k: 2 } });
    expect(joined).toEqual({ limit: 7, tuning: { k: 2, window: 9 } });
  });

  test('includeImages is also taken from the filters, and the option wins', () => {
    expect(resolveSearchSettings({ filters: { includeImages: true } }, {}).includeImages).toBe(true);
    expect(resolveSearchSettings({ filters: { includeImages: true }, includeImages: false }, {}).includeImages).toBe(
      false,
    );
  });

  test('every number is refused out of its range, and accepted at its ends', () => {
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
        expect(() => resolveSearchSettings(given(name, value), {})).toThrow(
          expect.objectContaining({ code: 'invalid-option', path: pathOf(name) }),
        );
        expect(() => resolveSearchSettings({}, given(name, value))).toThrow(HybridSearchError);
      }
      for (const value of [min, max]) expect(checkSettings(given(name, value))).toEqual(given(name, value));
      if (kind === 'integer') expect(() => checkSettings(given(name, min! + 0.5))).toThrow(HybridSearchError);
    }
  });

  test.each<[object, string]>([
    [{ tuning: { fusion: 'best' } }, 'tuning.fusion'],
    [{ tuning: { alphaStrategy: 1 } }, 'tuning.alphaStrategy'],
    [{ sort: 'random' }, 'sort'],
    [{ modes: 'keyword' }, 'modes'],
    [{ modes: ['telepathy'] }, 'modes'],
    [{ facets: ['colour'] }, 'facets'],
    [{ facets: new Array(1) }, 'facets'],
    [{ tuning: { weights: { magic: 1 } } }, 'tuning.weights.magic'],
    [{ tuning: { weights: { tags: -1 } } }, 'tuning.weights.tags'],
    [{ tuning: { weights: { tags: Number.NaN } } }, 'tuning.weights.tags'],
    [{ tuning: { weights: [1] } }, 'tuning.weights'],
    [{ filters: [] }, 'filters'],
    [{ viewer: { context: 'direct' } }, 'viewer.id'],
    [{ viewer: { id: '', context: 'direct' } }, 'viewer.id'],
    [{ viewer: { id: 'a', context: 'all' } }, 'viewer.context'],
    [{ viewer: { id: 'a', context: 'group', group: 3 } }, 'viewer.group'],
    [{ viewer: { id: 'a', context: 'group', admin: true } }, 'viewer.admin'],
    [{ session: '' }, 'session'],
    [{ explain: 'yes' }, 'explain'],
    [{ limitt: 5 }, 'limitt'],
    [{ k: 60 }, 'k'],
    [{ page: 2 }, 'page'],
    [{ tuning: 1 }, 'tuning'],
    [{ tuning: { limit: 5 } }, 'tuning.limit'],
    [{ constructor: 5 }, 'constructor'],
  ])('refuses %o', (settings, path) => {
    expect(() => resolveSearchSettings(settings, {})).toThrow(
      expect.objectContaining({ code: 'invalid-option', path }),
    );
  });

  test('a knob that is no longer an option is refused with its new place', () => {
    expect(() => checkSettings({ exactFirst: false })).toThrow('tuning.exactFirst');
  });

  test('an empty list of modes stays empty, and repetitions are dropped', () => {
    expect(resolveSearchSettings({ modes: [] }, {}).modes).toEqual([]);
    expect(resolveSearchSettings({ modes: ['tags', 'tags'] }, {}).modes).toEqual(['tags']);
  });

  test('never throws anything but a typed error', () => {
    const names = fc.constantFrom(...entries.map(({ name }) => name));
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), (values) => {
        const settings: { [name: string]: unknown } = {};
        const tuning: { [name: string]: unknown } = {};
        for (const [name, value] of Object.entries(values)) (knobs.has(name) ? tuning : settings)[name] = value;
        try {
          resolveSearchSettings({ ...settings, tuning } as SearchSettings, {});
        } catch (error) {
          expect(error).toMatchObject({ name: 'HybridSearchError', code: 'invalid-option' });
        }
      }),
    );
  });
});

test('the table has each option once, with a default in its own range', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const entry of entries) {
    if (entry.default !== null) expect(() => checkSettings(given(entry.name, entry.default))).not.toThrow();
  }
});
