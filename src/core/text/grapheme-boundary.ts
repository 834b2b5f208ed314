/** Where a text may be cut without splitting a grapheme cluster (UAX #29). Pure. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Code units looked at on each side; clusters longer than this exist only in hostile text. */
const REACH = 64;
/** Characters that never join a neighbour of the same kind: a quick answer for most text. */
const SIMPLE =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}\p{P}\p{Zs}]$/u;

export function isGraphemeBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (before < 0x80 && after < 0x80) return !(before === 13 && after === 10);
  if (SIMPLE.test(String.fromCharCode(before)) && SIMPLE.test(String.fromCharCode(after))) return true;
  const start = Math.max(0, index - REACH);
  const around = graphemes.segment(text.slice(start, index + REACH));
  return around.containing(index - start)?.index === index - start;
}

/** The last boundary at or before `index` and after `start`; failing that, the first one after it, at most `end`. */
export function nearestBoundary(text: string, index: number, start: number, end: number): number {
  for (let at = index; at > start && at > index - REACH; at--) if (isGraphemeBoundary(text, at)) return at;
  const cluster = graphemes.segment(text.slice(start, end)).containing(0);
  return start + (cluster?.segment.length ?? end - start);
}

/** Cuts `[start, end)` into pieces of whole clusters of at most `size` code units (one cluster may be longer). */
export function* graphemePieces(
  text: string,
  start: number,
  end: number,
  size: number,
): Generator<{ start: number; end: number }> {
  for (let from = start; from < end; ) {
    const to = end - from <= size ? end : nearestBoundary(text, from + size, from, end);
    yield { start: from, end: to };
    from = to;
  }
}
