/**
 * Keeps both directions of the index packed: each term's postings, and each document's terms. A snapshot's postings
 * stay packed until their term is needed, because unpacking 10,000 documents took most of a start.
 */

import { VarintReader, writeVarint } from '../../core/bytes/varint.ts';

/**
 * Packs a posting into one integer: ordinal · 1,024 + 512 if in tags + times in the title (≤ 7) · 64 + times in the
 * text (≤ 63). V8 keeps integers below 2^30 unboxed, enough for a million documents. The layout ends at 2^32, so at
 * four million.
 */
const MAX_TEXT = 63;
const MAX_TITLE = 7;

export function posting(ordinal: number, text: number, title: number, tagged: boolean): number {
  return ordinal * 1024 + (tagged ? 512 : 0) + Math.min(title, MAX_TITLE) * 64 + Math.min(text, MAX_TEXT);
}

export function ordinalOf(packed: number): number {
  return packed >>> 10;
}

function moved(packed: number, ordinals: Int32Array): number {
  return (ordinals[ordinalOf(packed)] as number) * (FIELD_MASK + 1) + (packed & FIELD_MASK);
}

const FIELD_MASK = 1023;
const EMPTY: readonly number[] = [];

export class PostingLists {
  #lists: (number[] | undefined)[] = [];
  #bytes: Uint8Array = new Uint8Array();
  /** Offset at which each term's bytes begin. The last offset is the end of the last term. */
  #starts = new Uint32Array(1);

  of(term: number): readonly number[] {
    return term < this.#lists.length ? this.open(term) : EMPTY;
  }

  isEmpty(term: number): boolean {
    if (term >= this.#lists.length) return true;
    const list = this.#lists[term];
    return list === undefined ? this.#packed(term).length === 0 : list.length === 0;
  }

  open(term: number): number[] {
    let list = this.#lists[term];
    if (list === undefined) {
      list = decode(this.#packed(term));
      this.#lists[term] = list;
    }
    return list;
  }

  grow(terms: number): void {
    while (this.#lists.length < terms) this.#lists.push([]);
  }

  /** Estimates the number of a term's postings, at a byte for each packed one. 0 if there are none. */
  size(term: number): number {
    return this.#lists[term]?.length ?? this.#packed(term).length;
  }

  /**
   * Encodes a term's postings by ascending ordinal. `ordinals` has the new ordinal by the old one; null keeps them. The
   * next call overwrites the result.
   */
  pack(term: number, ordinals: Int32Array | null): Uint8Array {
    const list = this.#lists[term];
    if (ordinals !== null) return encode((list ?? decode(this.#packed(term))).map((one) => moved(one, ordinals)));
    return list === undefined ? this.#packed(term) : encode(list);
  }

  /** `bytes` are the results of `pack`, concatenated in the order of the terms. */
  load(bytes: Uint8Array, lengths: readonly number[]): void {
    this.#lists = new Array<number[] | undefined>(lengths.length).fill(undefined);
    this.#bytes = bytes;
    this.#starts = new Uint32Array(lengths.length + 1);
    for (let term = 0; term < lengths.length; term += 1) {
      this.#starts[term + 1] = (this.#starts[term] as number) + (lengths[term] as number);
    }
  }

  /** A term's text may have been analyzed but never added. */
  #packed(term: number): Uint8Array {
    if (term + 1 >= this.#starts.length) return new Uint8Array();
    return this.#bytes.subarray(this.#starts[term], this.#starts[term + 1]);
  }
}

/** Shared by all lists. An array for each made 50 MB of garbage in a snapshot of 100,000 memories. */
let scratch = new Uint8Array(1 << 10);

/**
 * Encodes each posting as four times the gap to the previous ordinal, plus a code: 0 to 2 for one to three times in the
 * text and nowhere else. 3 means anything else, which follows as a separate number.
 */
function encode(list: readonly number[]): Uint8Array {
  if (scratch.length < list.length * 7) scratch = new Uint8Array(list.length * 7);
  const bytes = scratch;
  let end = 0;
  let previous = -1;
  for (const packed of [...list].sort((a, b) => a - b)) {
    const ordinal = packed >>> 10;
    const fields = packed & FIELD_MASK;
    const usual = fields >= 1 && fields <= 3;
    end = writeVarint(bytes, end, (ordinal - previous - 1) * 4 + (usual ? fields - 1 : 3));
    if (!usual) end = writeVarint(bytes, end, fields);
    previous = ordinal;
  }
  return bytes.subarray(0, end);
}

function decode(bytes: Uint8Array): number[] {
  const list: number[] = [];
  const reader = new VarintReader(bytes);
  let ordinal = -1;
  while (!reader.atEnd) {
    const value = reader.next();
    ordinal += Math.floor(value / 4) + 1;
    list.push(ordinal * (FIELD_MASK + 1) + (value % 4 === 3 ? reader.next() : (value % 4) + 1));
  }
  return list;
}

/**
 * All readers of an index share one set, because eight bytes per memory for each reader were most of a search's
 * garbage. A reader must not await anything while using it.
 */
export class Tallies {
  ordinals = new Int32Array(0);
  gathered = 0;
  /** Frequency by ordinal, 0 if none was collected. */
  text = new Uint16Array(0);
  title = new Uint8Array(0);
  tags = new Uint8Array(0);

  cover(size: number): void {
    if (size <= this.ordinals.length) return;
    const capacity = Math.max(1_024, Math.ceil(size * 1.25));
    this.ordinals = new Int32Array(capacity);
    this.text = new Uint16Array(capacity);
    this.title = new Uint8Array(capacity);
    this.tags = new Uint8Array(capacity);
    this.gathered = 0;
  }

  clear(): void {
    const { ordinals, text, title, tags } = this;
    for (let at = 0; at < this.gathered; at += 1) {
      const ordinal = ordinals[at] as number;
      text[ordinal] = 0;
      title[ordinal] = 0;
      tags[ordinal] = 0;
    }
    this.gathered = 0;
  }
}

export interface DocumentHead {
  title: readonly number[];
  tags: readonly number[];
  names: readonly number[];
}

const SECTIONS = 4;
export const TITLE = 0;
export const TEXT = 1;
export const TAGS = 2;
export const NAMES = 3;
/** Separates title and text. It isn't a term's code, so no phrase matches across it. */
const GAP = -2;

/** Keeps each document's terms in order, to verify phrases and to find the postings to remove. */
export class ForwardIndex {
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  #used = 0;
  #starts: number[] = [];
  #lengths: number[] = [];
  #codes = new Int32Array(1 << 10);
  readonly #reader = new VarintReader();

  has(ordinal: number): boolean {
    return (this.#lengths[ordinal] ?? 0) > 0;
  }

  get bytesUsed(): number {
    return this.#used;
  }

  /** Highest ordinal + 1. */
  get size(): number {
    return this.#lengths.length;
  }

  /** A code is term · 2, plus 1 for a part of an identifier. */
  write(ordinal: number, sections: readonly (readonly number[])[]): void {
    let values = SECTIONS;
    for (const section of sections) values += section.length;
    this.#reserve(values * 5);
    const start = this.#end;
    for (const section of sections) {
      this.#end = writeVarint(this.#bytes, this.#end, section.length);
      for (const code of section) this.#end = writeVarint(this.#bytes, this.#end, code);
    }
    this.claim(ordinal, start, this.#end - start);
  }

  /** Copies the streams of a snapshot. Afterwards, call `claim` for each document. */
  load(streams: Uint8Array): void {
    this.#bytes = streams.slice();
    this.#end = streams.length;
  }

  head(ordinal: number): DocumentHead {
    const [title, , tags, names] = this.read(ordinal);
    return { title: title!, tags: tags!, names: names! };
  }

  read(ordinal: number): number[][] {
    const reader = this.#reader.moveTo(this.#bytes, this.#starts[ordinal] as number);
    const sections: number[][] = [];
    for (let section = 0; section < SECTIONS; section += 1) {
      const codes: number[] = [];
      for (let left = reader.next(); left > 0; left -= 1) codes.push(reader.next());
      sections.push(codes);
    }
    return sections;
  }

  /** Returns a buffer that the next call overwrites. With a new list each, 10,000 documents took 4 ms instead of 1. */
  titleAndText(ordinal: number, titleOnly: boolean): { codes: Int32Array; length: number } {
    const reader = this.#reader.moveTo(this.#bytes, this.#starts[ordinal] as number);
    // Each code takes at least one byte, so the buffer is large enough.
    const most = (this.#lengths[ordinal] as number) + 1;
    if (most > this.#codes.length) this.#codes = new Int32Array(most * 2);
    const codes = this.#codes;
    let length = 0;
    for (let section = TITLE; section <= (titleOnly ? TITLE : TEXT); section += 1) {
      if (section === TEXT) codes[length++] = GAP;
      for (let left = reader.next(); left > 0; left -= 1) codes[length++] = reader.next();
    }
    return { codes, length };
  }

  /** Overwrites the stream, so that nothing of a deleted text stays in memory. */
  erase(ordinal: number): void {
    const start = this.#starts[ordinal] as number;
    const length = this.#lengths[ordinal] as number;
    this.#bytes.fill(0, start, start + length);
    this.#lengths[ordinal] = 0;
    this.#used -= length;
    while (this.#lengths.length > 0 && this.#lengths.at(-1) === 0) {
      this.#lengths.pop();
      this.#starts.pop();
    }
  }

  claim(ordinal: number, start: number, length: number): void {
    while (this.#lengths.length <= ordinal) {
      this.#lengths.push(0);
      this.#starts.push(0);
    }
    this.#starts[ordinal] = start;
    this.#lengths[ordinal] = length;
    this.#used += length;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#end + more, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}
