/** Compares recognised with true text, without case and punctuation at the ends of words, as search does. */

export interface TextScores {
  found: number;
  words: number;
  /** Words to insert, remove or replace. */
  wordErrors: number;
  characterErrors: number;
  characters: number;
}

export function textScores(truth: string, read: string): TextScores {
  const expected = wordsOf(truth);
  const actual = wordsOf(read);
  const left = new Map<string, number>();
  for (const word of actual) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found++;
  }
  const characters = [...expected.join(' ')];
  return {
    found,
    words: expected.length,
    wordErrors: distance(expected, actual),
    characterErrors: distance(characters, [...actual.join(' ')]),
    characters: characters.length,
  };
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
}

/** Levenshtein distance. */
function distance(from: readonly string[], to: readonly string[]): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, each] of from.entries()) {
    const row = [at + 1];
    for (const [other, value] of to.entries()) {
      row.push(Math.min(row[other]! + 1, above[other + 1]! + 1, above[other]! + (each === value ? 0 : 1)));
    }
    above = row;
  }
  return above.at(-1)!;
}
