import { html, nothing, type TemplateResult } from 'lit';
import { sentenceOf } from '../../session/storage-trouble.ts';
import type { StorageNotice } from '../../shared/engine-access.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export function renderStorageNote(
  strings: SearchStrings,
  notice: StorageNotice | null,
): TemplateResult | typeof nothing {
  const text = notice && sentenceOf(strings, notice);
  if (!text) return nothing;
  const good = notice.kind === 'restored';
  return html`<p class="storage-note" part="storage-note" role=${good ? 'status' : 'alert'}>
    ${good ? icons.check : icons.warning}<span>${text}</span>
  </p>`;
}
