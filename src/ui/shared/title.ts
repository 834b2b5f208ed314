/** What a memory is called where it has no title of its own: its first line, a message its speaker. */
import type { Memory } from '../../core/record/memory.ts';
import type { Strings } from '../strings/strings.ts';
import { plainText } from './plain-markdown.ts';

/** UTF-16 units of the text that are looked at, and of the line that is shown. */
const LOOKED_AT = 400;
const SHOWN = 80;

export function titleOf(memory: Memory, strings: Strings): string {
  const title = memory.title?.trim();
  if (title) return title;
  if (memory.type === 'conversation') return strings.messageFrom(memory.source ?? memory.role ?? '');
  const lines = plainText(memory.text.slice(0, LOOKED_AT)).split('\n');
  const line = lines.map((text) => text.trim()).find((text) => /[\p{L}\p{N}]/u.test(text));
  return line ? shorten(line) : strings.untitled;
}

/** Cut after a word where there is one, never inside a surrogate pair. */
function shorten(line: string): string {
  if (line.length <= SHOWN) return line;
  const cut = line.slice(0, SHOWN);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > SHOWN / 2 ? space : SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
