import { detectLanguage, type LanguageId } from '../text/language.ts';
import type { ParsedQuery } from './parsed-query.ts';

export function queryLanguage({ words, phrases }: Pick<ParsedQuery, 'words' | 'phrases'>): LanguageId {
  return detectLanguage([...words, ...phrases].join(' '));
}
