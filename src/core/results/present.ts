import type { Memory } from '../record/memory.ts';
import type { AnalyzeOptions } from '../text/analyze.ts';
import { foldCase, normalize } from '../text/fold.ts';
import { isFunctionWordAsTyped } from '../text/function-words.ts';
import { createMarker, type MatchRange, type TextRange } from './highlight.ts';
import type { MatchedTerm } from './matched-term.ts';
import type { Highlight, Passage } from './response.ts';
import { densestWindow } from './snippet.ts';

export interface MarkedQuery {
  /** Empty if the keyword arm didn't run. */
  terms: readonly MatchedTerm[];
  phrases: readonly string[];
}

/** @param chunk the best one, for hits that matched by meaning */
export type PresentHit = (memory: Memory, chunk: TextRange | null) => { passage: Passage; highlights: Highlight[] };

interface Marks {
  inTitle: readonly MatchRange[];
  inText: readonly MatchRange[];
}

/**
 * A text of up to this many UTF-16 units is marked as a whole, which takes 1.5 ms. Longer ones are marked only around
 * the passage, because a page of ten would take seconds.
 */
const WHOLE_TEXT = 20_000;
const AROUND = 4_000;
/** Folds at most this many UTF-16 units, because folding 1 MB of Cyrillic takes 220 ms. */
const FOLDED_UNITS = 200_000;

/** Checks at most this many occurrences of a word. In a megabyte of "1.1.1.", checking all of them took 500 ms. */
const MAX_OCCURRENCES = 1_000;

/**
 * Create one presenter for all answers to a search. The early keyword answer and the fused one share most hits, and
 * marking them took a third of the time of each answer.
 */
export function createPresenter(query: MarkedQuery, options: AnalyzeOptions): PresentHit {
  const terms = markableTerms(query.terms);
  const marker = createMarker(terms, query.phrases, options);
  const marked = new Map<Memory, Marks>();
  const marksOf = (memory: Memory, chunk: TextRange | null): Marks => {
    const known = marked.get(memory);
    if (known !== undefined) return known;
    const { title = '', text } = memory;
    const whole = text.length <= WHOLE_TEXT;
    const [from, to] = whole ? [0, text.length] : regionOf(text, terms, chunk);
    const inText = marker.ranges(text.slice(from, to)).map((range) => ({
      ...range,
      start: range.start + from,
      end: range.end + from,
    }));
    const marks = { inTitle: marker.ranges(title, 'title'), inText };
    // The next call may need another part of a longer text.
    if (whole) marked.set(memory, marks);
    return marks;
  };
  return (memory, chunk) => {
    const { text } = memory;
    const { inTitle, inText } = marksOf(memory, chunk);
    const { start, end } = densestWindow(text, inText, chunk === null ? {} : { chunk });
    const mark = (field: Highlight['field'], range: TextRange): Highlight => ({
      field,
      start: range.start,
      end: range.end,
      kind: 'keyword',
    });
    return {
      passage: { text: text.slice(start, end), start, end },
      highlights: [...inTitle.map((range) => mark('title', range)), ...inText.map((range) => mark('text', range))],
    };
  };
}

/** The "how" and "to" of a question don't explain a hit, unless the question has no other words. */
function markableTerms(terms: MarkedQuery['terms']): MarkedQuery['terms'] {
  const contentTerms = terms.filter(({ typed }) => !isFunctionWordAsTyped(typed));
  return contentTerms.length > 0 ? contentTerms : terms;
}

/** Returns the part of a long text around the first word found, otherwise around the best chunk. */
function regionOf(text: string, terms: MarkedQuery['terms'], chunk: TextRange | null): [number, number] {
  const lower = text.toLowerCase();
  const typed = terms.map((term) => term.typed.toLowerCase());
  const forms = terms.flatMap(({ exact }) => exact);
  const at = firstOf(lower, typed) ?? firstOf(lower, forms) ?? firstFolded(text, forms) ?? chunk?.start ?? 0;
  return [Math.max(0, at - AROUND), Math.min(text.length, at + WHOLE_TEXT)];
}

function firstFolded(text: string, forms: readonly string[]): number | undefined {
  const { text: normal, starts } = normalize(text.slice(0, FOLDED_UNITS));
  // An ASCII text was searched above.
  if (starts === null) return undefined;
  const at = firstOf(foldCase(normal), forms);
  return at && starts[at];
}

function firstOf(text: string, words: readonly string[]): number | undefined {
  const places = words.map((word) => placeOf(text, word)).filter((at) => at >= 0);
  return places.length > 0 ? Math.min(...places) : undefined;
}

/** Finds a whole word, else a word's beginning, else any place: for "art", a later "art" rather than "party". */
function placeOf(text: string, word: string): number {
  if (word === '') return -1;
  const letter = (at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
  const first = text.indexOf(word);
  let beginning = -1;
  for (let at = first, n = 0; at >= 0 && n < MAX_OCCURRENCES; at = text.indexOf(word, at + word.length), n++) {
    if (letter(at - 1)) continue;
    if (!letter(at + word.length)) return at;
    if (beginning < 0) beginning = at;
  }
  return beginning < 0 ? first : beginning;
}
