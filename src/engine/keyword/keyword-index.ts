/**
 * What the keyword arm asks of its index; implemented in `bm25-index.ts`.
 * Dense results: arrays by ordinal, so that fusion looks up any memory in any arm without a map.
 */

import type { Scope } from '../../core/filter/scope.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MatchedTerm } from '../../core/results/matched-term.ts';
import type { RowArrays } from '../../core/row-arrays.ts';

export interface KeywordDocument {
  ordinal: Ordinal;
  title: string;
  text: string;
  tags: readonly string[];
  aliases: readonly string[];
  links: readonly string[];
}

/** A document taken apart: what `add` would do first, and what takes long of a long text. */
export interface AnalyzedDocument {
  /** Ids of terms are of this dictionary and no other. */
  readonly dictionary: object;
  /** Codes of the sections that the forward index keeps, in its order. */
  readonly sections: readonly (readonly number[])[];
}

export type { MatchedTerm };

/** A word of the query, folded, and the nearest one of the visible memories. */
export interface Correction {
  from: string;
  to: string;
}

export interface KeywordResult {
  /** `[size]` BM25, 0 = no match. */
  scores: Float32Array;
  /** `[size]` share of the query's idf mass that the memory covers, 0–1. */
  coverage: Float32Array;
  /** Matching visible memories. */
  count: number;
  /** Population standard deviation of the scores over the visible memories, zeros counted. */
  sd: number;
  /** Highest score the query could reach (Σ idf·(k1+1) of its terms); 0 for none. */
  highestPossible: number;
  /** Words that were replaced. */
  corrections: Correction[];
  /** Words that are in no memory and were kept, because they are no slips, with the nearest word that is in one. */
  suggestions: Correction[];
  terms: MatchedTerm[];
  /** Memories that a `-word`, `+word`, NOT, AND or phrase rules out for every arm: 1 = ruled out; null = none are. */
  excluded: Uint8Array | null;
}

export interface KeywordIndex {
  readonly size: number;
  /** Takes a document apart, in steps of some milliseconds; nothing is findable by it until `add`. */
  analyze(document: Omit<KeywordDocument, 'ordinal'>): Generator<undefined, AnalyzedDocument, undefined>;
  /** @param analyzed What `analyze` made of the same document; default: it is analyzed now, in one piece. */
  add(document: KeywordDocument, analyzed?: AnalyzedDocument): void;
  remove(ordinal: Ordinal): void;
  clear(): void;
  search(query: ParsedQuery, scope: Scope, options: KeywordSearchOptions, arrays?: RowArrays): KeywordResult;
  /** Visible memories that hold the folded whole token (or the whole phrase), as 0/1 by ordinal. */
  containing(identifierOrPhrase: string, scope: Scope): Uint8Array;
  /** Of each word with its inflections the idf among the visible memories; 0 where none of them holds it. */
  idfs(words: readonly string[], scope: Scope): Float64Array;
  /** Visible memories that hold the word (exact form). */
  documentFrequency(word: string, scope: Scope): number;
  /** Postings and dictionary as bytes; verified, versioned and fingerprinted by the caller. */
  toBytes(): Uint8Array;
  loadBytes(bytes: Uint8Array): void;
  /** Drops terms that no document holds any more. Call it only between writes. */
  vacuum(): void;
  /**
   * Gives each document a new ordinal. Call it only between writes.
   * @param ordinals `[size]` the new ordinal by the old one; rising, −1 where no document is
   */
  renumber(ordinals: Int32Array): void;
}

export interface KeywordSearchOptions {
  prefix: boolean;
  typoTolerance: boolean;
  /** Folded words that are no slips, beside those that are common in their language. */
  knownWords?: ReadonlySet<string>;
}
