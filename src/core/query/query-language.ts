import { detectLanguage, type LanguageId } from '../text/language.ts';
import type { ParsedQuery } from './parsed-query.ts';

/** Returns the language of a query's words and phrases. 0 if they're too few to tell. */
export function queryLanguage({ words, phrases }: Pick<ParsedQuery, 'words' | 'phrases'>): LanguageId {
  return detectLanguage([...words, ...phrases].join(' '));
}
