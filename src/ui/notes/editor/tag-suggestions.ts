/** Suggests the person's own tags for the end of a list of tags. Pure. */
import { fold } from '../../../core/text/fold.ts';
import { tagsOf } from '../desk/note-fields.ts';

/** As many as fit into one line of a narrow form. */
const SHOWN = 4;

/** The text before the tag that's being written, and that tag. */
function split(text: string): [before: string, begun: string] {
  const [, before = '', begun = ''] = /^(.*[,،、，])?\s*(.*)$/s.exec(text) ?? [];
  return [before, begun.replace(/^#/, '')];
}

/** Most used first, without those in the list. After a complete tag, the next one is suggested. */
export function suggestedTags(text: string, known: { readonly [tag: string]: number }): string[] {
  const [before, begun] = split(text);
  const taken = new Set([...tagsOf(before), begun].map(fold));
  const whole = Object.keys(known).some((tag) => fold(tag) === fold(begun));
  const start = whole ? '' : fold(begun);
  return Object.entries(known)
    .filter(([tag]) => fold(tag).startsWith(start) && !taken.has(fold(tag)))
    .sort((one, two) => two[1] - one[1] || (one[0] < two[0] ? -1 : 1))
    .slice(0, SHOWN)
    .map(([tag]) => tag);
}

/** A complete tag stays when another is added. Only a beginning of the same tag is completed. */
export function withTag(text: string, tag: string): string {
  const [before, begun] = split(text);
  const kept = fold(tag).startsWith(fold(begun)) ? tagsOf(before) : tagsOf(text);
  return `${[...kept, tag].join(', ')}, `;
}
