import { html, type TemplateResult } from 'lit';
import { fold } from '../../../core/text/fold.ts';
import type { Strings } from '../../strings/strings.ts';
import { tagsOf } from '../desk/note-fields.ts';

export interface FormTagsView {
  strings: Strings;
  tags: readonly string[];
  onAdd: (tag: string) => void;
}

/** The line has a fixed height, so that nothing moves while tags are typed. */
export function renderFormTags({ strings, tags, onAdd }: FormTagsView): TemplateResult {
  return html`<div class="suggestions" role="group" aria-label=${strings.tagsInUse}>
    ${tags.map(
      (tag) =>
        html`<button type="button" class="chip" part="chip" dir="auto" @click=${() => onAdd(tag)}>${tag}</button>`,
    )}
  </div>`;
}

/** As many suggestions as fit into one line of a narrow form. */
const SHOWN = 4;

function split(text: string): [before: string, begun: string] {
  const [, before = '', begun = ''] = /^(.*[,،、，])?\s*(.*)$/s.exec(text) ?? [];
  return [before, begun.replace(/^#/, '')];
}

/** Returns known tags that begin like the last tag. If that tag is itself known, returns other tags. */
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

/** A beginning of the tag at the end of the text is replaced. */
export function withTag(text: string, tag: string): string {
  const [before, begun] = split(text);
  const kept = fold(tag).startsWith(fold(begun)) ? tagsOf(before) : tagsOf(text);
  return `${[...kept, tag].join(', ')}, `;
}
