import type { Vocabulary } from './vocabulary.ts';

export function allowedEdits(word: string): 0 | 1 | 2 {
  if (word.length < 5 || !/^[\p{L}\p{M}']+$/u.test(word)) return 0;
  return word.length <= 8 ? 1 : 2;
}

export interface NearTerm {
  id: number;
  /** Optimal string alignment distance, 1 or 2. */
  distance: number;
}

/** `frequency` returns 0 for terms that no visible memory has. */
export function corrections(
  word: string,
  vocabulary: Vocabulary,
  frequency: (id: number) => number,
  most: 1 | 2,
): NearTerm[] {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const near = vocabulary.near(word, edits === 2 ? most : 1);
  for (const wanted of [1, 2]) {
    const visible = near.filter(({ id, distance }) => distance === wanted && frequency(id) > 0);
    if (visible.length > 0) return visible;
  }
  return [];
}
