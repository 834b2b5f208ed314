import { describe, expect, it } from 'vitest';
import { changedFields, conflictingFields, inputOf, NO_FIELDS, tagsOf } from './note-fields.ts';

const base = { ...NO_FIELDS, title: 'Bread', text: 'Flour.', tags: 'kitchen, oven' };

describe('changedFields', () => {
  it('is empty if only white space around a line or between tags differs', () => {
    expect(changedFields(base, { ...base, title: ' Bread ', tags: 'kitchen,oven,' })).toEqual([]);
  });

  it('names differing fields, and white space in the text counts', () => {
    expect(changedFields(base, { ...base, text: 'Flour. ', tags: 'kitchen' })).toEqual(['text', 'tags']);
  });
});

describe('conflictingFields', () => {
  it('is empty if the other side changed another field', () => {
    expect(conflictingFields(base, { ...base, tags: 'rye' }, { ...base, text: 'Rye.' })).toEqual([]);
  });

  it('is empty if both made the same change', () => {
    expect(conflictingFields(base, { ...base, tags: 'rye' }, { ...base, tags: 'rye ' })).toEqual([]);
  });

  it('names a field that both changed to something else', () => {
    expect(conflictingFields(base, { ...base, text: 'Mine.' }, { ...base, text: 'Theirs.' })).toEqual(['text']);
  });
});

describe('inputOf', () => {
  it('sends only the named fields, and an emptied one as empty', () => {
    expect(inputOf({ ...base, title: '' }, ['title', 'tags'])).toEqual({ title: '', tags: ['kitchen', 'oven'] });
  });
});

describe('tagsOf', () => {
  it('splits at the commas of several scripts, and removes a leading #', () => {
    expect(tagsOf('a, #b،c、d，a')).toEqual(['a', 'b', 'c', 'd']);
  });
});
