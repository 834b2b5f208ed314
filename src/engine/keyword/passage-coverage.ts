/**
 * Words scattered over a long text say less than the same words in one place, so the texts of the best matches are
 * checked for that.
 */
import { shortlist } from '../../core/ranking/shortlist.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { TAGS, TEXT, TITLE } from './packed-lists.ts';

export interface CoveringWord {
  ids: readonly number[];
  mass: number;
}

/** Length of a passage in words: on average the best of 32, 64 and 128 (docs/measurements/0013-ordinary-notes.md). */
export const PASSAGE_TOKENS = 128;
/** Number of best matches that are checked. With 30 instead of 100, nDCG@10 differs by at most 0.001. */
const MOST_READ = 50;
/** Takes about a millisecond, however long the memories are. */
const MOST_READ_TOKENS = 200_000;

/** Lowers `coverage` (`[size]`, 0–1, a share of the idf mass `total`) to that of the best passage, title and tags. */
export function coverByPassage(
  index: InvertedIndex,
  words: readonly CoveringWord[],
  total: number,
  scores: Float32Array,
  coverage: Float32Array,
): void {
  if (words.length < 2) return;
  const wordsByTerm = new Map<number, number[]>();
  for (const [word, { ids }] of words.entries()) {
    for (const id of ids) wordsByTerm.set(id, [...(wordsByTerm.get(id) ?? []), word]);
  }
  const best = [...shortlist(scores, MOST_READ)].sort((a, b) => scores[b]! - scores[a]! || a - b);
  let left = MOST_READ_TOKENS;
  for (const row of best.slice(0, MOST_READ)) {
    const length = index.lengths[row] ?? 0;
    if (length <= PASSAGE_TOKENS) continue;
    left -= length;
    if (left < 0) return;
    const scattered = scatteredMass(index.forward.read(row), wordsByTerm, words);
    coverage[row] = Math.max(0, coverage[row]! - scattered / total);
  }
}

/** Words in the title or tags don't count as scattered. */
function scatteredMass(
  sections: readonly (readonly number[])[],
  wordsByTerm: ReadonlyMap<number, readonly number[]>,
  words: readonly CoveringWord[],
): number {
  const named = new Set<number>();
  for (const section of [TITLE, TAGS]) {
    for (const code of sections[section]!) for (const word of wordsByTerm.get(code >> 1) ?? []) named.add(word);
  }
  const found: { at: number; word: number }[] = [];
  let at = 0;
  for (const code of sections[TEXT]!) {
    if ((code & 1) === 0) at++;
    for (const word of wordsByTerm.get(code >> 1) ?? []) if (!named.has(word)) found.push({ at, word });
  }
  const massOf = (some: Iterable<number>) => [...some].reduce((sum, word) => sum + words[word]!.mass, 0);
  return massOf(new Set(found.map(({ word }) => word))) - bestMass(found, words);
}

/** `found` must be in order. */
function bestMass(found: readonly { at: number; word: number }[], words: readonly CoveringWord[]): number {
  const times = new Uint32Array(words.length);
  let mass = 0;
  let best = 0;
  let first = 0;
  for (const { at, word } of found) {
    if (times[word]!++ === 0) mass += words[word]!.mass;
    for (; found[first]!.at <= at - PASSAGE_TOKENS; first++) {
      const left = found[first]!.word;
      if (--times[left]! === 0) mass -= words[left]!.mass;
    }
    best = Math.max(best, mass);
  }
  return best;
}
