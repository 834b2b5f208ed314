/**
 * Phrases by position (DESIGN K5): candidates from the rarest term's postings, then the documents' own streams. A phrase
 * may run over identifiers as they stand or over their parts: "75.1725" and "foo bar" for foo.bar are both found.
 */
import { analyze } from '../../core/text/analyze.ts';
import { TEXT, TITLE } from './forward-index.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { ordinalOf } from './posting.ts';
import { isBigram, isSingleCharacter } from './vocabulary.ts';

/** Folded tokens of a phrase, identifiers whole; several only where the phrase is more than one token. */
export function phraseTerms(phrase: string): string[] {
  return analyze(phrase, { stemming: 'none' })
    .filter((token) => token.kind !== 'part')
    .map((token) => token.exact);
}

/** Calls `found` for each document that holds the phrase, in the title only where asked. */
export function eachWithPhrase(
  index: InvertedIndex,
  terms: readonly string[],
  titleOnly: boolean,
  visible: (ordinal: number) => boolean,
  found: (ordinal: number) => void,
): void {
  const first = terms[0];
  if (first === undefined) return;
  if (terms.length === 1) {
    const ids =
      isBigram(first) && isSingleCharacter(first)
        ? [...index.vocabulary.bigramsWith(first)]
        : [index.vocabulary.id(first)];
    const seen = new Set<number>();
    for (const id of ids) {
      for (const packed of id === undefined ? [] : (index.postings[id] ?? [])) {
        const ordinal = ordinalOf(packed);
        if ((titleOnly && ((packed >> 6) & 7) === 0) || seen.has(ordinal) || !visible(ordinal)) continue;
        seen.add(ordinal);
        found(ordinal);
      }
    }
    return;
  }
  const ids: number[] = [];
  for (const term of terms) {
    const id = index.vocabulary.id(term);
    if (id === undefined || (index.postings[id]?.length ?? 0) === 0) return;
    ids.push(id);
  }
  const rarest = ids.reduce((best, id) =>
    (index.postings[id] as number[]).length < (index.postings[best] as number[]).length ? id : best,
  );
  // Only documents that hold every term are worth reading.
  const distinct = [...new Set(ids)];
  const held = new Uint8Array(index.forward.size);
  for (const id of distinct)
    for (const packed of index.postings[id] as number[]) (held[ordinalOf(packed)] as number) += 1;
  for (const packed of index.postings[rarest] as number[]) {
    const ordinal = ordinalOf(packed);
    if (held[ordinal] !== distinct.length % 256 || !visible(ordinal)) continue;
    const sections = index.forward.read(ordinal);
    const wanted = titleOnly ? [TITLE] : [TITLE, TEXT];
    if (wanted.some((section) => holds(sections[section] as number[], ids))) found(ordinal);
  }
}

function holds(codes: readonly number[], ids: readonly number[]): boolean {
  const wholes = codes.filter((code) => (code & 1) === 0);
  if (runs(wholes, ids)) return true;
  if (wholes.length === codes.length) return false;
  return runs(
    codes.filter((_, at) => (codes[at]! & 1) === 1 || ((codes[at + 1] ?? 0) & 1) === 0),
    ids,
  );
}

function runs(codes: readonly number[], ids: readonly number[]): boolean {
  for (let from = 0; from + ids.length <= codes.length; from += 1) {
    let at = 0;
    while (at < ids.length && (codes[from + at] as number) >> 1 === ids[at]) at += 1;
    if (at === ids.length) return true;
  }
  return false;
}
