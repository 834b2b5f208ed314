import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, type MemoryRow, toRow } from '../record/memory.ts';
import { validateMemory } from '../record/validate-memory.ts';
import { type Filters, METADATA_OPERATORS, type MetadataOperator } from './filters.ts';
import { compileFilters } from './predicate.ts';

const DAY = 86_400_000;

function row(input: object): MemoryRow {
  const context = { now: 0, newId: () => 'id', hash: () => 'hash', conversationTtlMs: 0 };
  return toRow(validateMemory({ text: 'x', ...input }, context), 1);
}

function passes(input: object, filters: Filters, timeZone = 'UTC'): boolean {
  const predicate = compileFilters(filters, { timeZone });
  return predicate === null || predicate(row(input));
}

// The oracle tries every way to split the path and reads operators by their names, without the module's own functions.

function allAt(value: unknown, path: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value);
  const found = own.filter(([key]) => key === path).map(([, inner]) => inner);
  const prefixes = own
    .filter(([key]) => path.startsWith(`${key}.`))
    .sort(([left], [right]) => right.length - left.length);
  for (const [key, inner] of prefixes) found.push(...allAt(inner, path.slice(key.length + 1)));
  return found;
}

function same(left: unknown, right: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? ['array', ...value.map(sorted)]
      : typeof value === 'object' && value !== null
        ? [
            'object',
            ...Object.entries(value)
              .sort()
              .map(([key, inner]) => [key, sorted(inner)]),
          ]
        : value;
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function oracle(metadata: JsonObject, path: string, operator: MetadataOperator, operand: JsonValue): boolean {
  const found = allAt(metadata, path);
  const missing = found.length === 0;
  const value = found[0];
  const comparable = typeof value === typeof operand && ['number', 'string'].includes(typeof operand);
  const order = comparable ? (value === operand ? 0 : value! < operand! ? -1 : 1) : undefined;
  const list = Array.isArray(value) ? value : [];
  const part =
    (typeof value === 'string' && typeof operand === 'string' && value.indexOf(operand) >= 0) ||
    list.some((item) => same(item, operand));
  const among = !missing && Array.isArray(operand) && operand.some((candidate) => same(candidate, value));
  const edge = typeof value === 'string' && typeof operand === 'string';
  switch (operator) {
    case 'eq':
      return !missing && same(value, operand);
    case 'ne':
      return missing || !same(value, operand);
    case 'gt':
      return order === 1;
    case 'gte':
      return order === 1 || order === 0;
    case 'lt':
      return order === -1;
    case 'lte':
      return order === -1 || order === 0;
    case 'in':
      return among;
    case 'not_in':
      return !among;
    case 'exists':
      return !missing;
    case 'not_exists':
      return missing;
    case 'contains':
      return part;
    case 'not_contains':
      return !part;
    case 'starts_with':
      return edge && value.slice(0, operand.length) === operand;
    case 'ends_with':
      return edge && value.slice(value.length - Math.min(value.length, operand.length)) === operand;
    case 'is_null':
      return !missing && value === null;
    case 'is_not_null':
      return !missing && value !== null;
    case 'array_contains':
      return list.some((item) => same(item, operand));
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'a.b', '0', '__proto__', 'constructor');
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(0, 1, 2, 'a', 'ab', 'b', '', true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
  ),
}));
const metadata = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const path = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'));
const condition = fc.tuple(path, fc.constantFrom(...METADATA_OPERATORS), value).map(([at, operator, given]) => {
  if (['exists', 'not_exists', 'is_null', 'is_not_null'].includes(operator)) return { path: at, operator, value: null };
  if (operator === 'in' || operator === 'not_in') return { path: at, operator, value: [given, 1] };
  if (/^[gl]te?$/.test(operator)) return { path: at, operator, value: typeof given === 'number' ? given : 'a' };
  if (operator.endsWith('_with')) return { path: at, operator, value: typeof given === 'string' ? given : 'a' };
  return { path: at, operator, value: given };
});

describe('metadata filters', () => {
  test('equal the oracle on random stores', () => {
    fc.assert(
      fc.property(fc.array(metadata, { maxLength: 12 }), fc.array(condition, { maxLength: 3 }), (store, filters) => {
        const rows = store.map((entry) => row({ metadata: entry }));
        const predicate = compileFilters({ metadataFilters: filters });
        const expected = rows.filter((entry) =>
          filters.every(({ path: at, operator, value: operand }) => oracle(entry.metadata, at, operator, operand)),
        );
        expect(predicate ? rows.filter(predicate) : rows).toEqual(expected);
      }),
      { numRuns: 1_500 },
    );
  });

  test('metadata equality is eq for each path', () => {
    fc.assert(
      fc.property(metadata, fc.dictionary(path, value, { maxKeys: 2 }), (entry, wanted) => {
        const expected = Object.entries(wanted).every(([at, operand]) => oracle(entry, at, 'eq', operand));
        expect(passes({ metadata: entry }, { metadata: wanted })).toBe(expected);
      }),
    );
  });

  test.each<[JsonObject, string, JsonValue]>([
    [{ a: { b: { c: 1 } } }, 'a.b.c', 1],
    [{ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', 2],
    [{ a: [{ b: 1 }, { b: 2 }] }, 'a[1].b', 2],
    [{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
    [{ 'a.b': { c: 1 }, a: { b: { c: 2 } } }, 'a.b.c', 1],
    [{ 'a.b': 5, a: { b: { c: 2 } } }, 'a.b.c', 2],
    [{ 'x[0]': 3 }, 'x[0]', 3],
  ])('%j at %s is %j', (entry, at, expected) => {
    expect(passes({ metadata: entry }, { metadata: { [at]: expected } })).toBe(true);
  });

  test.each(['length', 'toString', 'constructor', '__proto__', 'a.length', 'a.0.length', 'a.00', 'a.-1', 'a.'])(
    'inherited and built-in properties are not seen: %s',
    (at) => {
      expect(passes({ metadata: { a: ['x'] } }, { metadataFilters: [{ path: at, operator: 'exists' }] })).toBe(false);
    },
  );

  test('key is another name for path', () => {
    expect(passes({ metadata: { a: 1 } }, { metadataFilters: [{ key: 'a', operator: 'gte', value: 1 }] })).toBe(true);
  });
});

describe('fields', () => {
  test.each<[object, Filters, boolean]>([
    [{ tags: ['Home', 'x'] }, { tags: ['home', 'y'] }, true],
    [{ tags: ['x'] }, { tags: ['home', 'y'] }, false],
    [{ tags: [] }, { tags: [] }, true],
    [{ tags: ['x', 'y'] }, { allTags: ['X', 'Y'] }, true],
    [{ tags: ['x'] }, { allTags: ['x', 'y'] }, false],
    [{ tags: ['Straße'] }, { tags: ['STRASSE'] }, true],
    [{ tags: ['Café'], type: 'Résumé' }, { tags: ['cafe'], type: 'resume' }, true],
    [{ type: 'fact' }, { type: 'Fact' }, true],
    [{ type: 'fact' }, { type: ['note', 'fact'] }, true],
    [{ type: 'fact' }, { type: [] }, true],
    [{}, { type: 'note' }, true],
    [{ source: 'agent' }, { source: 'user' }, false],
    [{}, { source: 'user' }, false],
    [{ thread: 't1' }, { thread: 't1' }, true],
    [{ thread: 't1' }, { thread: 'T1' }, false],
    [{ session: 's' }, { session: ['s'] }, true],
    [{}, { session: 's' }, false],
    [{}, { contentType: 'text' }, true],
    [{}, { contentType: 'multimodal' }, false],
    [{ images: [{ data: new ArrayBuffer(1), mimeType: 'image/png', alt: '' }] }, { contentType: 'multimodal' }, true],
    [{ confidence: 0 }, { minConfidence: 0 }, true],
    [{ confidence: 0.4 }, { minConfidence: 0.5 }, false],
    [{ id: 'a' }, { ids: ['a', 'b'] }, true],
    [{ id: 'a' }, { ids: [] }, false],
    [{}, { includeImages: true }, true],
    [{ type: 'a' }, { and: [{ type: 'a' }, { type: 'b' }] }, false],
    [{ type: 'a' }, { and: [{ type: 'a' }, {}] }, true],
    [{ type: 'a', source: 's' }, { type: 'a', source: 'other' }, false],
  ])('%j under %j: %s', (input, filters, expected) => {
    expect(passes(input, filters)).toBe(expected);
  });

  test('a span of dates includes both ends, and a bare date means its whole day', () => {
    const noon = Date.UTC(2026, 10, 22, 12);
    const day = { startDate: '2026-11-22', endDate: '2026-11-22' };
    expect(passes({ createdAt: noon }, day)).toBe(true);
    expect(passes({ createdAt: Date.UTC(2026, 10, 22) }, day)).toBe(true);
    expect(passes({ createdAt: Date.UTC(2026, 10, 23) - 1 }, day)).toBe(true);
    expect(passes({ createdAt: Date.UTC(2026, 10, 23) }, day)).toBe(false);
    expect(passes({ createdAt: Date.UTC(2026, 10, 22) - 1 }, day)).toBe(false);
    expect(passes({ createdAt: noon }, { startDate: noon, endDate: new Date(noon) })).toBe(true);
    expect(passes({ createdAt: noon }, { startDate: '2026-11-22T12:00:00.001Z' })).toBe(false);
    expect(passes({ createdAt: noon }, { startDate: '2026-11-23', endDate: '2026-11-01' })).toBe(false);
  });

  test('days are in the person’s time zone', () => {
    const lateEvening = { createdAt: Date.UTC(2026, 10, 23, 3) };
    const day = { startDate: '2026-11-22', endDate: '2026-11-22' };
    expect(passes(lateEvening, day, 'America/New_York')).toBe(true);
    expect(passes(lateEvening, day, 'Europe/Berlin')).toBe(false);
  });

  test('a span of dates equals a written-out comparison of days', () => {
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY }), days, days, (createdAt, from, to) => {
        const write = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
        const own = new Date(createdAt).toISOString().slice(0, 10);
        expect(passes({ createdAt }, { startDate: write(from), endDate: write(to) })).toBe(
          own >= write(from) && own <= write(to),
        );
      }),
    );
  });
});

test.each<[object, Filters, boolean]>([
  [{ tags: ['a'] }, { not: [{ tags: ['A'] }] }, false],
  [{ tags: ['b'] }, { not: [{ tags: ['a'] }] }, true],
  [{ tags: ['b'] }, { not: [{ tags: ['a'] }, { type: 'note' }] }, false],
  [{ type: 'fact' }, { type: 'fact', not: [{ not: [{ type: 'fact' }] }] }, true],
  [{}, { not: [{ tags: [] }] }, true],
])('of %j: nothing under not may match: %j is %s', (input, filters, expected) => {
  expect(passes(input, filters)).toBe(expected);
});

describe('refuses', () => {
  test.each<[unknown, string]>([
    [[], 'filters'],
    ['tags', 'filters'],
    [{ tag: ['a'] }, 'filters.tag'],
    [{ constructor: 1 }, 'filters.constructor'],
    [{ tags: 'a' }, 'filters.tags'],
    [{ tags: ['a', 1] }, 'filters.tags[1]'],
    [{ type: 3 }, 'filters.type'],
    [{ contentType: 'image' }, 'filters.contentType'],
    [{ startDate: 'yesterday' }, 'filters.startDate'],
    [{ endDate: '2026-02-30' }, 'filters.endDate'],
    [{ endDate: null }, 'filters.endDate'],
    [{ minConfidence: 2 }, 'filters.minConfidence'],
    [{ minConfidence: Number.NaN }, 'filters.minConfidence'],
    [{ metadata: [1] }, 'filters.metadata'],
    [{ metadata: { a: Number.NaN } }, 'filters.metadata.a'],
    [{ metadata: { '': 1 } }, 'filters.metadata.'],
    [{ metadataFilters: {} }, 'filters.metadataFilters'],
    [{ metadataFilters: ['a'] }, 'filters.metadataFilters[0]'],
    [{ metadataFilters: [{ operator: 'eq', value: 1 }] }, 'filters.metadataFilters[0].path'],
    [{ metadataFilters: [{ path: 'a', operator: 'like', value: 1 }] }, 'filters.metadataFilters[0].operator'],
    [{ metadataFilters: [{ path: 'a', operator: 'toString', value: 1 }] }, 'filters.metadataFilters[0].operator'],
    [{ metadataFilters: [{ path: 'a', operator: 'eq' }] }, 'filters.metadataFilters[0].value'],
    [{ metadataFilters: [{ path: 'a', operator: 'in', value: 'x' }] }, 'filters.metadataFilters[0].value'],
    [{ metadataFilters: [{ path: 'a', operator: 'gt', value: true }] }, 'filters.metadataFilters[0].value'],
    [{ metadataFilters: [{ path: 'a', operator: 'starts_with', value: 1 }] }, 'filters.metadataFilters[0].value'],
    [{ metadataFilters: [{ path: 'a', operator: 'exists', value: false }] }, 'filters.metadataFilters[0].value'],
    [{ metadataFilters: [{ path: 'a', operator: 'exists', not: true }] }, 'filters.metadataFilters[0].not'],
    [{ includeImages: 1 }, 'filters.includeImages'],
    [{ ids: 'a' }, 'filters.ids'],
    [{ and: [{ tags: 1 }] }, 'filters.and[0].tags'],
    [{ not: { tags: ['a'] } }, 'filters.not'],
    [{ not: [{ tags: 1 }] }, 'filters.not[0].tags'],
  ])('%j at %s', (filters, at) => {
    expect(() => compileFilters(filters as Filters)).toThrow(
      expect.objectContaining({ code: 'invalid-filter', path: at }),
    );
  });

  test('a cycle', () => {
    const filters: { and?: unknown[] } = {};
    filters.and = [filters];
    expect(() => compileFilters(filters as Filters)).toThrow(expect.objectContaining({ code: 'invalid-filter' }));
  });

  test('more than a thousand conditions, however they are nested', () => {
    const refusal = expect.objectContaining({ code: 'invalid-filter' });
    const condition = { path: 'a', operator: 'exists' } as const;
    const many = (count: number): Filters => ({ metadataFilters: Array.from({ length: count }, () => condition) });
    expect(compileFilters(many(1_000))).not.toBeNull();
    expect(() => compileFilters(many(1_001))).toThrow(refusal);
    expect(() => compileFilters({ and: [many(500)], not: [many(500)] })).toThrow(refusal);
    const cyclic: { and?: unknown[] } = {};
    cyclic.and = [cyclic, cyclic];
    expect(() => compileFilters(cyclic as Filters)).toThrow(refusal);
  });

  test('never throws anything but a typed error', () => {
    const names = fc.constantFrom('tags', 'type', 'startDate', 'metadata', 'metadataFilters', 'ids', 'and', 'not', 'x');
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), (filters) => {
        try {
          compileFilters(filters as Filters)?.(row({}));
        } catch (error) {
          expect(error).toMatchObject({ name: 'HybridSearchError', code: 'invalid-filter' });
        }
      }),
    );
  });
});

test('a filter without conditions compiles to null', () => {
  for (const filters of [undefined, null, {}, { tags: [] }, { and: [{}] }, { metadata: {} }]) {
    expect(compileFilters(filters)).toBeNull();
  }
});
