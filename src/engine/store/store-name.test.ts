import { describe, expect, it } from 'vitest';
import { checkStoreName, fileNameOf } from './store-name.ts';

describe('store names', () => {
  it('give each store its own valid file name', () => {
    const names = [
      '',
      '.',
      '..',
      '...',
      '%empty',
      '%dot',
      'default',
      'a/b',
      'a b',
      'ä',
      'x'.repeat(300),
      `${'x'.repeat(299)}y`,
    ];
    const files = names.map(fileNameOf);
    expect(new Set(files).size).toBe(names.length);
    for (const file of files) {
      expect(file.length).toBeGreaterThan(0);
      expect(file.length).toBeLessThan(255);
      expect(['.', '..']).not.toContain(file);
      expect(file).not.toContain('/');
    }
  });

  it('stay the same for existing stores', () => {
    expect(['default', 'a b', 'notes/2026', 'ä'].map(fileNameOf)).toEqual(
      ['default', 'a b', 'notes/2026', 'ä'].map(encodeURIComponent),
    );
  });

  it('may be names of built-in object properties', () => {
    expect(['constructor', '__proto__'].map(fileNameOf)).toEqual(['constructor', '__proto__']);
  });

  it('with a lone surrogate are rejected with a typed error', () => {
    expect(() => checkStoreName('a\ud800')).toThrow(expect.objectContaining({ code: 'invalid-option', path: 'name' }));
    expect(() => checkStoreName('')).not.toThrow();
  });
});
