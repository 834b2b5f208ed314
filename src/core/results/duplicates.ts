/** Near-duplicates folded into their best hit (V9, C5). What counts as the same is the caller's test. */

import { foldedWords } from '../text/folded-words.ts';

export interface DuplicateGroup {
  /** Position of the hit that stays: the best of its group. */
  leader: number;
  /** Positions folded into it, best first. */
  members: number[];
}

/**
 * @param count positions 0…count−1, best first
 * @param same asked of a leader and a later position; need not be transitive
 */
export function groupDuplicates(count: number, same: (leader: number, later: number) => boolean): DuplicateGroup[] {
  const groups: DuplicateGroup[] = [];
  for (let position = 0; position < count; position++) {
    const home = groups.find((group) => same(group.leader, position));
    if (home) home.members.push(position);
    else groups.push({ leader: position, members: [] });
  }
  return groups;
}

/** Short texts are all near one another by cosine, so they must share words too. UTF-16 units. */
export const SHORT_TEXT = 200;
/** Shared words of all words, 0–1, from which two short texts say the same. */
export const LEAST_OVERLAP = 0.6;

/** Of longer texts the beginnings are compared: two notes of 1 MB took a second. UTF-16 units. */
const COMPARED_UNITS = 20_000;

/** Do both say the same words in the same order? Case, accents and punctuation aside. "Mia is allergic" is not "Leo is". */
export function sameWords(left: string, right: string): boolean {
  const begin = (text: string) => foldedWords(text.slice(0, COMPARED_UNITS)).join(' ');
  if (begin(left) !== begin(right)) return false;
  return left.length <= COMPARED_UNITS || foldedWords(left).join(' ') === foldedWords(right).join(' ');
}

/** Do both hold the same numbers and codes? An invoice, a price or a date that differs is what two alike notes are about. */
export function sameNumbers(left: string, right: string): boolean {
  const a = numbersOf(left);
  const b = numbersOf(right);
  return a.size === b.size && [...a].every((number) => b.has(number));
}

function numbersOf(text: string): Set<string> {
  return new Set(foldedWords(text.slice(0, COMPARED_UNITS)).filter((word) => /\p{N}/u.test(word)));
}

/** Jaccard overlap of the two texts' distinct words, 0–1. */
export function wordOverlap(left: string, right: string): number {
  const a = new Set(foldedWords(left.slice(0, COMPARED_UNITS)));
  const b = new Set(foldedWords(right.slice(0, COMPARED_UNITS)));
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
