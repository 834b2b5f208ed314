import type { NotesStrings } from './notes-strings.ts';
import type { SearchStrings } from './search-strings.ts';
import type { Strings } from './strings.ts';
import type { Words } from './words.ts';

const LANGUAGES: { readonly [language: string]: () => Promise<NotesStrings> } = {
  en: async () => (await import('./notes-en.ts')).en,
  ar: async () => (await import('./notes-ar.ts')).ar,
  de: async () => (await import('./notes-de.ts')).de,
  es: async () => (await import('./notes-es.ts')).es,
  fr: async () => (await import('./notes-fr.ts')).fr,
  zh: async () => (await import('./notes-zh.ts')).zh,
};

export const loadNotesWords = (language: string): Promise<NotesStrings> => LANGUAGES[language]!();

export const includeNotesWords = (words: Words): Promise<void> => words.include(loadNotesWords);

/** Call it only after `includeNotesWords`. */
export const notesStrings = (session: { readonly strings: SearchStrings }): Strings => session.strings as Strings;
