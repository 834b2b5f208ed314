import { MAX_TEXT_BYTES } from '../record/memory-limits.ts';
import { utf8Length } from '../record/well-formed.ts';
import { PAUSE, type Pause } from './pause.ts';

export interface TextPart {
  text: string;
  /** From 1. */
  line: number;
}

/** Places to cut, best first. */
const CUTS = [/^#{1,6}[ \t]/gm, /(?<=\n[ \t]*\n)(?=\S)/g, /^/gm, /(?<=\s)(?=\S)/g] as const;
const PIECES_A_STEP = 1_024;
const CHARACTERS_A_STEP = 65_536;

/** Returns the parts of `text` in order, without blank ones. @param maxBytes of each part, in UTF-8 */
export function splitText(text: string, maxBytes = MAX_TEXT_BYTES): TextPart[] {
  return [...splitWithPauses(text, maxBytes)].filter((part): part is TextPart => !('pause' in part));
}

export function* splitWithPauses(text: string, maxBytes = MAX_TEXT_BYTES): Generator<TextPart | Pause> {
  let line = 1;
  for (const part of cut(text, maxBytes, 0)) {
    if (typeof part !== 'string') {
      yield part;
      continue;
    }
    if (part.trim() !== '') yield { text: part, line };
    line += part.split('\n').length - 1;
  }
}

function* cut(text: string, maxBytes: number, level: number): Generator<string | Pause> {
  if (utf8Length(text) <= maxBytes) return yield text;
  const pattern = CUTS[level];
  if (!pattern) return yield* cutAnywhere(text, maxBytes);
  let open = '';
  let openBytes = 0;
  let steps = 0;
  for (const piece of pieces(text, pattern)) {
    if (++steps % PIECES_A_STEP === 0) yield PAUSE;
    const bytes = utf8Length(piece);
    if (openBytes + bytes > maxBytes && open !== '') {
      yield open;
      open = '';
      openBytes = 0;
    }
    if (bytes > maxBytes) {
      yield* cut(piece, maxBytes, level + 1);
    } else {
      open += piece;
      openBytes += bytes;
    }
  }
  if (open !== '') yield open;
}

function* pieces(text: string, pattern: RegExp): Generator<string> {
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > start) {
      yield text.slice(start, match.index);
      start = match.index;
    }
  }
  yield text.slice(start);
}

function* cutAnywhere(text: string, maxBytes: number): Generator<string | Pause> {
  let start = 0;
  let bytes = 0;
  let steps = 0;
  for (let index = 0; index < text.length; ) {
    if (++steps % CHARACTERS_A_STEP === 0) yield PAUSE;
    const character = String.fromCodePoint(text.codePointAt(index)!);
    const size = utf8Length(character);
    if (bytes + size > maxBytes) {
      yield text.slice(start, index);
      start = index;
      bytes = 0;
    }
    bytes += size;
    index += character.length;
  }
  yield text.slice(start);
}
