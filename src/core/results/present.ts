/** The excerpt and the marks of a hit (U3), with the analyzer that indexed it. */
import { isFunctionWordAsTyped } from '../query/function-words.ts';
import type { Memory } from '../record/memory.ts';
import type { AnalyzeOptions } from '../text/analyze.ts';
import { createMarker, type MatchRange, type TextRange } from './highlight.ts';
import type { MatchedTerm } from './matched-term.ts';
import type { Highlight, Passage } from './response.ts';
import { densestWindow } from './snippet.ts';

/** What was asked, as far as it is marked. */
export interface MarkedQuery {
  /** How each word of the query was matched; empty where the keyword arm did not run. */
  terms: readonly MatchedTerm[];
  phrases: readonly string[];
}

/** @param chunk Where the best chunk lies, for hits that matched by meaning. */
export type PresentHit = (memory: Memory, chunk: TextRange | null) => { passage: Passage; highlights: Highlight[] };

interface Marks {
  inTitle: readonly MatchRange[];
  inText: readonly MatchRange[];
}

/** Texts up to this length are marked as a whole: 1.5 ms; beyond, only around the passage, or a page of ten would take seconds. */
const WHOLE_TEXT = 20_000;
const AROUND = 4_000;

/**
 * One for all hits of a search. What it has marked it keeps: the answer by words and the fused one have most hits in common,
 * and to mark them was a third of what each took at 10,000 memories. `options`: those the texts were indexed with.
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
    const marks = { inTitle: marker.ranges(title), inText };
    // Of a longer text other parts may be asked for.
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

/** No hit is explained by the "how" and "to" of a question that has telling words; where it has none, they count. */
function markableTerms(terms: MarkedQuery['terms']): MarkedQuery['terms'] {
  const telling = terms.filter(({ typed }) => !isFunctionWordAsTyped(typed));
  return telling.length > 0 ? telling : terms;
}

/** Of a long text, the part that is analyzed: around the best chunk, else around the first word found as typed. */
function regionOf(text: string, terms: MarkedQuery['terms'], chunk: TextRange | null): [number, number] {
  const lower = text.toLowerCase();
  const places = terms.map(({ typed }) => lower.indexOf(typed.toLowerCase())).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : (chunk?.start ?? 0);
  return [Math.max(0, at - AROUND), Math.min(text.length, at + WHOLE_TEXT)];
}
