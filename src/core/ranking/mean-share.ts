const SHARE_OF_ONE_WORD = 1 / 3;

/**
 * Weight of the mean of a text's chunks against the best one. One word asks what a text is about, more ask for one
 * passage (docs/decisions/0013-ordinary-notes.md).
 */
export function meanShareOf(words: number): number {
  return SHARE_OF_ONE_WORD / Math.max(1, words);
}
