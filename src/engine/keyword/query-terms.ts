/**
 * A word of the query → the groups of index terms it stands for: the word and its inflections, what it begins, what it
 * may have been meant to be. Which words count little is decided in `collectWords`.
 */
import { analyze, type Token } from '../../core/text/analyze.ts';
import { stem } from '../../core/text/stem.ts';
import { allowedEdits, corrections } from './corrections.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { MatchedTerm } from './keyword-index.ts';
import type { KeywordParameters } from './keyword-parameters.ts';
import type { PostingsReader } from './postings-reader.ts';
import { isBigram, isSingleCharacter } from './vocabulary.ts';

/** One token of a typed word. */
export interface QueryTerm {
  exact: string;
  /** Ids of the token and its inflections; of the token alone where it is not stemmed. */
  family: readonly number[];
  /** Id of the token as typed; undefined where no memory holds it. */
  id: number | undefined;
  /** Ids of the terms it begins. */
  prefixed: readonly number[];
  /** Part of an identifier that is there as a whole. */
  part: boolean;
  corrected: boolean;
}

export interface ResolvedWord {
  typed: string;
  terms: QueryTerm[];
  matched: MatchedTerm[];
  correction: { from: string; to: string } | null;
}

export interface ResolveOptions {
  /** The word may be unfinished. */
  prefix: boolean;
  /** The word was typed with `*`. */
  explicitPrefix: boolean;
  typos: boolean;
}

/** Terms that one prefix expands to at most. */
const MAX_EXPANSIONS = 400;

/**
 * Words of one query for which two edits are tried; further ones get one. Two edits over the vocabulary of 5,000
 * abstracts cost 2 to 3 ms a word, and no query of the evaluation sets has so many words that need them.
 */
const MAX_FAR_WORDS = 12;

export class WordResolver {
  readonly #index: InvertedIndex;
  readonly #reader: PostingsReader;
  readonly #parameters: KeywordParameters;
  /** How well a candidate correction fits the rest of the query; set once that is scored. */
  context: ((id: number) => number) | null = null;
  #farWords = 0;

  constructor(index: InvertedIndex, reader: PostingsReader, parameters: KeywordParameters) {
    this.#index = index;
    this.#reader = reader;
    this.#parameters = parameters;
  }

  resolve(typed: string, options: ResolveOptions): ResolvedWord {
    const tokens = analyze(typed, { stemming: this.#parameters.stemming });
    const resolved: ResolvedWord = { typed, terms: [], matched: [], correction: null };
    const last = tokens.findLast((token) => token.kind !== 'part');
    for (const token of tokens) {
      const open = token === last && (options.prefix || options.explicitPrefix);
      const term = this.#term(token, open ? options : { ...options, prefix: false, explicitPrefix: false });
      if (
        term.family.length === 0 &&
        term.prefixed.length === 0 &&
        options.typos &&
        token.kind === 'word' &&
        allowedEdits(token.exact) > 0
      ) {
        const better = this.#correct(token);
        if (better) {
          resolved.terms.push(better);
          resolved.matched.push(this.#mark(typed, better, null));
          resolved.correction = { from: token.exact, to: better.exact };
          continue;
        }
      }
      resolved.terms.push(term);
      resolved.matched.push(this.#mark(typed, term, open && term.prefixed.length > 0 ? token.exact : null));
    }
    return resolved;
  }

  #term(token: Token, options: ResolveOptions): QueryTerm {
    const { vocabulary } = this.#index;
    const id = vocabulary.id(token.exact);
    const held = id !== undefined && this.#reader.frequency(id) > 0;
    let family: readonly number[] = held ? [id] : [];
    if (token.stem !== null && !options.explicitPrefix) {
      family = (vocabulary.family(token.exact) ?? family).filter((member) => this.#reader.frequency(member) > 0);
    }
    if (family.length === 0 && isBigram(token.exact) && isSingleCharacter(token.exact)) {
      family = vocabulary.bigramsWith(token.exact).filter((member) => this.#reader.frequency(member) > 0);
    } else if (isBigram(token.exact) && isSingleCharacter(token.exact)) {
      family = [
        ...family,
        ...vocabulary.bigramsWith(token.exact).filter((member) => this.#reader.frequency(member) > 0),
      ];
    }
    const prefixed =
      (options.prefix || options.explicitPrefix) && !isBigram(token.exact)
        ? vocabulary.startingWith(token.exact, MAX_EXPANSIONS).filter((member) => this.#reader.frequency(member) > 0)
        : [];
    return {
      exact: token.exact,
      family,
      id: held ? id : undefined,
      prefixed,
      part: token.kind === 'part',
      corrected: false,
    };
  }

  #correct(token: Token): QueryTerm | null {
    const { vocabulary } = this.#index;
    const far = allowedEdits(token.exact) === 2 && this.#farWords < MAX_FAR_WORDS;
    const candidates = corrections(token.exact, vocabulary, (id) => this.#reader.frequency(id), far ? 2 : 1);
    // One edit away: the second was not tried.
    if (far && candidates[0]?.distance !== 1) this.#farWords += 1;
    if (candidates.length === 0) return null;
    const first = token.exact[0];
    const rank = (id: number): number =>
      (vocabulary.terms[id]?.[0] === first ? 1 : 0) +
      (this.context?.(id) ?? 0) +
      Math.log1p(this.#reader.frequency(id)) / 10;
    let best = candidates[0]!;
    let bestRank = rank(best.id);
    for (const candidate of candidates) {
      const value = rank(candidate.id);
      if (value > bestRank) {
        best = candidate;
        bestRank = value;
      }
    }
    const exact = vocabulary.terms[best.id] as string;
    const family = (vocabulary.family(exact) ?? [best.id]).filter((member) => this.#reader.frequency(member) > 0);
    return { exact, family, id: best.id, prefixed: [], part: token.kind === 'part', corrected: true };
  }

  #mark(typed: string, term: QueryTerm, prefix: string | null): MatchedTerm {
    const { terms } = this.#index.vocabulary;
    const exact = new Set(term.family.map((id) => terms[id] as string));
    exact.add(term.exact);
    const stemmed = stem(term.exact, this.#parameters.stemming);
    const stems = stemmed !== null && !this.#index.vocabulary.isName(term.exact) ? [stemmed] : [];
    return { typed, exact: [...exact], stems, prefix };
  }
}
