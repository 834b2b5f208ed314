/** Tags of the person's own that the end of a list of tags may be completed to. Pure. */
import { fold } from '../../../core/text/fold.ts';
import { tagsOf } from '../desk/note-fields.ts';

/** As many as stand in one line of a narrow form. */
const SHOWN = 4;

/** What stands before the tag that is being written, and that tag. */
function split(text: string): [before: string, begun: string] {
  const [, before = '', begun = ''] = /^(.*[,،、，])?\s*(.*)$/s.exec(text) ?? [];
  return [before, begun.replace(/^#/, '')];
}

/** The most used first; none that is in the list already. Behind a tag that is written out the next is offered. */
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

/** A whole tag that was begun stays when another is added: only the beginning of the same is completed. */
export function withTag(text: string, tag: string): string {
  const [before, begun] = split(text);
  const kept = fold(tag).startsWith(fold(begun)) ? tagsOf(before) : tagsOf(text);
  return `${[...kept, tag].join(', ')}, `;
}
