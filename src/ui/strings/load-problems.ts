/** Loaded with the import panel only. */
import { PROBLEM_SENTENCES, type ProblemSentences } from '../../core/import/problem-sentences.ts';
import { bundledLanguage } from './words.ts';

const LANGUAGES: { readonly [language: string]: () => Promise<ProblemSentences> } = {
  en: async () => PROBLEM_SENTENCES,
  ar: async () => (await import('./problems/problems-ar.ts')).ar,
  de: async () => (await import('./problems/problems-de.ts')).de,
  es: async () => (await import('./problems/problems-es.ts')).es,
  fr: async () => (await import('./problems/problems-fr.ts')).fr,
  zh: async () => (await import('./problems/problems-zh.ts')).zh,
};

export const loadProblemSentences = (tag: string): Promise<ProblemSentences> => LANGUAGES[bundledLanguage(tag)]!();
