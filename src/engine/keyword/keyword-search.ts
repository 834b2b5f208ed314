/**
 * Runs one search for a parsed query: dense BM25 scores, coverage, excluded memories. Creates no hits, sorts nothing.
 */

import type { Scope } from '../../core/filter/scope.ts';
import type { Correction } from '../../core/query/corrected-text.ts';
import type { ParsedQuery, QueryNode } from '../../core/query/parsed-query.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import { isFunctionWord } from '../../core/text/function-words.ts';
import { Constraints } from './constraints.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { KeywordResult, KeywordSearchOptions } from './keyword-index.ts';
import type { KeywordParameters } from './keyword-parameters.ts';
import { type CoveringWord, coverByPassage } from './passage-coverage.ts';
import { phraseTerms } from './phrases.ts';
import { type FieldLimit, PostingsReader } from './postings-reader.ts';
import { type Leaf, leavesOf, unfinishedWord } from './query-leaves.ts';
import { prefixLimit, type QueryTerm, type ResolvedWord, WordResolver } from './query-terms.ts';

/** Scores at most this many tokens: a query of the allowed length can have more bigrams in a script without spaces. */
const MAX_SCORED_TOKENS = 192;

export function searchIndex(
  index: InvertedIndex,
  parameters: KeywordParameters,
  query: ParsedQuery,
  scope: Scope,
  options: KeywordSearchOptions,
  arrays: RowArrays,
): KeywordResult {
  return new KeywordSearch(index, parameters, query, scope, options, arrays).run();
}

/** Returns the idf of each word. For a word of several tokens, it's the idf of the rarest one. */
export function wordIdfs(
  index: InvertedIndex,
  parameters: KeywordParameters,
  words: readonly string[],
  scope: Scope,
): Float64Array {
  const reader = new PostingsReader(index, scope);
  const resolver = new WordResolver(index, reader, parameters);
  return Float64Array.from(words, (word) => {
    let most = 0;
    for (const { stemClass } of resolver.resolve(word, { prefix: false, explicitPrefix: false, typos: false }).terms) {
      if (stemClass.length === 0) continue;
      // Counts a document once for each inflection in it. That's close enough for choosing words, and cheaper.
      const frequency = stemClass.reduce((sum, term) => sum + reader.frequency(term), 0);
      most = Math.max(most, reader.idf(frequency));
    }
    return most;
  });
}

class KeywordSearch {
  readonly #index: InvertedIndex;
  readonly #parameters: KeywordParameters;
  readonly #query: ParsedQuery;
  readonly #scope: Scope;
  readonly #options: KeywordSearchOptions;
  readonly #reader: PostingsReader;
  readonly #resolver: WordResolver;
  readonly #resolved = new Map<QueryNode, ResolvedWord>();
  readonly #scores: Float32Array;
  readonly #coverage: Float32Array;
  /** Words that may match in any field. */
  readonly #covering: CoveringWord[] = [];
  #lastWord: QueryNode | null = null;
  #mass = 0;
  #highest = 0;
  #tokens = 0;
  #best = 0;

  constructor(
    index: InvertedIndex,
    parameters: KeywordParameters,
    query: ParsedQuery,
    scope: Scope,
    options: KeywordSearchOptions,
    arrays: RowArrays,
  ) {
    this.#index = index;
    this.#parameters = parameters;
    this.#query = query;
    this.#scope = scope;
    this.#options = options;
    this.#reader = new PostingsReader(index, scope);
    this.#resolver = new WordResolver(index, this.#reader, parameters, options);
    this.#scores = arrays.float32(this.#reader.size);
    this.#coverage = arrays.float32(this.#reader.size);
  }

  run(): KeywordResult {
    const { root } = this.#query;
    this.#lastWord = root ? unfinishedWord(root, this.#query.raw) : null;
    const constraints = new Constraints(this.#index, this.#reader, (node) => this.#resolve(node, false));

    const leaves = root ? leavesOf(root, this.#lastWord) : [];
    const words = leaves.filter((leaf) => leaf.node.kind === 'word');
    const damped = words.length > 0 && !this.#onlyFunctionWords(leaves);
    // Words that exist are scored first, so that a correction can be chosen to fit them.
    const uncertain: Leaf[] = [];
    for (const leaf of leaves) {
      if (leaf.node.kind === 'phrase') this.#phrase(leaf, constraints);
      else if (this.#isUnknown(leaf)) uncertain.push(leaf);
      else this.#word(leaf, damped);
    }
    if (uncertain.length > 0) {
      this.#resolver.context = (id) => this.#fit(id);
      for (const leaf of uncertain) {
        this.#best = this.#bestScore();
        this.#word(leaf, damped);
      }
    }
    return this.#finish(root ? constraints.passing(root) : null, leaves);
  }

  #isUnknown(leaf: Leaf): boolean {
    if (!this.#options.typoTolerance || leaf.node.kind !== 'word' || leaf.node.prefix) return false;
    const trial = this.#resolver.resolve(leaf.node.text, {
      prefix: leaf.node === this.#lastWord && this.#options.prefix,
      explicitPrefix: false,
      typos: false,
    });
    const unknown = trial.terms.some((term) => term.stemClass.length === 0 && term.completions.length === 0);
    if (!unknown) this.#resolved.set(leaf.node, trial);
    return unknown;
  }

  #onlyFunctionWords(leaves: readonly Leaf[]): boolean {
    return leaves.every((leaf) => leaf.node.kind === 'word' && phraseTerms(leaf.node.text).every(isFunctionWord));
  }

  #resolve(node: Extract<QueryNode, { kind: 'word' }>, scoring: boolean): ResolvedWord {
    let resolved = this.#resolved.get(node);
    if (!resolved) {
      const prefix = this.#options.prefix && node === this.#lastWord && !node.prefix;
      resolved = this.#resolver.resolve(node.text, {
        prefix,
        explicitPrefix: node.prefix,
        typos: this.#options.typoTolerance && scoring,
      });
      if (scoring) this.#resolved.set(node, resolved);
    }
    return resolved;
  }

  /** @param damped whether function words count less, because the query has others */
  #word(leaf: Leaf, damped: boolean): void {
    const node = leaf.node as Extract<QueryNode, { kind: 'word' }>;
    const resolved = this.#resolve(node, true);
    let wholeFound = true;
    for (const term of resolved.terms) {
      if (this.#tokens++ >= MAX_SCORED_TOKENS) return;
      if (!term.isPart) wholeFound = term.stemClass.length > 0;
      const weight =
        leaf.times *
        (damped && isFunctionWord(term.exact) ? this.#parameters.queryStopWeight : 1) *
        (term.corrected ? this.#parameters.typoWeight : 1) *
        (term.isPart && wholeFound ? this.#parameters.partWeight : 1);
      this.#term(term, weight, leaf.limit, node.prefix);
    }
  }

  #term(term: QueryTerm, weight: number, limit: FieldLimit, starred: boolean): void {
    const { stemWeight, exactWeight, prefixWeight, k1, delta } = this.#parameters;
    const reader = this.#reader;
    const known = term.stemClass.length > 0;
    if (term.completions.length > 0) {
      const completed = limit === 'all' ? prefixLimit(term.exact, starred) : limit;
      const frequency = reader.gather(term.completions, completed);
      const idf = reader.idf(frequency);
      reader.score(
        this.#scores,
        weight * (known && !starred ? prefixWeight * 0.4 : starred ? 1 : prefixWeight),
        idf,
        this.#parameters,
      );
      if (!known) {
        this.#cover(weight * idf, term.completions, completed);
        this.#highest += weight * idf * (k1 + 1 + delta);
        return;
      }
    }
    const frequency = reader.gather(term.stemClass, limit);
    const idf = reader.idf(frequency);
    const inflected = term.id === undefined || term.stemClass.length > 1;
    const full = stemWeight + exactWeight;
    reader.score(this.#scores, weight * (inflected ? stemWeight : full), idf, this.#parameters);
    this.#cover(weight * idf, term.stemClass, limit);
    this.#highest += weight * full * idf * (k1 + 1 + delta);
    if (inflected && term.id !== undefined) {
      const exactFrequency = reader.gather([term.id], limit);
      reader.score(this.#scores, weight * exactWeight, reader.idf(exactFrequency), this.#parameters);
    }
  }

  #phrase(leaf: Leaf, constraints: Constraints): void {
    const node = leaf.node as Extract<QueryNode, { kind: 'phrase' }>;
    const holding = constraints.phrase(node.text, leaf.limit === 'title' || node.field === 'title');
    const partial = new Float32Array(this.#reader.size);
    const full = this.#parameters.stemWeight + this.#parameters.exactWeight;
    let mass = 0;
    for (const term of phraseTerms(node.text)) {
      if (this.#tokens++ >= MAX_SCORED_TOKENS) break;
      const id = this.#index.vocabulary.id(term);
      const idf = this.#reader.idf(this.#reader.gather(id === undefined ? [] : [id], leaf.limit));
      this.#reader.score(partial, leaf.times * full, idf, this.#parameters);
      mass += leaf.times * idf;
    }
    this.#mass += mass;
    this.#highest += mass * full * (this.#parameters.k1 + 1 + this.#parameters.delta);
    for (let ordinal = 0, { length } = holding; ordinal < length; ordinal += 1) {
      if (holding[ordinal] !== 1) continue;
      (this.#scores[ordinal] as number) += Math.max(partial[ordinal] as number, Number.EPSILON);
      (this.#coverage[ordinal] as number) += mass;
    }
  }

  #cover(mass: number, ids: readonly number[], limit: FieldLimit): void {
    this.#mass += mass;
    if (limit === 'all') this.#covering.push({ ids, mass });
    for (let at = 0; at < this.#reader.gathered; at += 1)
      (this.#coverage[this.#reader.ordinals[at] as number] as number) += mass;
  }

  #bestScore(): number {
    const scores = this.#scores;
    let best = 0;
    for (let ordinal = 0, { length } = scores; ordinal < length; ordinal += 1) {
      if ((scores[ordinal] as number) > best) best = scores[ordinal] as number;
    }
    return best;
  }

  /** Favours corrections that occur together with the other words. */
  #fit(id: number): number {
    if (this.#best === 0) return 0;
    let reached = 0;
    const gathered = this.#reader.gather([id]);
    for (let at = 0; at < gathered; at += 1)
      reached = Math.max(reached, this.#scores[this.#reader.ordinals[at] as number] as number);
    return reached / this.#best;
  }

  #finish(passing: Uint8Array | null, leaves: readonly Leaf[]): KeywordResult {
    const scores = this.#scores;
    const coverage = this.#coverage;
    const mass = this.#mass;
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let ordinal = 0, { length } = scores; ordinal < length; ordinal += 1) {
      if (passing !== null && passing[ordinal] !== 1) {
        scores[ordinal] = 0;
        coverage[ordinal] = 0;
      }
      const score = scores[ordinal] as number;
      if (score <= 0) continue;
      count += 1;
      sum += score;
      squares += score * score;
      if (mass > 0) coverage[ordinal] = Math.min(1, (coverage[ordinal] as number) / mass);
    }
    if (this.#options.passages && mass > 0) coverByPassage(this.#index, this.#covering, mass, scores, coverage);
    const visible = Math.max(1, this.#scope.count, count);
    const mean = sum / visible;
    const words = leaves.flatMap((leaf) => (leaf.node.kind === 'word' ? [this.#resolve(leaf.node, true)] : []));
    const phrases = leaves.flatMap((leaf) => (leaf.node.kind === 'phrase' ? [leaf.node.text] : []));
    return {
      scores,
      coverage,
      count,
      sd: Math.sqrt(Math.max(0, squares / visible - mean * mean)),
      highestPossible: this.#highest,
      corrections: distinct(words.map(({ correction }) => correction)),
      suggestions: distinct(words.map(({ suggestion }) => suggestion)),
      terms: [
        ...words.flatMap((word) => word.matched),
        ...phrases.map((phrase) => ({ typed: phrase, exact: phraseTerms(phrase), stems: [], prefix: null })),
      ],
      excluded: passing === null ? null : passing.map((pass) => 1 - pass),
    };
  }
}

function distinct(found: readonly (Correction | null)[]): Correction[] {
  const all = found.filter((correction) => correction !== null);
  return all.filter(({ from }, at) => all.findIndex((other) => other.from === from) === at);
}
