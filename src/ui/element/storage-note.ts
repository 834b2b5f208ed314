/** What has happened to the store, in a sentence: told while it matters, never in a code. */
import { html, nothing, type TemplateResult } from 'lit';
import type { StorageNotice } from '../engine-access.ts';
import { icons } from '../shared/icons.ts';
import type { Strings } from '../strings/strings.ts';

export function renderStorageNote(strings: Strings, event: StorageNotice | null): TemplateResult | typeof nothing {
  if (event?.kind === 'storage-lost')
    return html`<p class="storage-note" role="alert">${icons.warning}<span>${strings.storageLost}</span></p>`;
  if (event?.kind === 'restored' && event.restored > 0)
    return html`<p class="storage-note" role="status">${icons.check}<span>${strings.storageRestored(event.restored)}</span></p>`;
  return nothing;
}
