/** Both languages say everything; a page's own words win. */
import { describe, expect, it } from 'vitest';
import { MODEL_PROFILES } from '../../core/options/model-profiles.ts';
import { QUERY_GRAMMAR } from '../../core/query/grammar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { bundledLanguage, loadLanguage, regional } from './words.ts';

describe('the words of a language', () => {
  const wordsFor = async (tag: string, overrides = {}) =>
    regional(await loadLanguage(bundledLanguage(tag)), tag, overrides);

  it('are those of a regional tag, which keeps its region for dates', async () => {
    expect(await wordsFor('de-AT')).toMatchObject({ save: 'Speichern', locale: 'de-AT' });
    expect(await wordsFor('en-GB')).toMatchObject({ save: 'Save', locale: 'en-GB' });
  });

  it('are English where there are none, whatever the tag', async () => {
    for (const tag of ['xx', '', 'constructor']) expect((await wordsFor(tag)).save).toBe('Save');
  });

  it('give way to those of the page', async () => {
    expect(await wordsFor('en', { save: 'Keep' })).toMatchObject({ save: 'Keep', cancel: 'Cancel' });
  });
});

describe('German', () => {
  it('has no text left in English by oversight', () => {
    const same = Object.keys(en).filter((key) => {
      const [a, b] = [en[key as keyof typeof en], de[key as keyof typeof de]];
      return typeof a === 'string' && a === b;
    });
    // Words that the two languages share.
    expect(same.sort()).toEqual(['dir', 'export', 'fieldText', 'fieldUrl', 'import', 'status']);
  });

  it('explains every operator and every shipped model', () => {
    for (const row of QUERY_GRAMMAR) expect(de.grammar[row.operator], row.operator).toBeTruthy();
    for (const profile of MODEL_PROFILES) expect(de.models[profile.id], profile.id).toBeTruthy();
  });
});
