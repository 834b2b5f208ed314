/** What a memory is called where it has no title of its own. */
import type { Memory } from '../../core/record/memory.ts';
import type { Strings } from '../strings/strings.ts';

export function titleOf(memory: Memory, strings: Strings): string {
  const title = memory.title?.trim();
  if (title) return title;
  return memory.type === 'conversation' ? strings.messageFrom(memory.source ?? memory.role ?? '') : strings.untitled;
}
