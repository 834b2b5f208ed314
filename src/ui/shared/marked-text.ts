/** Turns highlight ranges into text nodes and `<mark>`. Nothing is ever parsed as HTML. */
import { html, type TemplateResult } from 'lit';
import type { Highlight, Hit } from '../../core/results/response.ts';
import type { MarkRange } from './plain-markdown.ts';

export interface MarkedSegment {
  text: string;
  keyword: boolean;
  semantic: boolean;
}

/** @param hidden ranges of the slice that are left out, such as Markdown marks */
export function segments(
  text: string,
  start: number,
  highlights: readonly Highlight[],
  field: Highlight['field'],
  hidden: readonly MarkRange[] = [],
): MarkedSegment[] {
  const end = start + text.length;
  const ranges = highlights.filter((range) => range.field === field && range.end > start && range.start < end);
  if (ranges.length + hidden.length === 0) return text ? [{ text, keyword: false, semantic: false }] : [];
  const edges = new Set([start, end]);
  for (const range of ranges) {
    edges.add(Math.max(start, range.start));
    edges.add(Math.min(end, range.end));
  }
  for (const range of hidden) edges.add(start + range.start).add(start + range.end);
  const sorted = [...edges].sort((a, b) => a - b);
  const result: MarkedSegment[] = [];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const from = sorted[i]!;
    const to = sorted[i + 1]!;
    if (hidden.some((range) => start + range.start <= from && start + range.end >= to)) continue;
    const covers = (kind: Highlight['kind']): boolean =>
      ranges.some((range) => range.kind === kind && range.start <= from && range.end >= to);
    result.push({
      text: text.slice(from - start, to - start),
      keyword: covers('keyword'),
      semantic: covers('semantic'),
    });
  }
  return result;
}

/** Leaves out the underline in a row that probably isn't an answer, because it would make it look like one. */
export const shownHighlights = (
  { highlights, label }: Pick<Hit, 'highlights' | 'label'>,
  doubtful: boolean,
): readonly Highlight[] =>
  doubtful || label === 'weak' ? highlights.filter(({ kind }) => kind === 'keyword') : highlights;

/** Chromium omits white space between marks in an accessible name, so "Iron farm" would be read as "Ironfarm". */
export function joinWords(parts: readonly MarkedSegment[]): MarkedSegment[] {
  const joined: MarkedSegment[] = [];
  parts.forEach((part, i) => {
    const [last, next] = [joined.at(-1), parts[i + 1]];
    const between = last?.keyword && next?.keyword && !part.keyword && part.text.trim() === '';
    if (last && (between || (last.keyword && part.keyword)) && last.semantic === part.semantic) last.text += part.text;
    else joined.push({ ...part });
  });
  return joined;
}

export function renderSegments(parts: readonly MarkedSegment[]): TemplateResult[] {
  return joinWords(parts).map((part) => {
    const inner = part.keyword ? html`<mark part="mark">${part.text}</mark>` : html`${part.text}`;
    return part.semantic ? html`<span class="semantic" part="semantic">${inner}</span>` : inner;
  });
}

export function matchedWords(
  highlights: readonly Highlight[],
  fields: { title: string; text: string },
  limit = 12,
): string[] {
  const seen = new Map<string, string>();
  for (const range of highlights) {
    if (range.kind !== 'keyword') continue;
    const word = fields[range.field].slice(range.start, range.end).trim();
    if (word && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
    if (seen.size === limit) break;
  }
  return [...seen.values()];
}
