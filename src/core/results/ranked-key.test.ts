import { expect, it } from 'vitest';
import { rankedKey } from './ranked-key.ts';

it('is the same for every page of a ranking and different for another one', () => {
  const first = rankedKey('q', { limit: 10, alpha: 0.5, filters: { type: 'note' } }, [7]);
  expect(rankedKey('q', { offset: 10, filters: { type: 'note' }, alpha: 0.5, explain: true }, [7])).toBe(first);
  expect(rankedKey('q', { alpha: 0.5, filters: { type: 'fact' } }, [7])).not.toBe(first);
  expect(rankedKey('q', { alpha: 0.5, filters: { type: 'note' } }, [8])).not.toBe(first);
  expect(rankedKey('p', { alpha: 0.5, filters: { type: 'note' } }, [7])).not.toBe(first);
});
