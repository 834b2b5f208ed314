/** How one typed word was matched: what the keyword arm passes to highlighting and snippets. */
export interface MatchedTerm {
  typed: string;
  /** Folded exact forms: the word, its correction. Prefix expansions are matched by `prefix`. */
  exact: string[];
  stems: string[];
  prefix: string | null;
  /** The prefix is so short that it only completes in titles and tags. */
  titlesOnly?: boolean;
}
