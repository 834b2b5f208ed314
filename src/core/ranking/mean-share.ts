const SHARE_OF_ONE_WORD = 1 / 3;

/**
 * Returns the weight of the mean over a text's chunks, 0–⅓. The best chunk gets the rest. A query of one word asks what
 * a text is about, a longer one asks for a passage (docs/decisions/0013-ordinary-notes.md).
 */
export function meanShareOf(words: number): number {
  return SHARE_OF_ONE_WORD / Math.max(1, words);
}
