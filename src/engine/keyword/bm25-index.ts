/** Our own postings and BM25. docs/decisions/0002-keyword.md says why. */

import type { Scope } from '../../core/filter/scope.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { NEW_ARRAYS, type RowArrays } from '../../core/row-arrays.ts';
import { runAtOnce, type Steps } from '../../core/steps.ts';
import { InvertedIndex } from './inverted-index.ts';
import type {
  AnalyzedDocument,
  KeywordDocument,
  KeywordIndex,
  KeywordResult,
  KeywordSearchOptions,
} from './keyword-index.ts';
import { KEYWORD_DEFAULTS, type KeywordParameters } from './keyword-parameters.ts';
import { searchIndex, wordIdfs } from './keyword-search.ts';
import { phraseMatches, phraseTerms } from './phrases.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

export type KeywordIndexOptions = Partial<KeywordParameters>;

export function createKeywordIndex(options: KeywordIndexOptions = {}): KeywordIndex {
  return new Bm25Index({ ...KEYWORD_DEFAULTS, ...options });
}

class Bm25Index implements KeywordIndex {
  readonly #parameters: KeywordParameters;
  #index: InvertedIndex;

  constructor(parameters: KeywordParameters) {
    this.#parameters = parameters;
    this.#index = new InvertedIndex(parameters.stemming);
  }

  get size(): number {
    return this.#index.count;
  }

  analyze(document: Omit<KeywordDocument, 'ordinal'>): Steps<AnalyzedDocument> {
    return this.#index.analyze(document);
  }

  add(document: KeywordDocument, analyzed?: AnalyzedDocument): void {
    this.#index.add(document, analyzed);
  }

  remove(ordinal: Ordinal): void {
    this.#index.remove(ordinal);
  }

  clear(): void {
    this.#index = new InvertedIndex(this.#parameters.stemming);
  }

  search(
    query: ParsedQuery,
    scope: Scope,
    options: KeywordSearchOptions,
    arrays: RowArrays = NEW_ARRAYS,
  ): KeywordResult {
    return searchIndex(this.#index, this.#parameters, query, scope, options, arrays);
  }

  containing(identifierOrPhrase: string, scope: Scope): Uint8Array {
    const found = new Uint8Array(Math.max(scope.size, this.#index.forward.size));
    found.set(phraseMatches(this.#index, phraseTerms(identifierOrPhrase), false, scope.allowed).rows);
    return found;
  }

  idfs(words: readonly string[], scope: Scope): Float64Array {
    return wordIdfs(this.#index, this.#parameters, words, scope);
  }

  documentFrequency(word: string, scope: Scope): number {
    return phraseMatches(this.#index, phraseTerms(word), false, scope.allowed).count;
  }

  toBytes(): Steps<Uint8Array> {
    return writeSnapshot(this.#index, null);
  }

  loadBytes(bytes: Uint8Array): void {
    this.#index = this.#read(bytes);
  }

  vacuum(): void {
    this.loadBytes(runAtOnce(this.toBytes()));
  }

  *renumber(ordinals: Int32Array): Steps<() => void> {
    const bytes = yield* writeSnapshot(this.#index, ordinals);
    yield;
    const fresh = this.#read(bytes);
    return () => {
      this.#index = fresh;
    };
  }

  #read(bytes: Uint8Array): InvertedIndex {
    const index = new InvertedIndex(this.#parameters.stemming);
    readSnapshot(bytes, index);
    return index;
  }
}
