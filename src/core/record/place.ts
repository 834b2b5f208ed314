/**
 * Where a memory is in its document, or a passage in its memory. Imports store pages and chapters under
 * `metadata.place`.
 */
import { isPlainObject } from './json.ts';
import type { Memory } from './memory.ts';
import { CONVERSATION_TYPE } from './memory-limits.ts';
import { pictureAt } from './picture-words.ts';

export type Place =
  /** A page of a PDF, from 1. */
  | { kind: 'page'; number: number; of: number; heading?: string }
  /** A chapter of a book, from 1. */
  | { kind: 'chapter'; number: number; heading?: string }
  /** A heading of the note, above the passage or at its beginning. */
  | { kind: 'heading'; heading: string }
  /**
   * Words in a picture of the memory. `number` counts its pictures from 1. `page`: the page of a PDF that the picture
   * shows, from 1.
   */
  | { kind: 'picture'; number: number; of: number; page?: number }
  /** A message of a conversation. */
  | { kind: 'message' };

const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*?)[ \t#]*$/;
const MAX_HEADING_LENGTH = 200;
/** UTF-16 units. Headings further above say little about a passage. */
const LOOK_BACK = 20_000;

/** @param start of the passage, in `searchedText` */
export function placeOf(memory: Pick<Memory, 'metadata' | 'type' | 'text' | 'images'>, start: number): Place | null {
  const { metadata, type, text } = memory;
  const picture = pictureAt(memory, start);
  const kept = readPlace(metadata.place);
  if (picture) return { kind: 'picture', ...picture, ...(kept?.kind === 'page' && { page: kept.number }) };
  if (kept) return kept;
  if (type === CONVERSATION_TYPE) return { kind: 'message' };
  const lines = text.slice(Math.max(0, start - LOOK_BACK), start + 1 + lineRest(text, start)).split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const heading = lines[at]!.length <= MAX_HEADING_LENGTH ? HEADING.exec(lines[at]!)?.[1] : undefined;
    if (heading !== undefined) return { kind: 'heading', heading };
  }
  return null;
}

/** A passage may begin with its own heading. */
function lineRest(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return Math.min(MAX_HEADING_LENGTH, (end < 0 ? text.length : end) - start);
}

function readPlace(value: unknown): Place | null {
  if (!isPlainObject(value)) return null;
  const { kind, number, of, heading } = value;
  const named = typeof heading === 'string' && heading !== '' ? { heading } : {};
  if (!Number.isSafeInteger(number)) return null;
  if (kind === 'page' && Number.isSafeInteger(of))
    return { kind, number: number as number, of: of as number, ...named };
  return kind === 'chapter' ? { kind, number: number as number, ...named } : null;
}
