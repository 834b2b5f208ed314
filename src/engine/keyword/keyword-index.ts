/** Results are dense arrays by ordinal, so that fusion can look up any memory in any arm without a map. */

import type { Scope } from '../../core/filter/scope.ts';
import type { Correction } from '../../core/query/corrected-text.ts';
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

export interface KeywordResult {
  /** `[size]` BM25, 0 = no match. */
  scores: Float32Array;
  /** `[size]` share of the query's idf mass that the memory, or with `passages` its best passage, covers, 0–1. */
  coverage: Float32Array;
  count: number;
  /** Population standard deviation of the scores over the visible memories, zeros included. */
  sd: number;
  /** Highest score that the query could reach without boosts (Σ weight·idf·(k1 + 1 + δ) of its terms), or 0. */
  highestPossible: number;
  corrections: Correction[];
  /**
   * Real words that were kept although no memory contains them, each with a similar word that a visible memory
   * contains.
   */
  suggestions: Correction[];
  terms: MatchedTerm[];
  /** 1 = excluded from every arm by a `-word`, `+word`, NOT, AND, `title:` or phrase. Null if the query has none. */
  excluded: Uint8Array | null;
}

export interface KeywordIndex {
  readonly size: number;
  /** Analyzes a document in steps of a few milliseconds. Searches find it only after `add`. */
  analyze(document: Omit<KeywordDocument, 'ordinal'>): Steps<AnalyzedDocument>;
  /** @param analyzed by default, the document is analyzed now, in one go */
  add(document: KeywordDocument, analyzed?: AnalyzedDocument): void;
  remove(ordinal: Ordinal): void;
  clear(): void;
  search(query: ParsedQuery, scope: Scope, options: KeywordSearchOptions, arrays?: RowArrays): KeywordResult;
  /** Returns by ordinal whether a visible memory contains the whole identifier or phrase, as 0 or 1. */
  containing(identifierOrPhrase: string, scope: Scope): Uint8Array;
  /** Returns the idf of each word, inflections included, among the visible memories. 0 if none has it. */
  idfs(words: readonly string[], scope: Scope): Float64Array;
  documentFrequency(word: string, scope: Scope): number;
  /** Returns postings and dictionary as bytes, without checksum or fingerprint. Write nothing between the steps. */
  toBytes(): Steps<Uint8Array>;
  loadBytes(bytes: Uint8Array): void;
  /** Call it only between writes. */
  vacuum(): void;
  /**
   * Returns a function that gives each document its new ordinal. Nothing may be written until it's called.
   * @param ordinals `[size]` the new ordinal by the old one, ascending; −1 where there's no document
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
  /** Whether the memory is in a language that writes compounds as one word. By default, none is. */
  isCompounding?: (ordinal: number) => boolean;
}
