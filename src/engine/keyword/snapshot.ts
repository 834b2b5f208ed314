/**
 * The dictionary is JSON and has only terms in use, the most frequent first, so that frequent ids take one byte.
 * Postings stay packed until a term is needed. The caller verifies checksum and fingerprint.
 */
import { MAX_VARINT_BYTES, VarintReader, writeVarint } from '../../core/bytes/varint.ts';
import { HybridSearchError } from '../../core/errors.ts';
import type { Steps } from '../../core/steps.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { alphabetical } from './vocabulary.ts';

const MAGIC = 0x4b575334;
type SnapshotSection = 'dictionary' | 'terms' | 'documents' | 'streams' | 'postings' | 'order';
/**
 * Parts in the order in which they're stored. Postings and streams, which are almost everything, come first, so that
 * they're written directly into the result.
 */
const PARTS: ReadonlyMap<number, readonly SnapshotSection[]> = new Map([
  [MAGIC, ['postings', 'streams', 'dictionary', 'terms', 'documents', 'order']],
  [0x4b575333, ['dictionary', 'terms', 'documents', 'streams', 'postings', 'order']],
  [0x4b575332, ['dictionary', 'terms', 'documents', 'streams', 'postings']],
]);
/** Magic, number of documents, and the length of each part. */
const HEADER_BYTES = 32;
/** If they're too low, the result is copied while it's written. */
const POSTING_BYTES = 2;
const ENTRY_BYTES = 10;
/** Postings per step, which take about a millisecond to write. */
const POSTINGS_A_STEP = 16_384;

/** @param ordinals the new ordinal of each document, ascending; null keeps them */
export function* writeSnapshot(index: InvertedIndex, ordinals: Int32Array | null): Steps<Uint8Array> {
  const { forward, vocabulary, postings } = index;
  const sizes = vocabulary.terms.map((_, id) => postings.size(id));
  const kept = [...sizes.keys()]
    .filter((id) => sizes[id]! > 0 || vocabulary.nameCounts[id]! > 0)
    .sort((a, b) => sizes[b]! - sizes[a]!);
  const words = kept.map((id) => vocabulary.terms[id]!);
  const dictionary = new TextEncoder().encode(JSON.stringify(words));
  const order = new Uint8Array(alphabetical(words).buffer);
  const listed = sizes.reduce((sum, size) => sum + size, 0);
  const out = new Writer(
    HEADER_BYTES +
      listed * POSTING_BYTES +
      forward.bytesUsed +
      (forward.size + kept.length) * ENTRY_BYTES +
      dictionary.length +
      order.length,
  );
  out.bytes(new Uint8Array(HEADER_BYTES));
  const lengths: number[] = [];
  const endPart = (): void => {
    lengths.push(out.length - lengths.reduce((sum, length) => sum + length, HEADER_BYTES));
  };
  const terms = yield* writePostings(index, kept, ordinals, out);
  endPart();
  const documents = yield* writeStreams(index, kept, ordinals, out);
  endPart();
  for (const part of [dictionary, terms, documents, order]) {
    out.bytes(part);
    endPart();
  }
  const bytes = out.written();
  bytes.set(new Uint8Array(Uint32Array.of(MAGIC, index.count, ...lengths).buffer));
  return bytes;
}

function* writePostings(
  { vocabulary, postings }: InvertedIndex,
  kept: readonly number[],
  ordinals: Int32Array | null,
  out: Writer,
): Steps<Uint8Array> {
  const terms = new Writer(kept.length * 2);
  let untilYield = POSTINGS_A_STEP;
  for (const id of kept) {
    untilYield -= postings.size(id) + 1;
    const list = postings.pack(id, ordinals);
    terms.varint(vocabulary.nameCounts[id]!);
    terms.varint(list.length);
    out.bytes(list);
    if (untilYield > 0) continue;
    untilYield = POSTINGS_A_STEP;
    yield;
  }
  return terms.written();
}

function* writeStreams(
  { forward, lengths, titleLengths, vocabulary }: InvertedIndex,
  kept: readonly number[],
  ordinals: Int32Array | null,
  out: Writer,
): Steps<Uint8Array> {
  const newIds = new Int32Array(vocabulary.terms.length).fill(-1);
  for (const [newId, id] of kept.entries()) newIds[id] = newId;
  const documents = new Writer(forward.size * 6);
  let untilYield = POSTINGS_A_STEP;
  let previous = -1;
  for (let ordinal = 0; ordinal < forward.size; ordinal += 1) {
    if (!forward.has(ordinal)) continue;
    const start = out.length;
    for (const section of forward.read(ordinal)) {
      out.varint(section.length);
      for (const code of section) out.varint((newIds[code >> 1] as number) * 2 + (code & 1));
    }
    const written = ordinals === null ? ordinal : (ordinals[ordinal] as number);
    documents.varint(written - previous - 1);
    documents.varint(out.length - start);
    documents.varint(lengths[ordinal] as number);
    documents.varint(titleLengths[ordinal] as number);
    previous = written;
    untilYield -= out.length - start;
    if (untilYield > 0) continue;
    untilYield = POSTINGS_A_STEP;
    yield;
  }
  return documents.written();
}

/** `index` must be empty. */
export function readSnapshot(bytes: Uint8Array, index: InvertedIndex): void {
  const refuse = (what: string): never => {
    throw new HybridSearchError('internal', `keyword snapshot: ${what}`);
  };
  if (bytes.length < HEADER_BYTES) refuse('too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = PARTS.get(view.getUint32(0, true)) ?? refuse('another format');
  const count = view.getUint32(4, true);
  let end = (names.length + 2) * 4;
  const parts = {} as { [name in Exclude<SnapshotSection, 'order'>]: Uint8Array } & { order?: Uint8Array };
  for (const [at, name] of names.entries()) {
    const length = view.getUint32((at + 2) * 4, true);
    parts[name] = bytes.subarray(end, end + length);
    end += length;
  }
  if (end !== bytes.length) refuse('of another length');
  const { dictionary, terms, documents, streams, postings, order } = parts;

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
  if (!ofTerms.atEnd || listed !== postings.length || index.vocabulary.terms.length !== words.length) refuse('terms');
  // A copy, because a view would keep the whole snapshot in memory.
  index.postings.load(postings.slice(), listLengths);

  index.forward.load(streams);
  const ofDocuments = new VarintReader(documents);
  let ordinal = -1;
  let at = 0;
  for (let document = 0; document < count; document += 1) {
    ordinal += ofDocuments.next() + 1;
    const length = ofDocuments.next();
    index.restore(ordinal, at, length, ofDocuments.next(), ofDocuments.next());
    at += length;
  }
  if (!ofDocuments.atEnd || at !== streams.length) refuse('documents');
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
