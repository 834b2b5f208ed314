/** Postings by term id, in no particular order, and lengths by ordinal. The forward index finds those to remove. */
import { runAtOnce, type Steps } from '../../core/steps.ts';
import { analyze, type Token } from '../../core/text/analyze.ts';
import { fold } from '../../core/text/fold.ts';
import type { Stemming } from '../../core/text/stem.ts';
import { textSlices } from '../../core/text/text-slices.ts';
import type { AnalyzedDocument, KeywordDocument } from './keyword-index.ts';
import {
  type DocumentHead,
  ForwardIndex,
  NAMES,
  ordinalOf,
  PostingLists,
  posting,
  TAGS,
  Tallies,
  TEXT,
  TITLE,
} from './packed-lists.ts';
import { PhraseCache } from './phrase-cache.ts';
import { Vocabulary } from './vocabulary.ts';

/** Names processed per step. Titles, aliases and links are short, so a step takes a few milliseconds. */
const NAMES_A_STEP = 1_000;

export class InvertedIndex {
  readonly vocabulary: Vocabulary;
  readonly forward = new ForwardIndex();
  readonly postings = new PostingLists();
  readonly phrases = new PhraseCache();
  readonly tallies = new Tallies();
  version = 0;
  /** Tokens of title and text, not counting parts of identifiers. 0 for ordinals without a document. */
  readonly lengths: number[] = [];
  readonly titleLengths: number[] = [];
  count = 0;
  totalLength = 0;
  totalTitleLength = 0;
  #textTally = new Uint16Array(1024);
  #titleTally = new Uint16Array(1024);
  #tagTally = new Uint8Array(1024);

  #scopes = new WeakMap<Uint8Array, ScopeLengths & { version: number }>();

  /** Built when first needed, because few searches need it, and kept up to date afterwards. */
  #heads: Heads | null = null;

  constructor(stemming: Stemming) {
    this.vocabulary = new Vocabulary(stemming);
  }

  /** @param allowed null if all are visible; must not change afterwards */
  lengthsOf(allowed: Uint8Array | null): ScopeLengths {
    if (allowed === null) return { count: this.count, total: this.totalLength, titles: this.totalTitleLength };
    const kept = this.#scopes.get(allowed);
    if (kept?.version === this.version) return kept;
    const lengths = { version: this.version, count: 0, total: 0, titles: 0 };
    for (let ordinal = 0; ordinal < this.lengths.length; ordinal += 1) {
      if (allowed[ordinal] !== 1 || !this.forward.has(ordinal)) continue;
      lengths.count += 1;
      lengths.total += this.lengths[ordinal] as number;
      lengths.titles += this.titleLengths[ordinal] as number;
    }
    this.#scopes.set(allowed, lengths);
    return lengths;
  }

  isName(term: number, allowed: Uint8Array | null): boolean {
    if (this.vocabulary.nameCounts[term] === 0) return false;
    return allowed === null || (this.#head().namedBy.get(term) ?? []).some((ordinal) => allowed[ordinal] === 1);
  }

  /** Terms of removed documents may still count. */
  isInTitleOrTags(term: number): boolean {
    return this.#head().terms.has(term);
  }

  *analyze(document: Omit<KeywordDocument, 'ordinal'>): Steps<AnalyzedDocument> {
    const title = this.#codes(document.title);
    const text: number[] = [];
    for (const slice of textSlices(document.text)) {
      if (text.length > 0) yield;
      for (const code of this.#codes(slice)) text.push(code);
    }
    const tags = [...document.tags, ...document.aliases].flatMap((tag) => this.#codes(tag));
    const names: number[] = [];
    let untilYield = NAMES_A_STEP;
    for (const name of [document.title, ...document.aliases, ...document.links]) {
      const word = singleWord(name);
      if (word !== null) names.push(this.vocabulary.intern(word) * 2);
      untilYield -= 1;
      if (untilYield > 0) continue;
      untilYield = NAMES_A_STEP;
      yield;
    }
    return { dictionary: this.vocabulary, sections: [title, text, tags, names] };
  }

  add(document: KeywordDocument, analyzed?: AnalyzedDocument): void {
    if (this.forward.has(document.ordinal)) this.remove(document.ordinal);
    // A purge may have replaced the vocabulary since the analysis.
    const { sections } = analyzed?.dictionary === this.vocabulary ? analyzed : this.#analyzed(document);
    this.forward.write(document.ordinal, sections);
    this.#post(document.ordinal, sections);
    const [title, , tags, names] = sections as [readonly number[], unknown, readonly number[], readonly number[]];
    if (this.#heads !== null) addHead(this.#heads, document.ordinal, { title, tags, names });
  }

  /** Its postings and name counts are loaded separately. */
  restore(ordinal: number, start: number, bytes: number, length: number, titleLength: number): void {
    this.forward.claim(ordinal, start, bytes);
    this.#count(ordinal, length, titleLength);
  }

  remove(ordinal: number): void {
    if (!this.forward.has(ordinal)) return;
    this.version += 1;
    const sections = this.forward.read(ordinal);
    const terms = new Set<number>();
    for (const section of [TITLE, TEXT, TAGS]) for (const code of sections[section] as number[]) terms.add(code >> 1);
    for (const term of terms) {
      const list = this.postings.open(term);
      const at = list.findLastIndex((packed) => ordinalOf(packed) === ordinal);
      const last = list.pop() as number;
      if (at < list.length) list[at] = last;
    }
    for (const code of sections[NAMES] as number[]) {
      (this.vocabulary.nameCounts[code >> 1] as number) -= 1;
      const namers = this.#heads?.namedBy.get(code >> 1);
      namers?.splice(namers.indexOf(ordinal), 1);
    }
    this.count -= 1;
    this.totalLength -= this.lengths[ordinal] as number;
    this.totalTitleLength -= this.titleLengths[ordinal] as number;
    this.lengths[ordinal] = 0;
    this.titleLengths[ordinal] = 0;
    this.forward.erase(ordinal);
  }

  #analyzed(document: KeywordDocument): AnalyzedDocument {
    return runAtOnce(this.analyze(document));
  }

  #head(): Heads {
    if (this.#heads === null) {
      this.#heads = { terms: new Set(), namedBy: new Map() };
      for (let ordinal = 0; ordinal < this.forward.size; ordinal += 1) {
        if (this.forward.has(ordinal)) addHead(this.#heads, ordinal, this.forward.head(ordinal));
      }
    }
    return this.#heads;
  }

  #codes(text: string): number[] {
    if (text === '') return [];
    const tokens = analyze(text, { stemming: 'none' });
    const codes = new Array<number>(tokens.length);
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] as Token;
      codes[index] = this.vocabulary.intern(token.exact) * 2 + (token.kind === 'part' ? 1 : 0);
    }
    return codes;
  }

  #post(ordinal: number, sections: readonly (readonly number[])[]): void {
    const terms: number[] = [];
    this.version += 1;
    this.#grow();
    const title = this.#titleTally;
    const text = this.#textTally;
    const tags = this.#tagTally;
    let titleLength = 0;
    let length = 0;
    for (const code of sections[TITLE] as readonly number[]) {
      const term = code >> 1;
      if (title[term] === 0) terms.push(term);
      title[term] = Math.min(7, (title[term] as number) + 1);
      if ((code & 1) === 0) titleLength += 1;
    }
    for (const code of sections[TEXT] as readonly number[]) {
      const term = code >> 1;
      if (text[term] === 0 && title[term] === 0) terms.push(term);
      text[term] = Math.min(63, (text[term] as number) + 1);
      if ((code & 1) === 0) length += 1;
    }
    for (const code of sections[TAGS] as readonly number[]) {
      const term = code >> 1;
      if (tags[term] === 0 && text[term] === 0 && title[term] === 0) terms.push(term);
      tags[term] = 1;
    }
    for (const term of terms) {
      const packed = posting(ordinal, text[term] as number, title[term] as number, tags[term] === 1);
      this.postings.open(term).push(packed);
      text[term] = 0;
      title[term] = 0;
      tags[term] = 0;
    }
    for (const code of sections[NAMES] as readonly number[]) (this.vocabulary.nameCounts[code >> 1] as number) += 1;
    this.#count(ordinal, length + titleLength, titleLength);
  }

  #count(ordinal: number, length: number, titleLength: number): void {
    while (this.lengths.length <= ordinal) {
      this.lengths.push(0);
      this.titleLengths.push(0);
    }
    this.lengths[ordinal] = length;
    this.titleLengths[ordinal] = titleLength;
    this.count += 1;
    this.totalLength += length;
    this.totalTitleLength += titleLength;
  }

  #grow(): void {
    const terms = this.vocabulary.terms.length;
    this.postings.grow(terms);
    if (terms <= this.#textTally.length) return;
    const capacity = Math.max(terms, this.#textTally.length * 2);
    this.#textTally = new Uint16Array(capacity);
    this.#titleTally = new Uint16Array(capacity);
    this.#tagTally = new Uint8Array(capacity);
  }
}

interface ScopeLengths {
  count: number;
  total: number;
  titles: number;
}

interface Heads {
  terms: Set<number>;
  namedBy: Map<number, number[]>;
}

function addHead({ terms, namedBy }: Heads, ordinal: number, head: DocumentHead): void {
  for (const code of head.title) terms.add(code >> 1);
  for (const code of head.tags) terms.add(code >> 1);
  for (const code of head.names) {
    const namers = namedBy.get(code >> 1);
    if (namers) namers.push(ordinal);
    else namedBy.set(code >> 1, [ordinal]);
  }
}

/** Returns the folded word if a name is a single word, otherwise null. Names aren't stemmed. */
function singleWord(name: string): string | null {
  if (name.length === 0 || name.length > 64) return null;
  const tokens = analyze(name, { stemming: 'none' }).filter((token) => token.kind !== 'part');
  return tokens.length === 1 && tokens[0]?.kind !== 'bigram' ? fold((tokens[0] as Token).exact) : null;
}
