/**
 * The index as bytes: dictionary (JSON, only terms that documents still hold) and the forward streams as varints.
 * Postings are not stored; posting them again while loading costs less than reading them. Damage is the caller's to
 * find (checksum, fingerprint); bytes that are no snapshot are refused here.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { SECTIONS } from './forward-index.ts';
import type { InvertedIndex } from './inverted-index.ts';

const MAGIC = 0x4b575331;

export function writeSnapshot(index: InvertedIndex): Uint8Array {
  const { forward, vocabulary, postings } = index;
  const newIds = new Int32Array(vocabulary.terms.length).fill(-1);
  const terms: string[] = [];
  for (let id = 0; id < vocabulary.terms.length; id += 1) {
    if ((postings[id]?.length ?? 0) === 0 && vocabulary.nameCounts[id] === 0) continue;
    newIds[id] = terms.length;
    terms.push(vocabulary.terms[id] as string);
  }
  const dictionary = new TextEncoder().encode(JSON.stringify(terms));
  const out = new Writer(16 + dictionary.length + forward.bytesUsed + forward.size * 4);
  out.word(MAGIC);
  out.word(dictionary.length);
  out.word(index.count);
  out.bytes(dictionary);
  let previous = -1;
  for (let ordinal = 0; ordinal < forward.size; ordinal += 1) {
    if (!forward.has(ordinal)) continue;
    out.varint(ordinal - previous - 1);
    previous = ordinal;
    for (const section of forward.read(ordinal)) {
      out.varint(section.length);
      for (const code of section) out.varint((newIds[code >> 1] as number) * 2 + (code & 1));
    }
  }
  return out.finish();
}

/** Fills an empty index. */
export function readSnapshot(bytes: Uint8Array, index: InvertedIndex): void {
  if (bytes.length < 12) throw new HybridSearchError('internal', 'keyword snapshot too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dictionaryLength = view.getUint32(4, true);
  const count = view.getUint32(8, true);
  if (view.getUint32(0, true) !== MAGIC || 12 + dictionaryLength > bytes.length) {
    throw new HybridSearchError('internal', 'not a keyword snapshot');
  }
  const terms = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + dictionaryLength))) as string[];
  for (const term of terms) index.vocabulary.intern(term);
  let at = 12 + dictionaryLength;
  const varint = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new HybridSearchError('internal', 'keyword snapshot ends early');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  let ordinal = -1;
  for (let document = 0; document < count; document += 1) {
    ordinal += varint() + 1;
    const start = at;
    const sections: number[][] = [];
    for (let section = 0; section < SECTIONS; section += 1) {
      const codes = new Array<number>(Math.min(varint(), bytes.length));
      for (let position = 0; position < codes.length; position += 1) {
        const code = varint();
        if (code >> 1 >= terms.length) throw new HybridSearchError('internal', 'keyword snapshot names no such term');
        codes[position] = code;
      }
      sections.push(codes);
    }
    index.restore(ordinal, sections, bytes.subarray(start, at));
  }
}

class Writer {
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
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
    this.#reserve(6);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#end++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#end++] = rest;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#end + more) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
