/** How one typed word was matched: what the keyword arm tells highlighting and snippets. */
export interface MatchedTerm {
  typed: string;
  /** Folded exact forms (the word, its correction; prefix expansions are matched by `prefix`). */
  exact: string[];
  stems: string[];
  prefix: string | null;
  /** The prefix is so short that it completes in titles and tags alone (K7). */
  titlesOnly?: boolean;
}
