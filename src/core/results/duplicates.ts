import { foldedWords } from '../text/folded-words.ts';

export interface DuplicateGroup {
  leader: number;
  members: number[];
}

/**
 * Groups the positions 0 to `count` − 1 of a ranked list. The first of a group is its leader.
 * @param same needn't be transitive
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

/** UTF-16 units. Shorter texts must share words too, because by cosine all short texts are near each other. */
export const SHORT_TEXT = 200;
/** Short texts that share less than this part of their words aren't duplicates. */
export const LEAST_OVERLAP = 0.6;

/**
 * Compares at most this many UTF-16 units, because comparing two notes of 1 MB took a second. `sameWords` compares the
 * rest too if the beginnings are equal.
 */
const COMPARED_UNITS = 20_000;

/** Ignores case, accents and punctuation. */
export function sameWords(left: string, right: string): boolean {
  const begin = (text: string) => foldedWords(text.slice(0, COMPARED_UNITS)).join(' ');
  if (begin(left) !== begin(right)) return false;
  return left.length <= COMPARED_UNITS || foldedWords(left).join(' ') === foldedWords(right).join(' ');
}

/** Compares the numbers, because two similar notes often differ only in an invoice number, a price or a date. */
export function sameNumbers(left: string, right: string): boolean {
  const a = numbersOf(left);
  const b = numbersOf(right);
  return a.size === b.size && [...a].every((number) => b.has(number));
}

function numbersOf(text: string): Set<string> {
  return new Set(foldedWords(text.slice(0, COMPARED_UNITS)).filter((word) => /\p{N}/u.test(word)));
}

/** Returns the Jaccard index of the two sets of words, 0–1. */
export function wordOverlap(left: string, right: string): number {
  const a = new Set(foldedWords(left.slice(0, COMPARED_UNITS)));
  const b = new Set(foldedWords(right.slice(0, COMPARED_UNITS)));
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
