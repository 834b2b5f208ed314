import { expect, it } from 'vitest';
import { meanShareOf } from './mean-share.ts';

it('falls with the question’s words, and is that of one word for function words only', () => {
  expect([0, 1, 2, 6].map(meanShareOf)).toEqual([1 / 3, 1 / 3, 1 / 6, 1 / 18]);
});
