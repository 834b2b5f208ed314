/**
 * German and Dutch write compounds as one word ("Apfelkuchen"). For a word that no visible memory has, these look for
 * compounds with it, and for the parts of a compound.
 */
import type { Vocabulary } from './vocabulary.ts';

/** Characters. Too many unrelated words begin or end with a shorter word. */
const LEAST_WORD = 5;
/** Characters by which a compound is longer than the word. Two may be an ending: "Garten" and "Gartens". */
const LEAST_REST = 3;
const LEAST_PART = 4;
const MOST_COMPOUNDS = 400;
/** Between the parts of a German or Dutch compound, longest first. */
const LINKING = ['es', 'en', 's', 'n', 'e', ''];

type IsCompounded = (id: number) => boolean;

/** @param isCompounded whether a visible memory has the term and is in a language that compounds words */
export function compoundsWith(word: string, vocabulary: Vocabulary, isCompounded: IsCompounded): number[] {
  if (word.length < LEAST_WORD) return [];
  return vocabulary
    .matching((term) => term.length >= word.length + LEAST_REST && (term.endsWith(word) || term.startsWith(word)))
    .filter(isCompounded)
    .slice(0, MOST_COMPOUNDS);
}

/** Returns the ids of two words of which the compound consists, or null. */
export function partsOfCompound(
  word: string,
  vocabulary: Vocabulary,
  isCompounded: IsCompounded,
): [number, number] | null {
  const held = (part: string): number | null => {
    const id = part.length < LEAST_PART ? undefined : vocabulary.id(part);
    return id !== undefined && isCompounded(id) ? id : null;
  };
  for (let cut = LEAST_PART; cut <= word.length - LEAST_PART; cut++) {
    const last = held(word.slice(cut));
    if (last === null) continue;
    const beginning = word.slice(0, cut);
    for (const link of LINKING) {
      const first = beginning.endsWith(link) ? held(beginning.slice(0, cut - link.length)) : null;
      if (first !== null) return [first, last];
    }
  }
  return null;
}
