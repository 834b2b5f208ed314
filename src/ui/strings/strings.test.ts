/** Both languages say everything; a page's own words win. */
import { describe, expect, it } from 'vitest';
import { MODEL_PROFILES } from '../../core/options/model-profiles.ts';
import { QUERY_GRAMMAR } from '../../core/query/grammar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { stringsFor } from './strings.ts';

describe('stringsFor', () => {
  it('takes the language of a regional tag and keeps the region for dates', () => {
    expect(stringsFor('de-AT')).toMatchObject({ save: 'Speichern', locale: 'de-AT' });
    expect(stringsFor('en-GB')).toMatchObject({ save: 'Save', locale: 'en-GB' });
  });

  it('falls back to English', () => {
    expect(stringsFor('xx').save).toBe('Save');
    expect(stringsFor('').save).toBe('Save');
  });

  it('lets a page replace words', () => {
    expect(stringsFor('en', { save: 'Keep' })).toMatchObject({ save: 'Keep', cancel: 'Cancel' });
  });
});

describe('German', () => {
  it('has no text left in English by oversight', () => {
    const same = Object.keys(en).filter((key) => {
      const [a, b] = [en[key as keyof typeof en], de[key as keyof typeof de]];
      return typeof a === 'string' && a === b;
    });
    // Words that the two languages share.
    expect(same.sort()).toEqual(['export', 'fieldText', 'fieldUrl', 'import', 'status']);
  });

  it('explains every operator and every shipped model', () => {
    for (const row of QUERY_GRAMMAR) expect(de.grammar[row.operator], row.operator).toBeTruthy();
    for (const profile of MODEL_PROFILES) expect(de.models[profile.id], profile.id).toBeTruthy();
  });
});
