const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
/** In UTF-16 units. Shorter ones ("Yes.", a list marker) are joined with the next one. */
const SHORTEST = 16;

export interface SentenceRange {
  start: number;
  end: number;
}

export function splitSentences(passage: string): SentenceRange[] {
  const ranges: SentenceRange[] = [];
  let from = 0;
  for (const { segment, index } of sentences.segment(passage)) {
    const end = index + segment.length;
    if (passage.slice(from, end).trim().length < SHORTEST && end < passage.length) continue;
    push(from, end);
    from = end;
  }
  if (from < passage.length) push(from, passage.length);
  return ranges;

  function push(start: number, end: number): void {
    const text = passage.slice(start, end);
    const trimmed = text.trim();
    if (trimmed === '') return;
    const offset = start + text.indexOf(trimmed);
    ranges.push({ start: offset, end: offset + trimmed.length });
  }
}
