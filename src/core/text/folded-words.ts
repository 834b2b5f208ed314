import { fold } from './fold.ts';

/** The words of a text, folded, without punctuation, in order: for comparing short texts and names, not for the index. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
