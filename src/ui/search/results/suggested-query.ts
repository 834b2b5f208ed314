/** The query with the words that were suggested in place of those that no note has. Pure. */
import type { Understood } from '../../../core/results/response.ts';

const WORDS = /[\p{L}\p{M}\p{N}'’-]+/gu;

export function suggestedQuery(query: string, suggested: Understood['suggested']): string {
  const words = new Map(suggested.map(({ from, to }) => [plain(from), to]));
  return query.replace(WORDS, (word) => words.get(plain(word)) ?? word);
}

/** As the response spells words, without the tables that the engine folds with. */
function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
