import { describe, expect, it } from 'vitest';
import { suggestedTags, withTag } from './form-tags.ts';

const known = { farms: 3, kitchen: 9, Käse: 1, planning: 2, travel: 2, farming: 4 };

describe('suggestedTags', () => {
  it('are the four most used tags if nothing is typed', () => {
    expect(suggestedTags('', known)).toEqual(['kitchen', 'farming', 'farms', 'planning']);
    expect(suggestedTags('kitchen, ', known)).toEqual(['farming', 'farms', 'planning', 'travel']);
  });

  it('begin like the last tag, ignoring case and accents', () => {
    expect(suggestedTags('travel, FA', known)).toEqual(['farming', 'farms']);
    expect(suggestedTags('travel، #ka', known)).toEqual(['Käse']);
  });

  it('leave out chosen tags, and continue after a complete one', () => {
    expect(suggestedTags('farming, farms', known)).toEqual(['kitchen', 'planning', 'travel', 'Käse']);
    expect(suggestedTags('zebra', known)).toEqual([]);
  });
});

describe('withTag', () => {
  it('completes the typed part, and adds a separator for the next', () => {
    expect(withTag('travel, fa', 'farms')).toBe('travel, farms, ');
    expect(withTag('travel', 'kitchen')).toBe('travel, kitchen, ');
    expect(withTag('', 'kitchen')).toBe('kitchen, ');
  });
});
