/** Builds each structure when it's first needed, so that loading an index and the first search don't wait for it. */
import { BIGRAM, classAt, unitsAt } from '../../core/text/character-class.ts';
import { type Stemming, stem } from '../../core/text/stem.ts';
import { NearTerms } from './near-terms.ts';

/** Scanning 15,000 terms for a prefix takes 0.2 ms, sorting them 20 ms. */
const SCANS_BEFORE_SORTING = 100;

export class Vocabulary {
  terms: string[] = [];
  /** By term, how many titles, aliases and links are just this word. Such a word is a name and isn't stemmed. */
  nameCounts: number[] = [];
  /** Only terms that were looked up or added since loading. */
  readonly #ids = new Map<string, number>();
  /** Ids of the first terms, sorted by code units. Later ids are those of terms that were added since. */
  #ordered: Uint32Array = new Uint32Array();
  /** How many later terms were scanned in all. */
  #scanned = 0;
  #stems: Map<string, number[]> | null = null;
  readonly #stemming: Stemming;
  #near: NearTerms | null = null;
  #bigrams: Map<string, number[]> | null = null;

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
    const id = this.#ordered[this.#firstFrom(term)];
    if (id === undefined || this.terms[id] !== term) return undefined;
    this.#ids.set(term, id);
    return id;
  }

  /** Returns a position in `#ordered`. */
  #firstFrom(term: string): number {
    let from = 0;
    let to = this.#ordered.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.terms[this.#ordered[middle]!]! < term) from = middle + 1;
      else to = middle;
    }
    return from;
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
   * Returns terms that continue the prefix, without the prefix itself and without bigrams. They're sorted by code
   * units, because the order of ids would reveal texts that the viewer may not see.
   */
  startingWith(prefix: string, most: number, wanted: (id: number) => boolean): number[] {
    const { terms } = this;
    this.#scanned += terms.length - this.#ordered.length;
    if (this.#scanned > SCANS_BEFORE_SORTING * terms.length) {
      this.#ordered = alphabetical(terms);
      this.#scanned = 0;
    }
    const added = this.matching((term) => term.startsWith(prefix), this.#ordered.length);
    const found: number[] = [];
    for (let at = this.#firstFrom(prefix), next = 0; found.length < most; ) {
      const ordered = this.#ordered[at];
      let id = ordered !== undefined && terms[ordered]!.startsWith(prefix) ? ordered : undefined;
      const other = added[next];
      if (other === undefined || (id !== undefined && terms[id]! < terms[other]!)) at += 1;
      else {
        id = other;
        next += 1;
      }
      if (id === undefined) break;
      const term = terms[id]!;
      if (term !== prefix && !isBigram(term) && wanted(id)) found.push(id);
    }
    return found;
  }

  /** Returns the ids of terms, `from` or higher, sorted by code units. Scans all of them. */
  matching(wanted: (term: string) => boolean, from = 0): number[] {
    const found: number[] = [];
    for (let id = from; id < this.terms.length; id += 1) if (wanted(this.terms[id] as string)) found.push(id);
    return found.sort((a, b) => ((this.terms[a] as string) < (this.terms[b] as string) ? -1 : 1));
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
}

/** Returns the positions of the terms, sorted by code units. */
export function alphabetical(terms: readonly string[]): Uint32Array<ArrayBuffer> {
  return Uint32Array.from([...terms.keys()].sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1)));
}

export function isBigram(term: string): boolean {
  return term.charCodeAt(0) > 0x7f && classAt(term, 0) === BIGRAM;
}

export function isSingleCharacter(term: string): boolean {
  return term.length === unitsAt(term, 0);
}
