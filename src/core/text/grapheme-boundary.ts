import { segmenter } from './segmenter.ts';

/** Code units read on each side. Longer clusters only exist in hostile text. */
const REACH = 64;
/** Thai and Lao AM, letters that combine like marks. */
const JOINED_LETTER = /[\u0e33\u0eb3]/;

export function isGraphemeBoundary(text: string, index: number): boolean {
  return isSurelyBoundary(text, index) || clusterAt(text, index).start === index;
}

/** `index` itself in a cluster longer than `REACH`. */
export function boundaryBefore(text: string, index: number): number {
  if (isSurelyBoundary(text, index)) return index;
  const { start } = clusterAt(text, index);
  return start === index - REACH ? index : start;
}

/** `index` itself in a cluster longer than `REACH`. */
export function boundaryAfter(text: string, index: number): number {
  if (isSurelyBoundary(text, index)) return index;
  const { start, end } = clusterAt(text, index);
  if (start === index) return index;
  return end === index + REACH ? index : end;
}

function isSurelyBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (before < 0x80 && after < 0x80) return !(before === 13 && after === 10);
  if (!isSimple(String.fromCharCode(before))) return false;
  const next = String.fromCharCode(after);
  return isSimple(next) || (isLetter(next) && !JOINED_LETTER.test(next));
}

/** Combines with a neighbour only if that's a mark. */
function isSimple(character: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}\p{P}\p{Zs}]$/u.test(
    character,
  );
}

/** Excludes modifier letters, because some of them combine like marks. */
function isLetter(character: string): boolean {
  return /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]$/u.test(character);
}

function clusterAt(text: string, index: number): { start: number; end: number } {
  const from = Math.max(0, index - REACH);
  const cluster = segmenter('grapheme')
    .segment(text.slice(from, index + REACH))
    .containing(index - from);
  if (!cluster) return { start: index, end: index };
  return { start: from + cluster.index, end: from + cluster.index + cluster.segment.length };
}

/**
 * Returns the last boundary at or before `index` and after `start`. If there's none within `REACH`, returns the first
 * after `start`, at most `end`.
 */
export function nearestBoundary(text: string, index: number, start: number, end: number): number {
  for (let at = index; at > start && at > index - REACH; at--) if (isGraphemeBoundary(text, at)) return at;
  const cluster = segmenter('grapheme').segment(text.slice(start, end)).containing(0);
  return start + (cluster?.segment.length ?? end - start);
}

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
