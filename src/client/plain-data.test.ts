import { describe, expect, it } from 'vitest';
import { isUncloneable, toPlain } from './plain-data.ts';

/** A Proxy at every level, like Vue's `reactive` and Svelte's `$state`. */
function reactive<Value extends object>(value: Value): Value {
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      return typeof inner === 'object' && inner !== null && !(inner instanceof ArrayBuffer) ? reactive(inner) : inner;
    },
  });
}

describe('plain data', () => {
  it('is read from proxies at every level, and can then be cloned', () => {
    const data = new Uint8Array([1, 2]).buffer;
    const memory = { text: 'x', tags: ['a'], metadata: { deep: [{ of: null }] }, images: [{ data, alt: '' }] };
    const given = reactive(memory);
    let refused: unknown;
    try {
      structuredClone(given);
    } catch (error) {
      refused = error;
    }
    expect(isUncloneable(refused)).toBe(true);
    expect(structuredClone(toPlain(given, 'invalid-memory'))).toEqual(memory);
  });

  it('keeps an own __proto__ as a key', () => {
    const copy = toPlain(JSON.parse('{"__proto__":{"a":1}}') as object, 'invalid-memory');
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect((copy as { a?: number }).a).toBeUndefined();
  });

  it.each([
    ['a function', { metadata: { on: [() => {}] } }, 'metadata.on[0]'],
    ['a symbol', { text: Symbol('x') }, 'text'],
    ['a class instance', { metadata: { at: new Map() } }, 'metadata.at'],
  ])('refuses %s with the path to it', (_, value, path) => {
    expect(() => toPlain(value, 'invalid-memory')).toThrow(expect.objectContaining({ code: 'invalid-memory', path }));
    expect(() => toPlain([value], 'invalid-memory')).toThrow(expect.objectContaining({ path: `[0].${path}` }));
  });

  it('refuses unreadable values with the path', () => {
    const metadata = {
      get of(): string {
        throw new Error('not now');
      },
    };
    const refused = expect.objectContaining({ code: 'invalid-memory', path: 'metadata' });
    expect(() => toPlain({ metadata }, 'invalid-memory')).toThrow(refused);
  });

  it('keeps an empty place of a list as undefined, for validation', () => {
    const list = ['a', 'b'];
    delete list[0];
    expect(Object.keys(toPlain(list, 'invalid-memory'))).toEqual(['0', '1']);
  });

  it('refuses structures that contain themselves', () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    expect(() => toPlain(circle, 'invalid-option')).toThrow(expect.objectContaining({ code: 'invalid-option' }));
  });
});
