/** What has happened to the store, in a sentence: told while it matters, never in a code. */
import { html, nothing, type TemplateResult } from 'lit';
import type { StorageNotice } from '../../shared/engine-access.ts';
import { icons } from '../../shared/icons.ts';
import type { Strings } from '../../strings/strings.ts';

/** Notes may be missing, so an empty store is no news of the person's. */
export function isTrouble(notice: StorageNotice | null): boolean {
  return notice?.kind === 'database-unavailable' || notice?.kind === 'storage-lost';
}

export function renderStorageNote(strings: Strings, notice: StorageNotice | null): TemplateResult | typeof nothing {
  const text = notice && sentenceOf(strings, notice);
  if (!text) return nothing;
  const good = notice.kind === 'restored';
  return html`<p class="storage-note" part="storage-note" role=${good ? 'status' : 'alert'}>
    ${good ? icons.check : icons.warning}<span>${text}</span>
  </p>`;
}

export function sentenceOf(strings: Strings, { kind, durability, restored }: StorageNotice): string {
  switch (kind) {
    case 'restored':
      return restored > 0 ? strings.storageRestored(restored) : '';
    case 'storage-lost':
      return strings.storageLost;
    case 'quota':
      return strings.storageFull;
    case 'database-unavailable':
      return strings.durabilityNote[durability];
    case 'waiting':
      return strings.storageWaiting;
    case 'opened':
    case 'durability':
      return '';
  }
}
