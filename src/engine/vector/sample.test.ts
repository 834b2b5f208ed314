import { expect, it } from 'vitest';
import { sampleOrdinals } from './sample.ts';

it('takes about the requested number of rows, spread over all', () => {
  const sample = sampleOrdinals(100, 10_000, 10_000, () => true);
  expect(sample).toHaveLength(100);
  for (let tenth = 0; tenth < 10; tenth++) {
    expect(sample.filter((ordinal) => Math.floor(ordinal / 1_000) === tenth)).toHaveLength(10);
  }
});

it('takes the same visible rows, whatever is hidden between them', () => {
  const alone = sampleOrdinals(50, 1_000, 1_000, () => true);
  const among = sampleOrdinals(50, 1_000, 3_000, (ordinal) => ordinal % 3 === 1);
  expect(among.map((ordinal) => (ordinal - 1) / 3)).toEqual(alone);
});
