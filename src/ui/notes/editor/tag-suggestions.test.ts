/** Which tags a form suggests, and how choosing one changes the text. */
import { describe, expect, it } from 'vitest';
import { suggestedTags, withTag } from './tag-suggestions.ts';

const known = { farms: 3, kitchen: 9, Käse: 1, planning: 2, travel: 2, farming: 4 };

describe('suggestedTags', () => {
  it('are the most used ones where nothing is begun, four of them', () => {
    expect(suggestedTags('', known)).toEqual(['kitchen', 'farming', 'farms', 'planning']);
    expect(suggestedTags('kitchen, ', known)).toEqual(['farming', 'farms', 'planning', 'travel']);
  });

  it('begin as the last tag does, in any case and with or without accents', () => {
    expect(suggestedTags('travel, FA', known)).toEqual(['farming', 'farms']);
    expect(suggestedTags('travel، #ka', known)).toEqual(['Käse']);
  });

  it('lack what is in the list; behind a tag that is written out they are the next', () => {
    expect(suggestedTags('farming, farms', known)).toEqual(['kitchen', 'planning', 'travel', 'Käse']);
    expect(suggestedTags('zebra', known)).toEqual([]);
  });
});

describe('withTag', () => {
  it('completes what was begun, and leaves room for the next', () => {
    expect(withTag('travel, fa', 'farms')).toBe('travel, farms, ');
    expect(withTag('travel', 'kitchen')).toBe('travel, kitchen, ');
    expect(withTag('', 'kitchen')).toBe('kitchen, ');
  });
});
