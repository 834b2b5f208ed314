import type { Memory } from '../../core/record/memory.ts';
import { placeOf } from '../../core/record/place.ts';
import type { Hit } from '../../core/results/response.ts';
import { plainText } from '../shared/plain-markdown.ts';
import type { Strings } from '../strings/strings.ts';

/** UTF-16 units of the text that are searched for a title, and the most that are shown. */
const LOOKED_AT = 400;
const SHOWN = 80;

export function titleOf(memory: Memory, strings: Strings): string {
  const title = memory.title?.trim();
  if (title) return title;
  if (memory.type === 'conversation') return speakerOf(memory.source ?? memory.role, strings);
  const lines = plainText(memory.text.slice(0, LOOKED_AT)).split('\n');
  const line = lines.find((text) => /[\p{L}\p{N}]/u.test(text))?.trim();
  return line ? shorten(line) : strings.untitled;
}

function speakerOf(name: string | undefined, { speakers, message }: Strings): string {
  if (name === undefined) return message;
  return Object.hasOwn(speakers, name) ? speakers[name as keyof typeof speakers] : name;
}

/** Returns folders and heading as one path, then kind and source. Leaves out the kind `note` and the usual speakers. */
export function originOf(memory: Memory, hit: Hit | null, strings: Strings): string[] {
  const { type, source, metadata } = memory;
  const { speakers, kinds } = strings;
  const kind = Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : type;
  const path = [...foldersOf(metadata?.path), placeWords(memory, hit, strings)];
  return [
    path.filter(Boolean).join(' › '),
    type === 'note' ? '' : kind,
    source === undefined || Object.hasOwn(speakers, source) ? '' : source,
  ].filter(Boolean);
}

function foldersOf(path: unknown): string[] {
  return typeof path === 'string' ? path.split('/').slice(0, -1) : [];
}

/** Returns where in its document the text is. Undefined if the title says it already, and for messages. */
export function placeWords(memory: Memory, hit: Hit | null, strings: Strings): string | undefined {
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

/** Cuts after a word if possible, never inside a surrogate pair. */
function shorten(line: string): string {
  if (line.length <= SHOWN) return line;
  const cut = line.slice(0, SHOWN);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > SHOWN / 2 ? space : SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
