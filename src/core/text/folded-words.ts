import { ASCII, fold } from './fold.ts';

/** C++ and C# aren't C. As in the analyzer, the signs belong to the short name before them. */
const ASCII_WORDS = /(?<![a-z0-9])[a-z]{1,3}(?:\+\+|#)(?![a-z0-9])|[a-z0-9]+/g;
const WORDS = /(?<![\p{L}\p{M}\p{N}])\p{L}{1,3}(?:\+\+|#)(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}]+/gu;

export function foldedWords(text: string): string[] {
  // Takes a third of the time of the path below. The first search after a start folds 100,000 names.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  return fold(text).match(WORDS) ?? [];
}
