/** Turns a word of the query into groups of index terms, all of which are in visible documents. */

import type { Correction } from '../../core/query/corrected-text.ts';
import { analyze, type Token } from '../../core/text/analyze.ts';
import { fold } from '../../core/text/fold.ts';
import { isFunctionWord } from '../../core/text/function-words.ts';
import { stem } from '../../core/text/stem.ts';
import { compoundsWith, partsOfCompound } from './compounds.ts';
import { allowedEdits, corrections } from './corrections.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { KeywordSearchOptions, MatchedTerm } from './keyword-index.ts';
import type { KeywordParameters } from './keyword-parameters.ts';
import type { FieldLimit, PostingsReader } from './postings-reader.ts';
import { isBigram, isSingleCharacter } from './vocabulary.ts';

export interface QueryTerm {
  exact: string;
  /** Ids of the token and its inflections, or of the token alone if it isn't stemmed. */
  stemClass: readonly number[];
  /** Id of the token as typed. Undefined if no visible memory has it. */
  id: number | undefined;
  completions: readonly number[];
  isPart: boolean;
  corrected: boolean;
}

export interface ResolvedWord {
  typed: string;
  terms: QueryTerm[];
  matched: MatchedTerm[];
  correction: Correction | null;
  /** A similar word, if the typed one was kept because it's a real word. */
  suggestion: Correction | null;
}

export interface ResolveOptions {
  prefix: boolean;
  explicitPrefix: boolean;
  typos: boolean;
}

/** Shorter unfinished words are completed only from titles and tags. */
const PREFIX_LENGTH = 3;

export function prefixLimit(beginning: string, starred: boolean): FieldLimit {
  return [...beginning].length < PREFIX_LENGTH && !starred ? 'title-and-tags' : 'all';
}

const MAX_COMPLETIONS = 400;

/**
 * Number of words in a query for which two edits are tried. Further words get one, because two edits over 30,000 terms
 * cost 0.4 ms a word. No evaluated query reaches this limit.
 */
const MAX_FAR_WORDS = 12;

/** Number of unknown words in a query for which compounds are looked up, because each scans all terms. */
const MAX_COMPOUND_WORDS = 8;

export class WordResolver {
  readonly #index: InvertedIndex;
  readonly #reader: PostingsReader;
  readonly #parameters: KeywordParameters;
  readonly #fixedNames: ReadonlySet<string>;
  /** Set once the rest of the query is scored. */
  context: ((id: number) => number) | null = null;
  readonly #options: Pick<KeywordSearchOptions, 'knownWords' | 'isCompounding'>;
  #farWords = 0;
  #compoundWords = 0;

  constructor(
    index: InvertedIndex,
    reader: PostingsReader,
    parameters: KeywordParameters,
    options: Pick<KeywordSearchOptions, 'knownWords' | 'isCompounding'> = {},
  ) {
    this.#options = options;
    this.#index = index;
    this.#reader = reader;
    this.#parameters = parameters;
    this.#fixedNames = new Set(parameters.terms.map(fold));
  }

  resolve(typed: string, options: ResolveOptions): ResolvedWord {
    const tokens = analyze(typed, { stemming: this.#parameters.stemming });
    const resolved: ResolvedWord = { typed, terms: [], matched: [], correction: null, suggestion: null };
    const last = tokens.findLast((token) => token.kind !== 'part');
    for (const token of tokens) {
      const open = token === last && (options.prefix || options.explicitPrefix);
      const term = this.#term(token, open ? options : { ...options, prefix: false, explicitPrefix: false });
      if (
        term.stemClass.length === 0 &&
        term.completions.length === 0 &&
        options.typos &&
        token.kind === 'word' &&
        allowedEdits(token.exact) > 0
      ) {
        if (this.#takeCompounds(resolved, token)) continue;
        const better = this.#correct(token);
        if (better && this.#isWord(token.exact)) resolved.suggestion = { from: token.exact, to: better.exact };
        else if (better) {
          resolved.terms.push(better);
          resolved.matched.push(this.#mark(typed, better, null));
          resolved.correction = { from: token.exact, to: better.exact };
          continue;
        }
      }
      resolved.terms.push(term);
      const prefix = open && term.completions.length > 0 ? token.exact : null;
      const titlesOnly = prefix !== null && prefixLimit(prefix, options.explicitPrefix) !== 'all';
      resolved.matched.push({ ...this.#mark(typed, term, prefix), ...(titlesOnly ? { titlesOnly } : {}) });
    }
    return resolved;
  }

  #term(token: Token, options: ResolveOptions): QueryTerm {
    const { vocabulary } = this.#index;
    const isHeld = (member: number) => this.#reader.isHeld(member);
    const id = vocabulary.id(token.exact);
    const held = id !== undefined && isHeld(id);
    let stemClass: readonly number[] = held ? [id] : [];
    if (token.stem !== null && !options.explicitPrefix) stemClass = this.#stemClass(token.exact, stemClass);
    if (isBigram(token.exact) && isSingleCharacter(token.exact)) {
      stemClass = [...stemClass, ...vocabulary.bigramsWith(token.exact).filter(isHeld)];
    }
    const open = (options.prefix || options.explicitPrefix) && !isBigram(token.exact);
    return {
      exact: token.exact,
      stemClass,
      id: held ? id : undefined,
      completions: open ? this.#completions(token.exact, options.explicitPrefix) : [],
      isPart: token.kind === 'part',
      corrected: false,
    };
  }

  /** Names aren't stemmed. */
  #stemClass(word: string, alone: readonly number[]): readonly number[] {
    if (this.#isName(word)) return alone;
    return this.#index.vocabulary.stemClass(word)?.filter((member) => this.#reader.isHeld(member)) ?? alone;
  }

  #isName(word: string): boolean {
    if (this.#fixedNames.has(word)) return true;
    const id = this.#index.vocabulary.id(word);
    return id !== undefined && this.#reader.isName(id);
  }

  #completions(beginning: string, starred: boolean): number[] {
    const limit = prefixLimit(beginning, starred);
    const isVisible = (id: number): boolean =>
      (limit === 'all' || this.#index.isInTitleOrTags(id)) && this.#reader.isHeld(id, limit);
    return this.#index.vocabulary.startingWith(beginning, MAX_COMPLETIONS, isVisible);
  }

  #isWord(exact: string): boolean {
    return this.#options.knownWords?.has(exact) || this.#parameters.commonWords.has(exact) || isFunctionWord(exact);
  }

  /** Returns false if no visible memory has a compound with the word, or the parts of it as a compound. */
  #takeCompounds({ typed, terms, matched }: ResolvedWord, { exact }: Token): boolean {
    const { isCompounding } = this.#options;
    if (!isCompounding || this.#compoundWords++ >= MAX_COMPOUND_WORDS) return false;
    const { vocabulary } = this.#index;
    const isCompounded = (id: number) => this.#reader.isHeldBy(id, isCompounding);
    const unknown = { exact, stemClass: [], id: undefined, completions: [], isPart: false, corrected: false };
    const compounds = compoundsWith(exact, vocabulary, isCompounded);
    const found: QueryTerm[] =
      compounds.length > 0
        ? [{ ...unknown, completions: compounds }]
        : (partsOfCompound(exact, vocabulary, isCompounded) ?? []).map((id) => {
            const part = vocabulary.terms[id]!;
            return { ...unknown, exact: part, stemClass: this.#stemClass(part, [id]), id };
          });
    terms.push(...found);
    matched.push(...found.map((term) => this.#mark(typed, term, null)));
    return found.length > 0;
  }

  #correct(token: Token): QueryTerm | null {
    const { vocabulary } = this.#index;
    const far = allowedEdits(token.exact) === 2 && this.#farWords < MAX_FAR_WORDS;
    const candidates = corrections(token.exact, vocabulary, (id) => this.#reader.frequency(id), far ? 2 : 1);
    // A word that one edit corrects doesn't count toward the limit.
    if (far && candidates[0]?.distance !== 1) this.#farWords += 1;
    if (candidates.length === 0) return null;
    const first = token.exact[0];
    const ranked = candidates.map(({ id }) => {
      const exact = vocabulary.terms[id] as string;
      const fit = (exact[0] === first ? 1 : 0) + (this.context?.(id) ?? 0);
      return { id, exact, value: fit + Math.log1p(this.#reader.frequency(id)) / 10 };
    });
    // The word itself breaks ties, because the order of the dictionary would reveal hidden texts.
    const [best] = ranked.sort((a, b) => b.value - a.value || (a.exact < b.exact ? -1 : 1));
    const { id, exact } = best!;
    const stemClass = this.#stemClass(exact, [id]);
    return { exact, stemClass, id, completions: [], isPart: token.kind === 'part', corrected: true };
  }

  #mark(typed: string, term: QueryTerm, prefix: string | null): MatchedTerm {
    const { terms } = this.#index.vocabulary;
    const whole = prefix === null ? [...term.stemClass, ...term.completions] : term.stemClass;
    const exact = new Set(whole.map((id) => terms[id] as string));
    exact.add(term.exact);
    const stemmed = stem(term.exact, this.#parameters.stemming);
    const stems = stemmed !== null && !this.#isName(term.exact) ? [stemmed] : [];
    return { typed, exact: [...exact], stems, prefix };
  }
}
