import { html, type TemplateResult } from 'lit';
import type { Strings } from '../../strings/strings.ts';

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
