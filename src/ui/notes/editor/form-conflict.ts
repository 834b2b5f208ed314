import { html, nothing, type TemplateResult } from 'lit';
import { icons } from '../../shared/icons.ts';
import type { Strings } from '../../strings/strings.ts';
import type { FieldName, SaveConflict } from '../desk/note-fields.ts';

export interface FormConflictView {
  strings: Strings;
  conflict: SaveConflict;
  text: string;
  onUse: (name: FieldName, value: string) => void;
}

export function renderFormConflict({ strings, conflict, text, onUse }: FormConflictView): TemplateResult {
  const { stored, fields } = conflict;
  const label: { [name in FieldName]: string } = {
    title: strings.fieldTitle,
    text: strings.fieldText,
    tags: strings.fieldTags,
    type: strings.fieldType,
    url: strings.fieldUrl,
    evergreen: strings.fieldEvergreen,
  };
  return html`<section class="conflict" role="alert" tabindex="-1">
    <p>${icons.warning}<span>${strings.conflictNote}</span></p>
    ${fields.map(
      (name) => html`<div class="theirs">
        <h3>${strings.conflictTheirs(label[name])}</h3>
        <p class="stored" dir="auto" tabindex="0">${stored[name] || '–'}</p>
        <button type="button" class="outlined" part="button" @click=${() => onUse(name, stored[name])}>${strings.conflictUse}</button>
        ${
          name === 'text'
            ? html`<button type="button" class="outlined" part="button" @click=${() => onUse(name, `${text}\n\n${stored.text}`)}>
                ${strings.conflictBoth}
              </button>`
            : nothing
        }
      </div>`,
    )}
  </section>`;
}
