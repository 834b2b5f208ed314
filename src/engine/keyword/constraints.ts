/**
 * Phrases, `+must`, NOT, AND and `title:` are conditions. They exclude memories from the whole search, not only from
 * keyword search. An OR with a plain word is no condition.
 */
import type { QueryNode } from '../../core/query/parsed-query.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { phraseMatches, phraseTerms } from './phrases.ts';
import type { PostingsReader } from './postings-reader.ts';
import type { QueryTerm, ResolvedWord } from './query-terms.ts';
import { isBigram } from './vocabulary.ts';

export type ResolveNode = (node: Extract<QueryNode, { kind: 'word' }>) => ResolvedWord;

export class Constraints {
  readonly #index: InvertedIndex;
  readonly #reader: PostingsReader;
  readonly #resolve: ResolveNode;

  constructor(index: InvertedIndex, reader: PostingsReader, resolve: ResolveNode) {
    this.#index = index;
    this.#reader = reader;
    this.#resolve = resolve;
  }

  /** Returns 1 for rows that meet all conditions of the query. Null if it has none. */
  passing(root: QueryNode): Uint8Array | null {
    const items = root.kind === 'or' ? root.children : [root];
    let passing: Uint8Array | null = null;
    for (const item of items) {
      const one = this.#condition(item);
      if (one === null) continue;
      passing = passing === null ? one : both(passing, one);
    }
    return passing;
  }

  #condition(node: QueryNode): Uint8Array | null {
    if (node.kind === 'word') return null;
    if (node.kind !== 'or') return this.matching(node, false);
    let any: Uint8Array | null = null;
    for (const child of node.children) {
      const one = this.#condition(child);
      if (one === null) return null;
      any = any === null ? one : either(any, one);
    }
    return any;
  }

  matching(node: QueryNode, titleOnly: boolean): Uint8Array {
    switch (node.kind) {
      case 'word':
        return this.#word(this.#resolve(node), titleOnly);
      case 'phrase':
        return this.phrase(node.text, titleOnly || node.field === 'title');
      case 'field':
        return this.matching(node.child, true);
      case 'must':
        return this.matching(node.child, titleOnly);
      case 'not':
        return complement(this.matching(node.child, titleOnly));
      case 'and':
        return node.children.map((child) => this.matching(child, titleOnly)).reduce(both);
      case 'or':
        return node.children.map((child) => this.matching(child, titleOnly)).reduce(either);
    }
  }

  /** Returns a copy, because `both` and `either` overwrite their first set. */
  phrase(text: string, titleOnly: boolean): Uint8Array {
    return this.#run(phraseTerms(text), titleOnly);
  }

  #run(terms: readonly string[], titleOnly: boolean): Uint8Array {
    const set = new Uint8Array(this.#reader.size);
    set.set(phraseMatches(this.#index, terms, titleOnly, this.#reader.allowed).rows);
    return set;
  }

  /** In scripts without spaces, the characters of a word must be adjacent. */
  #word(word: ResolvedWord, titleOnly: boolean): Uint8Array {
    const terms = word.terms.filter((term) => !term.isPart);
    if (terms.length > 1 && terms.every((term) => isBigram(term.exact))) {
      return this.#run(
        terms.map((term) => term.exact),
        titleOnly,
      );
    }
    return terms.map((term) => this.#term(term, titleOnly)).reduce(both, new Uint8Array(this.#reader.size).fill(1));
  }

  #term(term: QueryTerm, titleOnly: boolean): Uint8Array {
    const set = new Uint8Array(this.#reader.size);
    const ids = [...term.stemClass, ...term.completions];
    if (term.id !== undefined && !term.stemClass.includes(term.id)) ids.push(term.id);
    const gathered = this.#reader.gather(ids, titleOnly ? 'title' : 'all');
    for (let at = 0; at < gathered; at += 1) set[this.#reader.ordinals[at] as number] = 1;
    return set;
  }
}

/** Writes the result into the first set, and so does `either`. */
function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let ordinal = 0, { length } = a; ordinal < length; ordinal += 1) (a[ordinal] as number) &= b[ordinal] as number;
  return a;
}

function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let ordinal = 0, { length } = a; ordinal < length; ordinal += 1) (a[ordinal] as number) |= b[ordinal] as number;
  return a;
}

function complement(set: Uint8Array): Uint8Array {
  for (let ordinal = 0, { length } = set; ordinal < length; ordinal += 1) set[ordinal] = 1 - (set[ordinal] as number);
  return set;
}
