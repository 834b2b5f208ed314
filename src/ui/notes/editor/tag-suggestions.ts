import { fold } from '../../../core/text/fold.ts';
import { tagsOf } from '../desk/note-fields.ts';

/** As many suggestions as fit into one line of a narrow form. */
const SHOWN = 4;

function split(text: string): [before: string, begun: string] {
  const [, before = '', begun = ''] = /^(.*[,،、，])?\s*(.*)$/s.exec(text) ?? [];
  return [before, begun.replace(/^#/, '')];
}

/**
 * Returns tags that complete the last tag in the text, most used first. If that's already a known tag, returns further
 * tags.
 */
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

/** Adds a suggested tag. If the text ends with the tag's beginning, the tag replaces that. Any other text stays. */
export function withTag(text: string, tag: string): string {
  const [before, begun] = split(text);
  const kept = fold(tag).startsWith(fold(begun)) ? tagsOf(before) : tagsOf(text);
  return `${[...kept, tag].join(', ')}, `;
}
