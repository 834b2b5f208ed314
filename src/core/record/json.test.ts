import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, copyJson, isPlainObject, jsonEquals } from './json.ts';
import type { JsonObject, JsonValue } from './memory.ts';

const limits = { maxDepth: 32, maxLength: 100_000, code: 'invalid-memory' } as const;
const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;

function reordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reordered(item)]));
}

describe('copyJson', () => {
  test('equals any JSON value, and shares nothing with it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = copyJson(value, 'm', limits);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  test('keeps __proto__ as data and leaves every prototype alone', () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    const copy = copyJson(value, 'm', limits) as JsonObject;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(JSON.stringify(structuredClone(copy))).toBe(JSON.stringify(value));
  });

  test.each([
    [{ a: { b: Number.NaN } }, 'm.a.b'],
    [{ a: [1, Number.POSITIVE_INFINITY] }, 'm.a[1]'],
    [{ a: () => 1 }, 'm.a'],
    [{ a: 1n }, 'm.a'],
    [{ a: new Date(0) }, 'm.a'],
    [{ a: new Map() }, 'm.a'],
    [{ a: [undefined] }, 'm.a[0]'],
  ])('refuses %o at %s', (value, path) => {
    expect(() => copyJson(value, 'm', limits)).toThrow(expect.objectContaining({ code: 'invalid-memory', path }));
  });

  test('a cycle ends at the depth limit', () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(() => copyJson(value, 'm', limits)).toThrow(/nested deeper than 32/);
  });

  test('refuses a huge value before copying all of it', () => {
    expect(() =>
      copyJson(
        Array.from({ length: 1_000_000 }, () => 1),
        'm',
        limits,
      ),
    ).toThrow(/larger than/);
  });

  test('replaces lone surrogates in keys and values, and −0 by 0', () => {
    expect(copyJson({ 'a\ud800': 'b\udc00' }, 'm', limits)).toEqual({ 'a\ufffd': 'b\ufffd' });
    expect(Object.is(copyJson(-0, 'm', limits), 0)).toBe(true);
  });
});

describe('canonicalJson and jsonEquals', () => {
  test('ignore the order of keys, and notice everything else', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(canonicalJson(reordered(left))).toBe(canonicalJson(left));
        expect(JSON.parse(canonicalJson(left))).toEqual(JSON.parse(JSON.stringify(left)));
        expect(jsonEquals(left, reordered(left))).toBe(true);
        expect(jsonEquals(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
      }),
    );
  });

  test('distinguish an array from an object with the same keys', () => {
    expect(jsonEquals([1], { 0: 1 })).toBe(false);
    expect(jsonEquals({ a: 1 }, { b: 1 })).toBe(false);
  });
});

test('isPlainObject accepts objects without a prototype and refuses instances', () => {
  expect([{}, Object.create(null)].every(isPlainObject)).toBe(true);
  const others = [null, 1, 'a', [], new Date(), new Map(), new ArrayBuffer(1), new (class Own {})()];
  expect(others.some(isPlainObject)).toBe(false);
});
