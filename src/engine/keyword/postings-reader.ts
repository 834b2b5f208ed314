/** Collects term frequencies over the visible documents into dense arrays, which each group of terms reuses. */

import type { Scope } from '../../core/filter/scope.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { KeywordParameters } from './keyword-parameters.ts';
import type { Tallies } from './packed-lists.ts';

export type FieldLimit = 'all' | 'title' | 'title-and-tags';

/** A posting has at least one of these bits set if the term is in one of the fields. */
const FIELD_BITS: { readonly [limit in FieldLimit]: number } = { all: 1023, title: 448, 'title-and-tags': 960 };

export class PostingsReader {
  readonly size: number;
  /** Number of visible documents (N). */
  readonly visible: number;
  /** 1 = visible; null if all are. */
  readonly allowed: Uint8Array | null;
  readonly #index: InvertedIndex;
  readonly #tallies: Tallies;
  readonly #averageLength: number;
  readonly #averageTitleLength: number;

  constructor(index: InvertedIndex, scope: Scope) {
    this.#index = index;
    this.size = Math.max(scope.size, index.forward.size);
    this.allowed = scope.allowed;
    this.#tallies = index.tallies;
    this.#tallies.cover(this.size);
    const { count, total, titles } = index.lengthsOf(scope.allowed);
    this.visible = Math.max(count, scope.allowed ? 0 : scope.count);
    this.#averageLength = count > 0 ? Math.max(1, total / count) : 1;
    this.#averageTitleLength = count > 0 ? Math.max(1, titles / count) : 1;
  }

  get gathered(): number {
    return this.#tallies.gathered;
  }

  get ordinals(): Int32Array {
    return this.#tallies.ordinals;
  }

  gather(terms: readonly number[], limit: FieldLimit = 'all'): number {
    this.#tallies.clear();
    const { postings } = this.#index;
    const allowed = this.allowed;
    const { ordinals, text, title, tags } = this.#tallies;
    const mask = FIELD_BITS[limit];
    let gathered = 0;
    for (const term of terms) {
      const list = postings.of(term);
      for (let at = 0; at < list.length; at += 1) {
        const packed = list[at] as number;
        if ((packed & mask) === 0) continue;
        const ordinal = packed >>> 10;
        if (allowed !== null && allowed[ordinal] !== 1) continue;
        if (text[ordinal] === 0 && title[ordinal] === 0 && tags[ordinal] === 0) ordinals[gathered++] = ordinal;
        (text[ordinal] as number) += packed & 63;
        title[ordinal] = Math.min(255, (title[ordinal] as number) + ((packed >> 6) & 7));
        tags[ordinal] = (tags[ordinal] as number) | ((packed >> 9) & 1);
      }
    }
    this.#tallies.gathered = gathered;
    return gathered;
  }

  isHeld(term: number, limit: FieldLimit = 'all'): boolean {
    const { postings } = this.#index;
    const { allowed } = this;
    if (allowed === null && limit === 'all') return !postings.isEmpty(term);
    const mask = FIELD_BITS[limit];
    return postings
      .of(term)
      .some((packed) => (packed & mask) !== 0 && (allowed === null || allowed[packed >>> 10] === 1));
  }

  isHeldBy(term: number, isWanted: (ordinal: number) => boolean): boolean {
    const { allowed } = this;
    return this.#index.postings
      .of(term)
      .some((packed) => (allowed === null || allowed[packed >>> 10] === 1) && isWanted(packed >>> 10));
  }

  isName(term: number): boolean {
    return this.#index.isName(term, this.allowed);
  }

  frequency(term: number): number {
    const list = this.#index.postings.of(term);
    if (this.allowed === null) return list.length;
    let found = 0;
    for (const packed of list) if (this.allowed[packed >>> 10] === 1) found += 1;
    return found;
  }

  /** Returns ln(1 + (N − n + 0.5) / (n + 0.5)), which is never negative (Robertson & Zaragoza 2009, as in Lucene). */
  idf(frequency: number): number {
    return Math.log(1 + (Math.max(0, this.visible - frequency) + 0.5) / (frequency + 0.5));
  }

  /** Adds weight · idf · (BM25 of the body + boosts) to the `scores` of the collected documents. */
  score(scores: Float32Array, weight: number, idf: number, parameters: KeywordParameters): void {
    const { k1, b, delta, titleBoost, tagBoost } = parameters;
    const { lengths, titleLengths } = this.#index;
    const { gathered, ordinals, text, title: titles, tags } = this.#tallies;
    const factor = weight * idf;
    const base = k1 * (1 - b);
    const slope = (k1 * b) / this.#averageLength;
    const titleSlope = (k1 * b) / this.#averageTitleLength;
    for (let at = 0; at < gathered; at += 1) {
      const ordinal = ordinals[at] as number;
      const title = titles[ordinal] as number;
      const body = (text[ordinal] as number) + title;
      let value = 0;
      if (body > 0) value = (body * (k1 + 1)) / (body + base + slope * (lengths[ordinal] as number)) + delta;
      if (title > 0)
        value += titleBoost * ((title * (k1 + 1)) / (title + base + titleSlope * (titleLengths[ordinal] as number)));
      if (tags[ordinal] === 1) value += tagBoost;
      (scores[ordinal] as number) += factor * value;
    }
  }
}
