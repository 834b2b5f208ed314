export interface MatchedTerm {
  typed: string;
  /** Folded. Completions are matched by `prefix`. */
  exact: string[];
  stems: string[];
  prefix: string | null;
  /** A short prefix is completed only in titles and tags. */
  titlesOnly?: boolean;
}
