/** Mean share for a question of one word. */

const SHARE_OF_ONE_WORD = 1 / 3;

/**
 * Returns the weight of the mean of a text's chunks in its score; the best chunk has the rest. One word asks what a
 * text is about. More words ask for one passage, so the rest of a long text counts less against it
 * (docs/decisions/0013-ordinary-notes.md).
 */
export function meanShareOf(words: number): number {
  return SHARE_OF_ONE_WORD / Math.max(1, words);
}
