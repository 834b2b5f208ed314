/** Cuts a block that's too long for a chunk. Works lazily, and takes linear time. */
import type { Block } from './chunk-blocks.ts';
import { graphemePieces, isGraphemeBoundary, nearestBoundary } from './grapheme-boundary.ts';
import { segmenter } from './segmenter.ts';

export interface Unit {
  start: number;
  end: number;
  tokens: number;
}

export type TokenCounter = (text: string) => number;

/** UTF-16 units of a long sentence whose tokens are counted in one call, because each call has a fixed cost. */
const RUN = 48;
/** UTF-16 units per call of a segmenter, which takes memory in proportion to its input if it uses a dictionary. */
const STRETCH = 16_384;

const BREAK = /[\s\p{P}]/u;

/** @param limit maximum tokens of a unit; only a single grapheme cluster may have more */
export function* splitUnits(text: string, block: Block, limit: number, count: TokenCounter): Generator<Unit> {
  const parts = block.kind === 'code' ? codeLines(text, block) : sentenceRanges(text, block);
  for (const { start, end } of parts) {
    // A longer stretch either exceeds the limit or is one run of unknown characters, so it has to be cut anyway.
    const tokens = end - start > limit * 16 ? Number.POSITIVE_INFINITY : count(text.slice(start, end));
    if (tokens <= limit) yield { start, end, tokens };
    else yield* splitSentence(text, start, end, limit, count);
  }
}

/** Units of about a quarter of the limit fill windows well and can overlap. */
function* splitSentence(text: string, start: number, end: number, limit: number, count: TokenCounter): Generator<Unit> {
  let unit: Unit | null = null;
  for (const piece of wordRuns(text, start, end, limit, count)) {
    if (unit && (unit.tokens + piece.tokens > limit / 4 || piece.end - unit.start > limit * 2)) {
      yield unit;
      unit = null;
    }
    unit = unit ? { start: unit.start, end: piece.end, tokens: unit.tokens + piece.tokens } : piece;
  }
  if (unit) yield unit;
}

/** Runs that end after white space or punctuation need no dictionary. */
function* wordRuns(text: string, start: number, end: number, limit: number, count: TokenCounter): Generator<Unit> {
  let from = start;
  for (let at = start; at < end; at++) {
    const enough = at - from >= RUN && BREAK.test(text[at]!) && isGraphemeBoundary(text, at + 1);
    if (!enough && at - from < STRETCH) continue;
    const to = enough ? at + 1 : nearestBoundary(text, at, from, end);
    yield* pieces(text, from, to, 2 * RUN, limit, count);
    from = to;
    at = to - 1;
  }
  if (from < end) yield* pieces(text, from, end, 2 * RUN, limit, count);
}

function* pieces(
  text: string,
  start: number,
  end: number,
  size: number,
  limit: number,
  count: TokenCounter,
): Generator<Unit> {
  for (const piece of graphemePieces(text, start, end, size)) {
    const tokens = count(text.slice(piece.start, piece.end));
    // A compatibility character can expand to many tokens.
    if (tokens <= limit || size === 1) yield { ...piece, tokens };
    else yield* pieces(text, piece.start, piece.end, size >> 1, limit, count);
  }
}

function* sentenceRanges(
  text: string,
  range: { start: number; end: number },
): Generator<{ start: number; end: number }> {
  let from = range.start;
  for (let at = range.start; at < range.end; ) {
    const stop = stretchEnd(text, at, range.end);
    for (const { segment } of segmenter('sentence').segment(text.slice(at, stop))) {
      at += segment.length;
      if (at < range.end && !isGraphemeBoundary(text, at)) continue;
      yield { start: from, end: at };
      from = at;
    }
  }
  if (from < range.end) yield { start: from, end: range.end };
}

function stretchEnd(text: string, start: number, end: number): number {
  if (end - start <= STRETCH) return end;
  const space = text.lastIndexOf(' ', start + STRETCH);
  return space > start + STRETCH / 2 ? space + 1 : start + STRETCH;
}

function* codeLines(text: string, block: Block): Generator<{ start: number; end: number }> {
  let start = block.start;
  while (start < block.end) {
    const found = text.indexOf('\n', start);
    const end = found < 0 || found >= block.end ? block.end : found + 1;
    yield { start, end };
    start = end;
  }
}
