import { LANGUAGES, type LanguageId, UNKNOWN_LANGUAGE } from './language.ts';

/** Returns true for an unknown language, because nothing shows that the model doesn't read it. */
export function readsLanguage({ reads }: { reads?: readonly string[] }, language: LanguageId): boolean {
  return language === UNKNOWN_LANGUAGE || reads === undefined || reads.includes(LANGUAGES[language]!);
}
