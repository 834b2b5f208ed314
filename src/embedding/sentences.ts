const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
/** Sentences of fewer UTF-16 units ("Yes.", a list marker) are joined with the next one. */
const SHORTEST = 16;
/** `Intl.Segmenter` ends a sentence after these, so "call Mr. Green" would be two. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Mrs?|Ms|Mx|Dr|Prof|St|No|Nr|Tel|\p{L}*[Ss]tr|Sra?|Mme|Mlle|approx|ca|vs|e\.g|i\.e|z\.B|bzw)\.[^\S\n]*$/u;
const SHORT_HEADING = /^\s*#{1,6}[^\S\n][^\n]*\n\s*$/;

export interface SentenceRange {
  start: number;
  end: number;
}

/** Returns `[start, end)` of each sentence, without white space around it. */
export function splitSentences(passage: string): SentenceRange[] {
  const ranges: SentenceRange[] = [];
  let from = 0;
  for (const { segment, index } of sentences.segment(passage)) {
    const end = index + segment.length;
    const piece = passage.slice(from, end);
    const isShort = piece.trim().length < SHORTEST;
    if (isShort && SHORT_HEADING.test(piece)) {
      from = end;
      continue;
    }
    if ((isShort || ABBREVIATION.test(piece)) && end < passage.length) continue;
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
