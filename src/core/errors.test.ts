import { expect, it, vi } from 'vitest';
import { HybridSearchError, isHybridSearchError } from './errors.ts';

it('an error of another copy of the package is recognised by its code', async () => {
  vi.resetModules();
  const copy = await import('./errors.ts');
  const foreign = new copy.HybridSearchError('quota', 'disk');
  expect(foreign).not.toBeInstanceOf(HybridSearchError);
  expect(isHybridSearchError(foreign)).toBe(true);
  expect(isHybridSearchError(foreign, 'quota')).toBe(true);
  expect(isHybridSearchError(foreign, 'storage')).toBe(false);
  for (const other of [new Error('x'), null, undefined, 'quota', { code: 'quota' }]) {
    expect(isHybridSearchError(other)).toBe(false);
  }
});
