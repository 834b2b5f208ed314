import { MAX_TEXT_BYTES } from '../record/memory-limits.ts';
import { utf8Length } from '../record/well-formed.ts';

export interface TextPart {
  text: string;
  /** From 1. */
  line: number;
}

/** Places to cut, best first. */
const CUTS = [/^#{1,6}[ \t]/gm, /(?<=\n[ \t]*\n)(?=\S)/g, /^/gm, /(?<=\s)(?=\S)/g] as const;

/** Returns the parts of `text` in order, without blank ones. @param maxBytes of each part, in UTF-8 */
export function splitText(text: string, maxBytes = MAX_TEXT_BYTES): TextPart[] {
  const parts: TextPart[] = [];
  let line = 1;
  for (const part of cut(text, maxBytes, 0)) {
    if (part.trim() !== '') parts.push({ text: part, line });
    line += part.split('\n').length - 1;
  }
  return parts;
}

function cut(text: string, maxBytes: number, level: number): string[] {
  if (utf8Length(text) <= maxBytes) return [text];
  const pattern = CUTS[level];
  if (!pattern) return cutAnywhere(text, maxBytes);
  const parts: string[] = [];
  let open = '';
  let openBytes = 0;
  const close = (): void => {
    if (open !== '') parts.push(open);
    open = '';
    openBytes = 0;
  };
  for (const piece of pieces(text, pattern)) {
    const bytes = utf8Length(piece);
    if (openBytes + bytes > maxBytes) close();
    if (bytes > maxBytes) {
      parts.push(...cut(piece, maxBytes, level + 1));
    } else {
      open += piece;
      openBytes += bytes;
    }
  }
  close();
  return parts;
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

function cutAnywhere(text: string, maxBytes: number): string[] {
  const parts: string[] = [];
  let start = 0;
  let bytes = 0;
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index)!);
    const size = utf8Length(character);
    if (bytes + size > maxBytes) {
      parts.push(text.slice(start, index));
      start = index;
      bytes = 0;
    }
    bytes += size;
    index += character.length;
  }
  parts.push(text.slice(start));
  return parts;
}
