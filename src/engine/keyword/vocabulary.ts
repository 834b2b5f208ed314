/**
 * The terms of the index: term ↔ dense id, the words that share a stem, and the radix tree of MiniSearch
 * (`SearchableMap`) for prefixes and near misses. Stems and tree are built on the first question that needs them, so that
 * loading an index does not wait for them, and are kept up to date from then on. Bigrams stay out of it: nobody completes them.
 */
import SearchableMap from 'minisearch/SearchableMap';
import { BIGRAM, classAt, unitsAt } from '../../core/text/character-class.ts';
import { type Stemming, stem } from '../../core/text/stem.ts';

export class Vocabulary {
  readonly terms: string[] = [];
  /** Documents, titles, aliases and links that name the term (DESIGN K2): then it is not stemmed. */
  readonly nameCounts: number[] = [];
  readonly #ids = new Map<string, number>();
  #stems: Map<string, number[]> | null = null;
  readonly #stemming: Stemming;
  readonly #fixedNames: ReadonlySet<string>;
  #tree: SearchableMap<number> | null = null;
  #bigrams: Map<string, number[]> | null = null;

  constructor(stemming: Stemming, fixedNames: ReadonlySet<string>) {
    this.#stemming = stemming;
    this.#fixedNames = fixedNames;
  }

  id(term: string): number | undefined {
    return this.#ids.get(term);
  }

  intern(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.terms.length;
    this.terms.push(term);
    this.nameCounts.push(0);
    this.#ids.set(term, id);
    this.#linkStem(term, id);
    if (isBigram(term)) this.#linkBigram(term, id);
    else this.#tree?.set(term, id);
    return id;
  }

  isName(term: string): boolean {
    const id = this.#ids.get(term);
    return this.#fixedNames.has(term) || (id !== undefined && (this.nameCounts[id] as number) > 0);
  }

  /** Ids of the terms that share the stem of `term`; null where the term is not stemmed. */
  family(term: string): readonly number[] | null {
    if (this.isName(term)) return null;
    const stemmed = stem(term, this.#stemming);
    if (stemmed === null) return null;
    if (this.#stems === null) {
      this.#stems = new Map();
      for (let id = 0; id < this.terms.length; id += 1) this.#linkStem(this.terms[id] as string, id);
    }
    return this.#stems.get(stemmed) ?? [];
  }

  #linkStem(term: string, id: number): void {
    const stemmed = this.#stems === null ? null : stem(term, this.#stemming);
    if (stemmed === null) return;
    const family = this.#stems?.get(stemmed);
    if (family) family.push(id);
    else this.#stems?.set(stemmed, [id]);
  }

  /** Ids of at most `most` terms that begin with `prefix`, the prefix itself left out. */
  startingWith(prefix: string, most: number): number[] {
    const found: number[] = [];
    for (const [term, id] of this.#searchable().atPrefix(prefix)) {
      if (term !== prefix) found.push(id);
      if (found.length >= most) break;
    }
    return found;
  }

  /** Terms within `distance` insertions, deletions and replacements. */
  near(term: string, distance: number): { id: number; distance: number }[] {
    const found: { id: number; distance: number }[] = [];
    for (const [id, edits] of this.#searchable().fuzzyGet(term, distance).values()) found.push({ id, distance: edits });
    return found;
  }

  /** Bigrams that hold the single character. */
  bigramsWith(character: string): readonly number[] {
    if (this.#bigrams === null) {
      this.#bigrams = new Map();
      for (let id = 0; id < this.terms.length; id += 1) {
        const term = this.terms[id] as string;
        if (isBigram(term)) this.#linkBigram(term, id);
      }
    }
    return this.#bigrams.get(character) ?? [];
  }

  #linkBigram(term: string, id: number): void {
    if (this.#bigrams === null) return;
    for (const character of new Set(term)) {
      const list = this.#bigrams.get(character);
      if (list) list.push(id);
      else this.#bigrams.set(character, [id]);
    }
  }

  #searchable(): SearchableMap<number> {
    if (this.#tree === null) {
      this.#tree = new SearchableMap<number>();
      for (let id = 0; id < this.terms.length; id += 1) {
        const term = this.terms[id] as string;
        if (!isBigram(term)) this.#tree.set(term, id);
      }
    }
    return this.#tree;
  }
}

export function isBigram(term: string): boolean {
  return term.charCodeAt(0) > 0x7f && classAt(term, 0) === BIGRAM;
}

export function isSingleCharacter(term: string): boolean {
  return term.length === unitsAt(term, 0);
}
