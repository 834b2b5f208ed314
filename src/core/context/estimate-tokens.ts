/** Estimates the tokens of a text without a tokenizer, rather too high than too low. Pure. */

/** In Latin, Greek or Cyrillic script, a word costs one token for its first letters and one for each further run. */
const LETTERS_A_TOKEN = 4;

const PIECES = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+|\S/gu;

/**
 * Against the tokenizers of bge-small and multilingual-e5, the medians over seven judged collections are 1.0 to 1.4
 * times their count. For German text and bge, whose vocabulary is English, it's 0.87.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += Math.ceil(piece.length / LETTERS_A_TOKEN);
  return tokens;
}
