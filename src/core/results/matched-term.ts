export interface MatchedTerm {
  typed: string;
  /** Folded: the word and its correction. Completions are matched by `prefix`. */
  exact: string[];
  stems: string[];
  prefix: string | null;
  /** Whether the prefix is so short that it's completed only in titles and tags. */
  titlesOnly?: boolean;
}
