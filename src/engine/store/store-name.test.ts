import { describe, expect, it } from 'vitest';
import { checkStoreName, fileNameOf } from './store-name.ts';

describe('store names', () => {
  it('give each store a file name of its own, which a file can have', () => {
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

  it('of stores that exist stay what they were', () => {
    expect(['default', 'a b', 'notes/2026', 'ä'].map(fileNameOf)).toEqual(
      ['default', 'a b', 'notes/2026', 'ä'].map(encodeURIComponent),
    );
  });

  it('may be words that every object knows', () => {
    expect(['constructor', '__proto__'].map(fileNameOf)).toEqual(['constructor', '__proto__']);
  });

  it('with a lone surrogate are refused by a typed error', () => {
    expect(() => checkStoreName('a\ud800')).toThrow(expect.objectContaining({ code: 'invalid-option', path: 'name' }));
    expect(() => checkStoreName('')).not.toThrow();
  });
});
