/** Typo tolerance: for a word that matches nothing, finds the nearest word in the visible memories. */
import type { Vocabulary } from './vocabulary.ts';

/** Returns 0 for words under 5 characters or with digits, 1 up to 8 characters, 2 above. */
export function allowedEdits(word: string): 0 | 1 | 2 {
  if (word.length < 5 || !/^[\p{L}\p{M}']+$/u.test(word)) return 0;
  return word.length <= 8 ? 1 : 2;
}

export interface Correction {
  id: number;
  /** Optimal string alignment distance, 1 or 2. */
  distance: number;
}

/**
 * Returns the candidates with the smallest distance. `frequency` returns 0 for terms that no visible memory has.
 * @param most upper limit for the edits, in addition to the one by the word's length
 */
export function corrections(
  word: string,
  vocabulary: Vocabulary,
  frequency: (id: number) => number,
  most: 1 | 2,
): Correction[] {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const near = vocabulary.near(word, edits === 2 ? most : 1);
  for (const wanted of [1, 2]) {
    const visible = near.filter(({ id, distance }) => distance === wanted && frequency(id) > 0);
    if (visible.length > 0) return visible;
  }
  return [];
}
