/** Lets an untitled note begin in its row's title and go on in the passage, so that no text is shown twice. */
import type { MarkRange } from '../../shared/plain-markdown.ts';
import { type Cut, widthsOf } from './excerpt.ts';

export interface FirstLine {
  head: Cut;
  /** Whether the line goes on in `rest`. */
  isCut: boolean;
  rest: Cut;
}

/**
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
