/** Fetches the words of sync in a language. */
import { bundledLanguage } from '../words.ts';
import type { SyncStrings } from './sync-strings.ts';

const LANGUAGES: { readonly [language: string]: () => Promise<SyncStrings> } = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  zh: async () => (await import('./zh.ts')).zh,
};

export const loadSyncWords = (tag: string): Promise<SyncStrings> => LANGUAGES[bundledLanguage(tag)]!();
