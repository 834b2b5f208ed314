/**
 * Typo tolerance (K6): for a word that nothing matches, the nearest word of the visible memories. An adjacent
 * swap counts as one edit: MiniSearch's tree knows only insertion, deletion and replacement, so swapped forms are tried.
 */
import type { Vocabulary } from './vocabulary.ts';

/** 0 under 5 characters, 1 to 8, 2 beyond; none for words with digits. */
export function allowedEdits(word: string): 0 | 1 | 2 {
  if (word.length < 5 || /[\p{N}]/u.test(word) || !/^[\p{L}\p{M}']+$/u.test(word)) return 0;
  return word.length <= 8 ? 1 : 2;
}

/** Longest word for which a swap and one more edit are both tried. */
const SWAP_AND_EDIT_LENGTH = 20;

export interface Correction {
  id: number;
  /** Optimal string alignment distance, 1 or 2. */
  distance: number;
}

/**
 * The candidates of the least distance; `frequency` is 0 for terms that no visible memory holds.
 * @param most edits at most, of those that the word's length allows
 */
export function corrections(
  word: string,
  vocabulary: Vocabulary,
  frequency: (id: number) => number,
  most: 1 | 2,
): Correction[] {
  const edits = Math.min(most, allowedEdits(word));
  for (let distance = 1; distance <= edits; distance += 1) {
    const found = new Map<number, Correction>();
    const take = (id: number): void => {
      if (!found.has(id) && !/\p{N}/u.test(vocabulary.terms[id] as string) && frequency(id) > 0)
        found.set(id, { id, distance });
    };
    for (const near of vocabulary.near(word, distance)) if (near.distance > 0) take(near.id);
    for (const swapped of swaps(word)) {
      const id = vocabulary.id(swapped);
      if (id !== undefined) take(id);
      if (distance === 2 && word.length <= SWAP_AND_EDIT_LENGTH)
        for (const near of vocabulary.near(swapped, 1)) take(near.id);
    }
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

function swaps(word: string): string[] {
  const forms: string[] = [];
  for (let at = 0; at + 1 < word.length; at += 1) {
    if (word[at] !== word[at + 1]) forms.push(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
  }
  return forms;
}
