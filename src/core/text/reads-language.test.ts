import { expect, it } from 'vitest';
import { languageId, UNKNOWN_LANGUAGE } from './language.ts';
import { readsLanguage } from './reads-language.ts';

it('a model reads the languages of its profile, and text of an unknown language', () => {
  const english = { reads: ['en'] };
  expect(readsLanguage(english, languageId('en'))).toBe(true);
  expect(readsLanguage(english, languageId('de'))).toBe(false);
  expect(readsLanguage(english, languageId('other'))).toBe(false);
  expect(readsLanguage(english, UNKNOWN_LANGUAGE)).toBe(true);
  expect(readsLanguage({ reads: ['en', 'other'] }, languageId('other'))).toBe(true);
  expect(readsLanguage({}, languageId('ja'))).toBe(true);
});
