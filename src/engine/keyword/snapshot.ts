/**
 * The dictionary is JSON and has only terms in use, the most frequent first, so that their ids take one byte. Postings
 * stay packed until a term is needed. The caller verifies checksum and fingerprint.
 */
import { MAX_VARINT_BYTES, VarintReader, writeVarint } from '../../core/bytes/varint.ts';
import { HybridSearchError } from '../../core/errors.ts';
import type { Steps } from '../../core/steps.ts';
import type { InvertedIndex } from './inverted-index.ts';

const MAGIC = 0x4b575333;
/** The previous format lacks the alphabetical order of the terms. */
const UNORDERED_MAGIC = 0x4b575332;
/**
 * The header has magic, number of documents, and the lengths of dictionary, terms, documents, streams, postings and
 * order.
 */
const HEADER_WORDS = 8;
const UNORDERED_HEADER_WORDS = 7;
/** A step of this many takes about a millisecond. */
const POSTINGS_A_STEP = 16_384;

/** @param ordinals the new ordinal of each document, ascending; null keeps them */
export function* writeSnapshot(index: InvertedIndex, ordinals: Int32Array | null): Steps<Uint8Array> {
  const { forward, vocabulary, postings } = index;
  const sizes = vocabulary.terms.map((_, id) => postings.size(id));
  const kept = [...sizes.keys()]
    .filter((id) => sizes[id]! > 0 || vocabulary.nameCounts[id]! > 0)
    .sort((a, b) => sizes[b]! - sizes[a]!);
  const newIds = new Int32Array(sizes.length).fill(-1);
  const terms = new Writer(kept.length * 2);
  const lists = new Writer(forward.bytesUsed);
  let untilYield = POSTINGS_A_STEP;
  for (const [newId, id] of kept.entries()) {
    newIds[id] = newId;
    const list = postings.pack(id, ordinals);
    terms.varint(vocabulary.nameCounts[id]!);
    terms.varint(list.length);
    lists.bytes(list);
    untilYield -= sizes[id]! + 1;
    if (untilYield > 0) continue;
    untilYield = POSTINGS_A_STEP;
    yield;
  }
  const words = kept.map((id) => vocabulary.terms[id]!);
  const dictionary = new Writer(0);
  dictionary.bytes(new TextEncoder().encode(JSON.stringify(words)));
  const documents = new Writer(forward.size * 6);
  const streams = new Writer(forward.bytesUsed + forward.size * 4);
  let previous = -1;
  for (let ordinal = 0; ordinal < forward.size; ordinal += 1) {
    if (!forward.has(ordinal)) continue;
    const start = streams.length;
    for (const section of forward.read(ordinal)) {
      streams.varint(section.length);
      for (const code of section) streams.varint((newIds[code >> 1] as number) * 2 + (code & 1));
    }
    const written = ordinals === null ? ordinal : (ordinals[ordinal] as number);
    documents.varint(written - previous - 1);
    documents.varint(streams.length - start);
    documents.varint(index.lengths[ordinal] as number);
    documents.varint(index.titleLengths[ordinal] as number);
    previous = written;
    untilYield -= streams.length - start;
    if (untilYield > 0) continue;
    untilYield = POSTINGS_A_STEP;
    yield;
  }
  const order = new Writer(words.length * 4);
  order.bytes(new Uint8Array(alphabetical(words).buffer));
  const parts = [dictionary, terms, documents, streams, lists, order];
  const out = new Writer(parts.reduce((sum, part) => sum + part.length, HEADER_WORDS * 4));
  for (const word of [MAGIC, index.count, ...parts.map((part) => part.length)]) out.word(word);
  for (const part of parts) out.bytes(part.written());
  return out.written();
}

/** Fills `index`, which must be empty. */
export function readSnapshot(bytes: Uint8Array, index: InvertedIndex): void {
  const refuse = (what: string): never => {
    throw new HybridSearchError('internal', `keyword snapshot: ${what}`);
  };
  if (bytes.length < HEADER_WORDS * 4) refuse('too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0, true);
  if (magic !== MAGIC && magic !== UNORDERED_MAGIC) refuse('another format');
  const headerWords = magic === MAGIC ? HEADER_WORDS : UNORDERED_HEADER_WORDS;
  const [, count, ...lengths] = Array.from({ length: headerWords }, (_, word) => view.getUint32(word * 4, true));
  let end = headerWords * 4;
  const parts = lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
  if (end !== bytes.length) refuse('of another length');
  const [dictionary, terms, documents, streams, lists, order] = parts as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array?,
  ];

  const words = JSON.parse(new TextDecoder().decode(dictionary)) as string[];
  const ofTerms = new VarintReader(terms);
  const nameCounts: number[] = [];
  const listLengths: number[] = [];
  let listed = 0;
  for (let word = 0; word < words.length; word += 1) {
    nameCounts.push(ofTerms.next());
    const length = ofTerms.next();
    listLengths.push(length);
    listed += length;
  }
  // A copy, because these bytes may not be aligned.
  const ordered = order ? new Uint32Array(order.slice().buffer) : alphabetical(words);
  if (ordered.length !== words.length) refuse('order');
  index.vocabulary.load(words, nameCounts, ordered);
  if (!ofTerms.atEnd || listed !== lists.length || index.vocabulary.terms.length !== words.length) refuse('terms');
  // A copy, because a view would keep the whole snapshot in memory.
  index.postings.load(lists.slice(), listLengths);

  index.forward.load(streams);
  const ofDocuments = new VarintReader(documents);
  let ordinal = -1;
  let at = 0;
  for (let document = 0; document < (count as number); document += 1) {
    ordinal += ofDocuments.next() + 1;
    const length = ofDocuments.next();
    index.restore(ordinal, at, length, ofDocuments.next(), ofDocuments.next());
    at += length;
  }
  if (!ofDocuments.atEnd || at !== streams.length) refuse('documents');
}

function alphabetical(words: readonly string[]): Uint32Array {
  const ids = [...words.keys()].sort((a, b) => (words[a]! < words[b]! ? -1 : 1));
  return Uint32Array.from(ids);
}

class Writer {
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
  }

  get length(): number {
    return this.#end;
  }

  word(value: number): void {
    this.#reserve(4);
    new DataView(this.#bytes.buffer).setUint32(this.#end, value, true);
    this.#end += 4;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  varint(value: number): void {
    this.#reserve(MAX_VARINT_BYTES);
    this.#end = writeVarint(this.#bytes, this.#end, value);
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#end + more) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
