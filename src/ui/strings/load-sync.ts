import type { SyncStrings } from './sync/sync-strings.ts';
import { bundledLanguage } from './words.ts';

const LANGUAGES: { readonly [language: string]: () => Promise<SyncStrings> } = {
  en: async () => (await import('./sync/sync-en.ts')).en,
  ar: async () => (await import('./sync/sync-ar.ts')).ar,
  de: async () => (await import('./sync/sync-de.ts')).de,
  es: async () => (await import('./sync/sync-es.ts')).es,
  fr: async () => (await import('./sync/sync-fr.ts')).fr,
  zh: async () => (await import('./sync/sync-zh.ts')).zh,
};

export const loadSyncWords = (tag: string): Promise<SyncStrings> => LANGUAGES[bundledLanguage(tag)]!();
