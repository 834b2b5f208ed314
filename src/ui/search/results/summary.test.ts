import { expect, it } from 'vitest';
import { suggestedQuery } from './summary.ts';

it('replaces each suggested word, however it was written, and nothing else', () => {
  const suggested = [
    { from: 'pasta', to: 'paste' },
    { from: 'bills', to: 'sills' },
  ];
  expect(suggestedQuery('Pasta for the antipasta, bills?', suggested)).toBe('paste for the antipasta, sills?');
  expect(suggestedQuery('nothing of it', suggested)).toBe('nothing of it');
});
