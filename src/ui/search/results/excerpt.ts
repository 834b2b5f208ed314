/** Cuts off the beginning of a title or passage that's too long for its row, so that the best marks are visible. */
import type { Highlight } from '../../../core/results/response.ts';
import { type MarkRange, markdownMarks } from '../../shared/plain-markdown.ts';

export interface Cut {
  text: string;
  start: number;
}

/** Share of the remaining space that shows text before the first mark. If the text ends early, it gets the rest too. */
const BEFORE = 1 / 3;
/** Characters as wide as two Latin ones: Chinese, Japanese, Korean, full-width forms, emoji. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;

/**
 * @param columns number of average Latin letters that are visible
 * @param hidden ranges of the slice that aren't shown
 */
export function excerpt(
  slice: Cut,
  highlights: readonly Highlight[],
  field: Highlight['field'],
  columns: number,
  hidden: readonly MarkRange[] = [],
): Cut {
  const { text, start } = slice;
  const marks = marksIn(slice, highlights, field, hidden);
  if (marks.length === 0) return slice;
  const widths = widthsOf(text, hidden);
  const best = bestRun(text, marks, widths, columns);
  const fits = (from: number): boolean => widths[best.end]! - widths[from]! <= columns;
  if (fits(0)) return slice;
  const room = Math.max(0, columns - (widths[best.end]! - widths[best.start]!));
  let from = best.start;
  const after = widths.at(-1)! - widths[best.end]!;
  const before = Math.max(room * BEFORE, room - after);
  while (from > 0 && widths[best.start]! - widths[from - 1]! <= before) from--;
  const at = wordStart(text, from, best.start);
  return { text: text.slice(at), start: start + at };
}

/** Returns the Markdown marks to hide. Marks such as a link's URL are shown if words match only inside them. */
export function hiddenMarks({ text, start }: Cut, highlights: readonly Highlight[]): MarkRange[] {
  const hidden = markdownMarks(text);
  const words = highlights.filter(
    (range) =>
      range.field === 'text' && range.kind === 'keyword' && range.start >= start && range.end <= start + text.length,
  );
  const contains = (mark: MarkRange, word: Highlight): boolean =>
    mark.start <= word.start - start && mark.end >= word.end - start;
  if (words.some((word) => !hidden.some((mark) => contains(mark, word)))) return hidden;
  return hidden.filter((mark) => !words.some((word) => contains(mark, word)));
}

/** Returns the ranges in a part of the text that starts at `from`. */
export function cutMarks(hidden: readonly MarkRange[], from: number, length = Number.POSITIVE_INFINITY): MarkRange[] {
  return hidden
    .filter(({ start, end }) => end > from && start < from + length)
    .map(({ start, end }) => ({ start: Math.max(0, start - from), end: Math.min(length, end - from) }));
}

function marksIn(
  { text, start }: Cut,
  highlights: readonly Highlight[],
  field: Highlight['field'],
  hidden: readonly MarkRange[],
): MarkRange[] {
  const inside = highlights
    .filter((range) => range.field === field && range.start >= start && range.start < start + text.length)
    .map(({ kind, ...range }) => ({ kind, start: range.start - start, end: Math.min(text.length, range.end - start) }))
    .filter((range) => !hidden.some((mark) => mark.start <= range.start && mark.end >= range.end));
  const words = inside.filter(({ kind }) => kind === 'keyword');
  return (words.length > 0 ? words : inside).sort((a, b) => a.start - b.start);
}

/** The run with the most different words. On a tie, the first one. */
function bestRun(text: string, marks: readonly MarkRange[], widths: readonly number[], columns: number): MarkRange {
  let best = marks[0]!;
  let most = 0;
  marks.forEach((first, i) => {
    const words = new Set<string>();
    let { end } = first;
    for (const mark of marks.slice(i)) {
      if (mark !== first && widths[mark.end]! - widths[first.start]! > columns) break;
      words.add(text.slice(mark.start, mark.end).toLowerCase());
      end = mark.end;
    }
    if (words.size <= most) return;
    most = words.size;
    best = { start: first.start, end };
  });
  return best;
}

/** Returns how wide the text is before each of its UTF-16 units, and as a whole. */
export function widthsOf(text: string, hidden: readonly MarkRange[]): number[] {
  const widths = [0];
  for (let i = 0; i < text.length; i++) {
    const shown = !hidden.some(({ start, end }) => i >= start && i < end);
    widths.push(widths[i]! + (shown ? (WIDE.test(text[i]!) ? 2 : 1) : 0));
  }
  return widths;
}

function wordStart(text: string, from: number, latest: number): number {
  for (let at = from; at < latest; at++) if (at > 0 && /\s/.test(text[at - 1]!) && !/\s/.test(text[at]!)) return at;
  // Scripts without spaces can be cut anywhere, except inside a surrogate pair.
  const middle = /[\udc00-\udfff]/.test(text[from] ?? '');
  return WIDE.test(text.slice(from, latest)) && !middle ? from : latest;
}

export interface FirstLine {
  head: Cut;
  /** Whether the line goes on in `rest`. */
  isCut: boolean;
  rest: Cut;
}

/**
 * Lets an untitled note begin in its row's title and go on in the passage, so that no text is shown twice.
 * @param passage the beginning of the note
 * @param hidden ranges of the passage that aren't shown
 * @param columns number of average Latin letters that fit into the title
 */
export function firstLine({ text, start }: Cut, hidden: readonly MarkRange[], columns: number): FirstLine | null {
  const widths = widthsOf(text, hidden);
  const isShown = (at: number): boolean => widths[at + 1]! > widths[at]!;
  const first = [...text.matchAll(/[\p{L}\p{N}]/gu)].find(({ index }) => isShown(index))?.index;
  if (first === undefined) return null;
  let from = text.lastIndexOf('\n', first) + 1;
  while (!isShown(from) || /\s/.test(text[from]!)) from++;
  const newline = text.indexOf('\n', first);
  const lineEnd = newline < 0 ? text.length : newline;
  let to = lineEnd;
  while (widths[to]! - widths[from]! > columns) to--;
  const isCut = to < lineEnd;
  if (isCut) to = wordEnd(text, from, to);
  const next = to + /^\s*/.exec(text.slice(to))![0].length;
  return {
    head: { text: text.slice(from, to).trimEnd(), start: start + from },
    isCut,
    rest: { text: text.slice(next), start: start + next },
  };
}

/** Falls back to a cut inside a word, for scripts without spaces, but never inside a surrogate pair. */
function wordEnd(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (/\s/.test(text[at]!)) return at;
  return /[\udc00-\udfff]/.test(text[to]!) ? to - 1 : to;
}
