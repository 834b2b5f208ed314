import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepStored, readStored, readStoredJson, storedName } from './stored.ts';

afterEach(() => vi.unstubAllGlobals());

function withStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return kept;
}

describe('stored values', () => {
  it('are read as they were stored, and gone when removed', () => {
    const kept = withStorage();
    keepStored('a', 'one');
    expect(readStored('a')).toBe('one');
    keepStored('a', null);
    expect(readStored('a')).toBeNull();
    expect(kept.size).toBe(0);
  });

  it("that aren't JSON count as missing", () => {
    withStorage();
    expect(readStoredJson('a')).toBeUndefined();
    keepStored('a', '{"half');
    expect(readStoredJson('a')).toBeUndefined();
    keepStored('a', '[1]');
    expect(readStoredJson('a')).toEqual([1]);
  });

  it('are dropped silently if the browser refuses storage', () => {
    const refuse = (): never => {
      throw new DOMException('The request was denied.', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    keepStored('a', 'one');
    keepStored('a', null);
    expect(readStored('a')).toBeNull();
    expect(readStoredJson('a')).toBeUndefined();
  });

  it('have different keys for different stores', () => {
    expect(storedName('model', 'notes')).toBe('hybrid-search:model:notes');
    expect(storedName('keys-hidden')).toBe('hybrid-search:keys-hidden');
  });
});
