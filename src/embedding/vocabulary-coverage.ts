/** How well the model knows a query's words (DESIGN F4). */
import type { Tokens } from './session.ts';

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Share of the words that are one whole token of the vocabulary, 0–1; 0 where there is no word. */
export function vocabularyCoverage(query: string, tokens: Pick<Tokens, 'isOneToken'>): number {
  let total = 0;
  let whole = 0;
  for (const { segment, isWordLike } of words.segment(query)) {
    if (!isWordLike) continue;
    total++;
    if (tokens.isOneToken(segment)) whole++;
  }
  return total === 0 ? 0 : whole / total;
}
