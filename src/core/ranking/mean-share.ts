/** Of what a question asks by how many words: what a whole text is about, or what one passage of it says. */

const SHARE_OF_ONE_WORD = 1 / 3;

/**
 * Share of the mean of a text's chunks in its score, the best chunk having the rest. One word asks what a text is about; the
 * more words, the more they ask for one passage, and the less the rest of a long text says against it
 * (docs/decisions/0013-ordinary-notes.md).
 */
export function meanShareOf(words: number): number {
  return SHARE_OF_ONE_WORD / Math.max(1, words);
}
