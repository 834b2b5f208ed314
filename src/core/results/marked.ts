/** Render the parts as text, never as markup. */
import type { Highlight, Hit } from './response.ts';

export interface MarkedPart {
  text: string;
  /** `keyword`: a matched word. `meaning`: part of the sentence that matched by meaning. `keyword+meaning`: both. */
  kind: 'plain' | 'keyword' | 'meaning' | 'keyword+meaning';
}

/**
 * Returns the passage of a hit, or its whole title or text, as parts in order. Joined, they give the text again.
 *
 * @example
 * ```js
 * await client.add({ text: 'Roast the pumpkin well.' });
 * const { hits } = await client.search('pumpkin');
 * marked(hits[0]).map(({ text, kind }) => [text, kind]);
 * // → [['Roast the ', 'plain'], ['pumpkin', 'keyword'], [' well.', 'plain']]
 * ```
 */
export function marked(
  hit: Pick<Hit, 'memory' | 'passage' | 'highlights'>,
  of: 'passage' | 'title' | 'text' = 'passage',
): MarkedPart[] {
  const { memory, passage, highlights } = hit;
  if (of === 'passage') return cut(passage.text, passage.start, highlights, 'text');
  return cut(memory[of] ?? '', 0, highlights, of);
}

function cut(text: string, start: number, highlights: readonly Highlight[], field: Highlight['field']): MarkedPart[] {
  const end = start + text.length;
  const ranges = highlights.filter((range) => range.field === field && range.end > start && range.start < end);
  const edges = new Set([start, end]);
  for (const range of ranges) {
    edges.add(Math.max(start, range.start));
    edges.add(Math.min(end, range.end));
  }
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(1).map((to, index) => {
    const from = sorted[index]!;
    const covers = (kind: Highlight['kind']): boolean =>
      ranges.some((range) => range.kind === kind && range.start <= from && range.end >= to);
    const keyword = covers('keyword');
    const meaning = covers('semantic');
    const kind = keyword && meaning ? 'keyword+meaning' : keyword ? 'keyword' : meaning ? 'meaning' : 'plain';
    return { text: text.slice(from - start, to - start), kind };
  });
}
