/**
 * Finds the window with the most different matched terms, starting with a sentence if one starts nearby. Takes linear
 * time in the ranges, and reads the text only around the chosen place.
 */
import { boundaryAfter, boundaryBefore } from '../text/grapheme-boundary.ts';
import { segmenter } from '../text/segmenter.ts';
import type { TextRange } from './highlight.ts';

/** UTF-16 units. */
export const PASSAGE_LENGTH = 240;

/** Weight of a different word. Each mark weighs 1. */
const NEW_TERM = 1_000;
/** UTF-16 units on each side in which the ends of a word are looked for. */
const WORD_REACH = 64;

export interface SnippetOptions {
  /** UTF-16 units, default 240; a single grapheme may be longer. */
  length?: number;
  /** Shown if nothing is marked. Default: the beginning of the text. */
  chunk?: TextRange;
}

/** @param ranges sorted and disjoint; without `terms`, only their number counts */
export function densestWindow(
  text: string,
  ranges: readonly (TextRange & { terms?: number })[],
  { length = PASSAGE_LENGTH, chunk }: SnippetOptions = {},
): TextRange {
  if (!(length >= 1)) throw new RangeError(`Length must be at least 1, got ${length}`);
  if (text.length <= length) return trimmed(text, 0, text.length);
  const matched = densest(ranges, length);
  if (!matched) {
    const start = chunk ? Math.min(Math.max(0, chunk.start), text.length) : 0;
    const limit = chunk ? Math.min(text.length, Math.max(start, chunk.end)) : text.length;
    return trimmed(text, start, endBefore(text, Math.min(limit, start + length), start, start));
  }
  const start = startFor(text, matched, length);
  return trimmed(
    text,
    start,
    endBefore(text, Math.min(text.length, start + length), start, Math.min(matched.end, start + length)),
  );
}

function densest(ranges: readonly (TextRange & { terms?: number })[], length: number): TextRange | null {
  const counts = new Int32Array(32);
  let distinct = 0;
  let bestScore = -1;
  let best: TextRange | null = null;
  let next = 0;
  const count = (terms: number, step: 1 | -1): void => {
    for (let bits = terms; bits !== 0; bits &= bits - 1) {
      const term = 31 - Math.clz32(bits & -bits);
      counts[term]! += step;
      if (counts[term] === (step === 1 ? 1 : 0)) distinct += step;
    }
  };
  ranges.forEach((first, i) => {
    while (next < ranges.length && (next <= i || ranges[next]!.end - first.start <= length)) {
      count(ranges[next]!.terms ?? 0, 1);
      next++;
    }
    const score = distinct * NEW_TERM + Math.min(next - i, NEW_TERM - 1);
    if (score > bestScore) {
      bestScore = score;
      best = { start: first.start, end: Math.max(first.end, ranges[next - 1]!.end) };
    }
    count(first.terms ?? 0, -1);
  });
  return best;
}

/** A third of the spare space is before the marks. */
function startFor(text: string, matched: TextRange, length: number): number {
  const room = Math.max(0, length - (matched.end - matched.start));
  const earliest = Math.max(0, matched.start - room);
  if (room === 0) return matched.start;
  // Otherwise the window would be half empty near the end of the text.
  const fill = Math.max(earliest, Math.min(matched.start, text.length - length));
  const sentence = sentenceStart(text, earliest, matched.start, fill);
  if (sentence !== null) return sentence;
  const wanted = Math.max(earliest, Math.min(fill, matched.start - Math.floor(room / 3)));
  return startAfter(text, wanted, matched.start);
}

/** Returns the last sentence start at or before `fill`, otherwise the first after it. */
function sentenceStart(text: string, earliest: number, latest: number, fill: number): number | null {
  // The slice may begin inside a sentence, so its start doesn't count.
  const from = Math.max(0, earliest - WORD_REACH);
  let before: number | null = null;
  let after: number | null = null;
  for (const { index } of segmenter('sentence').segment(text.slice(from, latest + 1))) {
    const start = from + index;
    if (start < earliest || start > latest || (index === 0 && from > 0)) continue;
    if (start <= fill) before = start;
    else after ??= start;
  }
  return before ?? after;
}

function startAfter(text: string, index: number, latest: number): number {
  if (index <= 0) return 0;
  const { start, end } = wordAt(text, index);
  const boundary = start === index ? index : end;
  return Math.min(boundary, latest);
}

function endBefore(text: string, index: number, start: number, least: number): number {
  if (index >= text.length) return text.length;
  const boundary = wordAt(text, index).start;
  if (boundary > start && boundary >= least) return boundary;
  const end = boundaryBefore(text, Math.max(index, least));
  return end > start ? end : boundaryAfter(text, index);
}

function wordAt(text: string, index: number): TextRange {
  const from = Math.max(0, index - WORD_REACH);
  const segment = segmenter('word')
    .segment(text.slice(from, index + WORD_REACH))
    .containing(index - from);
  if (!segment) return { start: index, end: index };
  return { start: from + segment.index, end: from + segment.index + segment.segment.length };
}

function trimmed(text: string, start: number, end: number): TextRange {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text[from]!)) from++;
  while (to > from && /\s/u.test(text[to - 1]!)) to--;
  return { start: boundaryBefore(text, from), end: boundaryAfter(text, to) };
}
