/** Results are dense arrays by ordinal, so that fusion can look up any memory in any arm without a map. */

import type { Scope } from '../../core/filter/scope.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MatchedTerm } from '../../core/results/matched-term.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import type { Steps } from '../../core/steps.ts';

export interface KeywordDocument {
  ordinal: Ordinal;
  title: string;
  text: string;
  tags: readonly string[];
  aliases: readonly string[];
  links: readonly string[];
}

export interface AnalyzedDocument {
  readonly dictionary: object;
  readonly sections: readonly (readonly number[])[];
}

export type { MatchedTerm };

/** `from` is folded. */
export interface Correction {
  from: string;
  to: string;
}

export interface KeywordResult {
  /** `[size]` BM25, 0 = no match. */
  scores: Float32Array;
  /** `[size]` share of the query's idf mass, 0–1, that the memory or, with `passages`, its best passage covers. */
  coverage: Float32Array;
  count: number;
  /** Population standard deviation of the scores over the visible memories, zeros included. */
  sd: number;
  /** Highest score that the query could reach without boosts (Σ weight·idf·(k1 + 1 + δ) of its terms), or 0. */
  highestPossible: number;
  corrections: Correction[];
  /** For real words that were kept although no memory contains them. */
  suggestions: Correction[];
  terms: MatchedTerm[];
  /** 1 = excluded from every arm. Null if the query has no such operator. */
  excluded: Uint8Array | null;
}

export interface KeywordIndex {
  readonly size: number;
  /** Searches find the document only after `add`. */
  analyze(document: Omit<KeywordDocument, 'ordinal'>): Steps<AnalyzedDocument>;
  /** @param analyzed by default, the document is analyzed now, in one go */
  add(document: KeywordDocument, analyzed?: AnalyzedDocument): void;
  remove(ordinal: Ordinal): void;
  clear(): void;
  search(query: ParsedQuery, scope: Scope, options: KeywordSearchOptions, arrays?: RowArrays): KeywordResult;
  /** Returns 0 or 1 by ordinal. */
  containing(identifierOrPhrase: string, scope: Scope): Uint8Array;
  /** Inflections count too. */
  idfs(words: readonly string[], scope: Scope): Float64Array;
  documentFrequency(word: string, scope: Scope): number;
  /** Has no checksum or fingerprint. Nothing may be written between the steps. */
  toBytes(): Steps<Uint8Array>;
  loadBytes(bytes: Uint8Array): void;
  /** Call it only between writes. */
  vacuum(): void;
  /**
   * Nothing may be written until the returned function is called. `ordinals` is ascending, with −1 where there's no
   * document.
   */
  renumber(ordinals: Int32Array): Steps<() => void>;
}

export interface KeywordSearchOptions {
  prefix: boolean;
  typoTolerance: boolean;
  /** Whether only words in the same passage of a long memory count together for `coverage`. Default false. */
  passages?: boolean;
  /** Folded words to treat as correctly spelt, in addition to those common in their language. */
  knownWords?: ReadonlySet<string>;
}
