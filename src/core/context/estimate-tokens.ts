/** Tokens of a text where no tokenizer is at hand: an estimate that rather errs upwards. Pure. */

/** A word of the Latin, Greek or Cyrillic scripts costs one token for its first letters and one for each further run. */
const LETTERS_A_TOKEN = 4;

const PIECES = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+|\S/gu;

/**
 * Medians over seven of the judged collections, against the tokenizers of bge-small and multilingual-e5: 1.0 to 1.4 times
 * their count; 0.87 for German text and bge, whose vocabulary is English.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += Math.ceil(piece.length / LETTERS_A_TOKEN);
  return tokens;
}
