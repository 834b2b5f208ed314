/**
 * A text that fits is one chunk. A longer one is divided into stretches, and each stretch into windows, which become
 * the chunks. Stretches begin at headings and, once a window is half full, at longer paragraphs. Some short paragraphs
 * start a new window within a stretch. A hash of their beginning picks them, so an edit moves only the windows between
 * two such places. The last window of a stretch reaches back until it's half full. Only a block that doesn't fit into a
 * window is cut inside: code at lines, other text at sentences.
 */
import { type Block, isSpace, splitBlocks } from './chunk-blocks.ts';
import { splitUnits, type TokenCounter, type Unit } from './chunk-units.ts';
import { boundaryAfter, boundaryBefore } from './grapheme-boundary.ts';

/** Increment it if the same text would get other chunks or prefixes. Part of the vectors' fingerprint. */
export const CHUNKER_VERSION = 3;

export interface ChunkInput {
  title: string;
  text: string;
  context: string;
}

/** `[start, end)` in `ChunkInput.text`. */
export interface ChunkRange {
  start: number;
  end: number;
}

export interface ChunkOptions {
  /** Without special tokens. */
  count: TokenCounter;
  /** Special tokens and the document prefix. Default 2. */
  overhead?: number;
  /** Including prefix and overhead; 32–512, default 256. */
  maxTokens?: number;
  /** Share of `maxTokens` that neighbouring windows of a stretch share, 0–0.5, default 0.15. */
  overlap?: number;
}

const PREFIX_TOKENS = 32;
/** Tokens. */
const STRONG_PARAGRAPH = 64;
const RESTART_EVERY = 8;
/** Share of a window to fill before a paragraph starts a new one. Measured: docs/measurements/0004-embedding.md. */
const LEAST_FILL = 0.5;
/** A text in a script that the model doesn't know may have few tokens, so chunks have a limit in UTF-16 units too. */
const UNITS_PER_TOKEN = 16;

export function chunkPrefix(input: ChunkInput, count: TokenCounter): string {
  const title = cutToTokens(input.title, PREFIX_TOKENS, count);
  const context = cutToTokens(input.context, PREFIX_TOKENS, count);
  return (title === '' ? '' : `${title}\n`) + (context === '' ? '' : `${context} `);
}

/** If the passage begins with the title, the title isn't repeated. */
export function passageText(input: ChunkInput, range: ChunkRange, prefix: string): string {
  const passage = input.text.slice(range.start, range.end);
  const title = input.title.trim();
  const repeated = title !== '' && passage.replace(/^[#\s]+/, '').startsWith(title);
  const before = repeated && prefix.includes('\n') ? prefix.slice(prefix.indexOf('\n') + 1) : prefix;
  return (before + passage).trim();
}

/**
 * Every character except white space is in at least one chunk. A title without a text has one empty range. Lazy, so a
 * caller can pause within a long text.
 */
export function* chunkRanges(input: ChunkInput, options: ChunkOptions): Generator<ChunkRange> {
  const { count, overhead = 2, maxTokens = 256, overlap = 0.15 } = options;
  const { text } = input;
  const prefix = chunkPrefix(input, count);
  const budget = Math.max(8, maxTokens - overhead - count(prefix));
  const whole = trim(text, 0, text.length);
  if (whole.end > whole.start && fitsWhole(whole)) {
    yield whole;
    return;
  }
  const least = LEAST_FILL * budget;
  const packer = new Packer(input, prefix, {
    count,
    cap: Math.max(budget, maxTokens - overhead),
    budget,
    least,
    shared: Math.floor(overlap * maxTokens),
  });
  let last: ChunkRange | undefined;

  for (const block of splitBlocks(text)) {
    const length = block.end - block.start;
    const tokens =
      length > budget * UNITS_PER_TOKEN ? Number.POSITIVE_INFINITY : count(text.slice(block.start, block.end));
    const enough = block.kind === 'heading' || packer.tokens >= least;
    if (enough && packer.hasBody) {
      if (beginsStretch(block, tokens)) yield* emitted(packer.end());
      else if (isPicked(text, block)) yield* emitted(packer.turn());
    }
    if (tokens > budget || (packer.tokens + tokens > budget && !packer.hasBody)) {
      if (packer.hasBody) yield* emitted(packer.end());
      for (const unit of splitUnits(text, block, budget, count)) {
        if (!packer.fits(unit)) yield* emitted(packer.turn(unit));
        packer.add(unit, true);
      }
      yield* emitted(packer.end());
    } else {
      const unit = { start: block.start, end: block.end, tokens };
      if (!packer.fits(unit)) yield* emitted(packer.turn(unit));
      packer.add(unit, block.kind !== 'heading');
    }
  }
  yield* emitted(packer.end());
  if (!last && prefix !== '') yield { start: 0, end: 0 };

  function fitsWhole(range: ChunkRange): boolean {
    if (range.end - range.start > budget * UNITS_PER_TOKEN) return false;
    return count(passageText(input, range, prefix)) <= maxTokens - overhead;
  }

  function* emitted(ranges: ChunkRange[]): Generator<ChunkRange> {
    for (let range of ranges) {
      // If the range contains the previous one from its start, emit only the rest.
      if (last && range.start <= last.start) range = trim(text, last.end, range.end);
      if (range.end <= range.start) continue;
      last = range;
      yield range;
    }
  }
}

interface PackerLimits {
  count: TokenCounter;
  cap: number;
  /** Limit in tokens, without the prefix. */
  budget: number;
  least: number;
  shared: number;
}

class Packer {
  readonly #input: ChunkInput;
  readonly #prefix: string;
  readonly #limits: PackerLimits;
  #units: Unit[] = [];
  #tokens = 0;
  #hasBody = false;
  /** Units at the start that the previous window already covers. */
  #overlapUnits = 0;
  #before: readonly Unit[] = [];

  constructor(input: ChunkInput, prefix: string, limits: PackerLimits) {
    this.#input = input;
    this.#prefix = prefix;
    this.#limits = limits;
  }

  get tokens(): number {
    return this.#tokens;
  }

  get hasBody(): boolean {
    return this.#hasBody;
  }

  fits(unit: Unit): boolean {
    const { budget } = this.#limits;
    const [first] = this.#units;
    if (first === undefined) return true;
    return this.#tokens + unit.tokens <= budget && unit.end - first.start <= budget * UNITS_PER_TOKEN;
  }

  add(unit: Unit, body: boolean): void {
    this.#units.push(unit);
    this.#tokens += unit.tokens;
    this.#hasBody ||= body;
  }

  /** If `next` is given, the next window also begins with the last units, as far as `next` leaves room for them. */
  turn(next?: Unit): ChunkRange[] {
    const ranges = this.#close();
    this.#before = this.#units;
    this.#begin(next ? tail(this.#units, this.#limits.shared, this.#limits.budget - next.tokens) : []);
    return ranges;
  }

  end(): ChunkRange[] {
    if (this.#units.length > this.#overlapUnits) this.#reachBack();
    const ranges = this.#close();
    this.#before = [];
    this.#begin([]);
    return ranges;
  }

  #begin(units: Unit[]): void {
    this.#units = units;
    this.#overlapUnits = units.length;
    this.#tokens = units.reduce((total, unit) => total + unit.tokens, 0);
    this.#hasBody = units.length > 0;
  }

  #close(): ChunkRange[] {
    const { count, cap } = this.#limits;
    const { text } = this.#input;
    const ranges: ChunkRange[] = [];
    let rest = this.#units.length > this.#overlapUnits ? this.#units : [];
    while (rest.length > 0) {
      // The model gets all units as one text, whose tokens may be one or two more than the sum of the units' tokens.
      let taken = rest.length;
      let range = trim(text, rest[0]!.start, rest[taken - 1]!.end);
      while (taken > 1 && count(passageText(this.#input, range, this.#prefix)) > cap) {
        taken--;
        range = trim(text, rest[0]!.start, rest[taken - 1]!.end);
      }
      if (range.end > range.start) ranges.push(range);
      rest = rest.slice(taken);
    }
    return ranges;
  }

  #reachBack(): void {
    const { least, budget } = this.#limits;
    for (const unit of this.#before.slice(0, this.#before.length - this.#overlapUnits).reverse()) {
      if (this.#tokens >= least || this.#tokens + unit.tokens > budget) return;
      this.#units.unshift(unit);
      this.#tokens += unit.tokens;
      this.#overlapUnits++;
    }
  }
}

/** The last units, at most `wanted` tokens. The very last one may have half more, which is better than none. */
function tail(units: readonly Unit[], wanted: number, room: number): Unit[] {
  let from = units.length;
  let tokens = 0;
  while (from > 1) {
    const more = units[from - 1]!.tokens;
    const allowed = from === units.length ? wanted * 1.5 : wanted;
    if (tokens + more > Math.min(allowed, room)) break;
    tokens += more;
    from--;
  }
  return units.slice(from);
}

function beginsStretch(block: Block, tokens: number): boolean {
  return block.kind === 'heading' || (block.kind !== 'code' && tokens >= STRONG_PARAGRAPH);
}

function isPicked(text: string, block: Block): boolean {
  return block.kind !== 'code' && openingHash(text, block) % RESTART_EVERY === 0;
}

/** FNV-1a with a final mix. Reads only the start of the paragraph, so that no other text affects the choice. */
function openingHash(text: string, block: Block): number {
  let hash = 0x811c9dc5;
  for (let i = block.start; i < Math.min(block.end, block.start + 48); i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

function trim(text: string, start: number, end: number): ChunkRange {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  // A combining mark after a space belongs to the space.
  return { start: boundaryBefore(text, start), end: boundaryAfter(text, end) };
}

function cutToTokens(text: string, limit: number, count: TokenCounter): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  const head = whole.slice(0, boundaryBefore(whole, Math.min(whole.length, limit * UNITS_PER_TOKEN)));
  if (head === whole && count(whole) <= limit) return whole;
  const parts = splitUnits(head, { kind: 'paragraph', start: 0, end: head.length }, limit, count);
  const first = parts.next();
  if (first.done) return '';
  // The first unit, a sentence or a run of words, always fits.
  let end = first.value.end;
  for (const unit of parts) {
    if (count(head.slice(0, unit.end)) > limit) break;
    end = unit.end;
  }
  return head.slice(0, end).trim();
}
