/** A phrase matches identifiers as a whole or by their parts: "75.1725", or "foo bar" for foo.bar. */
import { analyze } from '../../core/text/analyze.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { ordinalOf } from './packed-lists.ts';
import type { PhraseMatches } from './phrase-cache.ts';
import { isBigram, isSingleCharacter } from './vocabulary.ts';

/** Returns the folded tokens of a phrase, with identifiers as one token. */
export function phraseTerms(phrase: string): string[] {
  return analyze(phrase, { stemming: 'none' })
    .filter((token) => token.kind !== 'part')
    .map((token) => token.exact);
}

/** @param allowed 1 = visible; null if all are */
export function phraseMatches(
  index: InvertedIndex,
  terms: readonly string[],
  titleOnly: boolean,
  allowed: Uint8Array | null,
): PhraseMatches {
  const first = terms[0];
  if (first === undefined) return { rows: new Uint8Array(index.forward.size), count: 0 };
  if (terms.length === 1) return matchesOfTerm(index, first, titleOnly, allowed);
  const key = `${titleOnly} ${terms.join(' ')}`;
  const kept = index.phrases.at(index.version).get(key, allowed);
  if (kept !== undefined) return kept;
  const found = matchesOfRun(index, terms, titleOnly, allowed);
  index.phrases.set(key, allowed, found);
  return found;
}

function matchesOfTerm(
  index: InvertedIndex,
  term: string,
  titleOnly: boolean,
  allowed: Uint8Array | null,
): PhraseMatches {
  const rows = new Uint8Array(index.forward.size);
  const id = index.vocabulary.id(term);
  const ids =
    isBigram(term) && isSingleCharacter(term) ? index.vocabulary.bigramsWith(term) : id === undefined ? [] : [id];
  let count = 0;
  for (const each of ids) {
    for (const packed of index.postings.of(each)) {
      const ordinal = ordinalOf(packed);
      if (rows[ordinal] === 1 || (titleOnly && ((packed >> 6) & 7) === 0)) continue;
      if (allowed !== null && allowed[ordinal] !== 1) continue;
      rows[ordinal] = 1;
      count += 1;
    }
  }
  return { rows, count };
}

function matchesOfRun(
  index: InvertedIndex,
  terms: readonly string[],
  titleOnly: boolean,
  allowed: Uint8Array | null,
): PhraseMatches {
  const rows = new Uint8Array(index.forward.size);
  const ids: number[] = [];
  for (const term of terms) {
    const id = index.vocabulary.id(term);
    if (id === undefined || index.postings.of(id).length === 0) return { rows, count: 0 };
    ids.push(id);
  }
  // The rarest term is last, so `pop` returns it.
  const distinct = [...new Set(ids)].sort((a, b) => index.postings.of(b).length - index.postings.of(a).length);
  const rarest = index.postings.of(distinct.pop()!);
  const held = new Uint8Array(index.forward.size);
  for (const id of distinct) for (const packed of index.postings.of(id)) held[ordinalOf(packed)]! += 1;
  let count = 0;
  for (const packed of rarest) {
    const ordinal = ordinalOf(packed);
    if (held[ordinal] !== distinct.length % 256 || (allowed !== null && allowed[ordinal] !== 1)) continue;
    if (!holds(index, ordinal, titleOnly, ids)) continue;
    rows[ordinal] = 1;
    count += 1;
  }
  return { rows, count };
}

let run = new Int32Array(1 << 10);

function holds(index: InvertedIndex, ordinal: number, titleOnly: boolean, ids: readonly number[]): boolean {
  const { codes, length } = index.forward.titleAndText(ordinal, titleOnly);
  if (length < ids.length) return false;
  if (run.length < length) run = new Int32Array(length * 2);
  let count = 0;
  for (let at = 0; at < length; at += 1) if ((codes[at]! & 1) === 0) run[count++] = codes[at]! >> 1;
  if (runs(count, ids)) return true;
  if (count === length) return false;
  count = 0;
  for (let at = 0; at < length; at += 1) {
    const beforeParts = (codes[at]! & 1) === 0 && at + 1 < length && (codes[at + 1]! & 1) === 1;
    if (!beforeParts) run[count++] = codes[at]! >> 1;
  }
  return runs(count, ids);
}

function runs(count: number, ids: readonly number[]): boolean {
  const first = ids[0];
  for (let from = 0; from + ids.length <= count; from += 1) {
    if (run[from] !== first) continue;
    let at = 1;
    while (at < ids.length && run[from + at] === ids[at]) at += 1;
    if (at === ids.length) return true;
  }
  return false;
}
