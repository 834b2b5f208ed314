import { IMPORT_SOURCE } from '../../core/import/import-source.ts';
import type { Memory } from '../../core/record/memory.ts';
import { placeOf } from '../../core/record/place.ts';
import type { Hit } from '../../core/results/response.ts';
import { plainText } from '../shared/plain-markdown.ts';
import { programName } from '../shared/program-names.ts';
import type { SearchStrings } from '../strings/search-strings.ts';

/** UTF-16 units at the beginning of the text in which to look for a title. At most `SHOWN` units are shown. */
const LOOKED_AT = 400;
const SHOWN = 80;
const ARCHIVE = /\.zip$/i;

export function titleOf(memory: Memory, strings: SearchStrings): string {
  const title = memory.title?.trim();
  if (title) return title;
  if (memory.type === 'conversation') return authorOf(memory, strings) ?? strings.message;
  const lines = plainText(memory.text.slice(0, LOOKED_AT)).split('\n');
  const line = lines.find((text) => /[\p{L}\p{N}]/u.test(text))?.trim();
  return line ? shorten(line) : strings.untitled;
}

/** Returns who wrote the message, if known, and how it begins. */
export function messageLine(memory: Memory, strings: SearchStrings): { author: string | undefined; beginning: string } {
  const text = plainText(memory.text.slice(0, LOOKED_AT)).replace(/\s+/g, ' ').trim();
  return { author: authorOf(memory, strings), beginning: shorten(text) };
}

/**
 * Returns who wrote the memory, or the program that it's from. In an assistant's export, all messages have the program
 * as their source, and only their role says which are the user's.
 */
function authorOf({ type, source, role, owner }: Memory, { speakers }: SearchStrings): string | undefined {
  if (type === 'mail' && owner !== undefined) return owner;
  const program = source === undefined ? undefined : programName(source);
  const name = source === IMPORT_SOURCE || (program && role === 'user') ? role : (source ?? role);
  if (name === undefined) return undefined;
  return Object.hasOwn(speakers, name) ? speakers[name as keyof typeof speakers] : (program ?? name);
}

/**
 * Returns folders or thread and place as one path, then kind and author. Leaves out the kind `note`, the usual speakers,
 * and an author who's the title.
 */
export function originOf(memory: Memory, hit: Hit | null, strings: SearchStrings): string[] {
  const { type, source, title, metadata } = memory;
  const { speakers, kinds } = strings;
  const isUsual = source === undefined || Object.hasOwn(speakers, source);
  const isTitle = type === 'conversation' && !title?.trim();
  const kind = Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : type;
  const path = [...foldersOf(metadata?.path), threadName(memory), placeWords(memory, hit, strings)];
  return [
    path.filter(Boolean).join(' › '),
    type === 'note' ? '' : kind,
    isUsual || isTitle ? '' : (authorOf(memory, strings) ?? ''),
  ].filter(Boolean);
}

/** Undefined for ids. Imported messages have only an id as their thread: its name is their title. */
function threadName({ thread, title, metadata }: Memory): string | undefined {
  if (thread === undefined || thread === title?.trim() || metadata?.app !== undefined) return undefined;
  const isName = /\p{L}{2}/u.test(thread) && (/\s/.test(thread) || !/[\d:_/@]/.test(thread));
  return isName ? shorten(thread) : undefined;
}

/** Leaves out archives, whose names are often only ids. */
function foldersOf(path: unknown): string[] {
  const folders = typeof path === 'string' ? path.split('/').slice(0, -1) : [];
  return folders.filter((folder) => !ARCHIVE.test(folder));
}

/**
 * Returns where in its document the text is. Undefined for messages, and for a heading that's the title or doesn't
 * belong to a hit.
 */
export function placeWords(memory: Memory, hit: Hit | null, strings: SearchStrings): string | undefined {
  const place = hit ? hit.place : placeOf(memory, 0);
  switch (place?.kind) {
    case 'page':
      return strings.placePage(place.number);
    case 'chapter':
      return strings.placeChapter(place.number);
    case 'picture':
      return strings.placePicture(place.number, place.of, place.page);
    case 'heading':
      return hit && place.heading !== memory.title?.trim() ? shorten(place.heading) : undefined;
    default:
      return undefined;
  }
}

/** Cuts after a word if possible, but never inside a surrogate pair. */
function shorten(line: string): string {
  if (line.length <= SHOWN) return line;
  const cut = line.slice(0, SHOWN);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > SHOWN / 2 ? space : SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
