/**
 * Builds each structure when it's first needed, so that loading an index and the first search don't wait for it. The
 * tree of prefixes has no bigrams, because they're never completed.
 */
import SearchableMap from 'minisearch/SearchableMap';
import { BIGRAM, classAt, unitsAt } from '../../core/text/character-class.ts';
import { type Stemming, stem } from '../../core/text/stem.ts';
import { NearTerms } from './near-terms.ts';

type Tree = SearchableMap<number>['_tree'];

/** Scanning 15,000 terms takes 0.2 ms, building their tree 25 ms. */
const SCANS_BEFORE_TREE = 100;

export class Vocabulary {
  terms: string[] = [];
  /** By term, how many titles, aliases and links are just this word. Such a word is a name and isn't stemmed. */
  nameCounts: number[] = [];
  /** Only terms that were looked up or added since loading. */
  readonly #ids = new Map<string, number>();
  /** Ids of the loaded terms, sorted by code units. */
  #ordered: Uint32Array = new Uint32Array();
  #stems: Map<string, number[]> | null = null;
  readonly #stemming: Stemming;
  #tree: SearchableMap<number> | null = null;
  #near: NearTerms | null = null;
  #bigrams: Map<string, number[]> | null = null;
  #scans = 0;

  constructor(stemming: Stemming) {
    this.#stemming = stemming;
  }

  /** Entering 18,000 terms into a map took 11 ms, half the loading time. */
  load(terms: string[], nameCounts: number[], ordered: Uint32Array): void {
    this.terms = terms;
    this.nameCounts = nameCounts;
    this.#ordered = ordered;
  }

  id(term: string): number | undefined {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const { terms } = this;
    const ordered = this.#ordered;
    let from = 0;
    let to = ordered.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (terms[ordered[middle]!]! < term) from = middle + 1;
      else to = middle;
    }
    const id = ordered[from];
    if (id === undefined || terms[id] !== term) return undefined;
    this.#ids.set(term, id);
    return id;
  }

  intern(term: string): number {
    const known = this.id(term);
    if (known !== undefined) return known;
    const id = this.terms.length;
    this.terms.push(term);
    this.nameCounts.push(0);
    this.#ids.set(term, id);
    this.#linkStem(term, id);
    this.#near?.add(term);
    if (isBigram(term)) this.#linkBigram(term, id);
    else this.#tree?.set(term, id);
    return id;
  }

  stemClass(term: string): readonly number[] | null {
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
    const members = this.#stems?.get(stemmed);
    if (members) members.push(id);
    else this.#stems?.set(stemmed, [id]);
  }

  /**
   * Returns terms that continue the prefix, without the prefix itself. They're sorted by code units, because the order
   * of ids would reveal texts that the viewer may not see.
   */
  startingWith(prefix: string, most: number, wanted: (id: number) => boolean): number[] {
    if (this.#tree === null && this.#scans < SCANS_BEFORE_TREE) return this.#scanTerms(prefix, most, wanted);
    const found: number[] = [];
    const walk = (tree: Tree, begun: string): void => {
      // A term's own leaf has the empty key, so it comes before its continuations.
      for (const [step, next] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (found.length >= most) return;
        if (typeof next !== 'number') walk(next, begun + step);
        else if (begun !== prefix && wanted(next)) found.push(next);
      }
    };
    const below = this.#searchable().atPrefix(prefix);
    walk(below._tree, below._prefix);
    return found;
  }

  /** Returns the ids of terms, sorted by code units. Scans all terms. */
  matching(wanted: (term: string) => boolean): number[] {
    const found: number[] = [];
    for (let id = 0; id < this.terms.length; id += 1) if (wanted(this.terms[id] as string)) found.push(id);
    return found.sort((a, b) => ((this.terms[a] as string) < (this.terms[b] as string) ? -1 : 1));
  }

  #scanTerms(prefix: string, most: number, wanted: (id: number) => boolean): number[] {
    this.#scans += 1;
    const begun = this.matching((term) => term.startsWith(prefix) && term !== prefix && !isBigram(term));
    const found: number[] = [];
    for (const id of begun) {
      if (found.length >= most) break;
      if (wanted(id)) found.push(id);
    }
    return found;
  }

  /** Terms with digits are never near. */
  near(term: string, most: 1 | 2): { id: number; distance: number }[] {
    this.#near ??= new NearTerms(this.terms);
    return this.#near.find(term, most);
  }

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
