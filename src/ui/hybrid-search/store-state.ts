/** What the element says of the store: facets to filter by, how durable it is, and whether something was lost. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Facets } from '../../core/filter/filters.ts';
import type { ElementParts } from '../controllers/element-parts.ts';
import type { DurabilityMode, StorageNotice } from '../engine-access.ts';
import { icons } from '../shared/icons.ts';
import type { Strings } from '../strings/strings.ts';

/** Those of the answer; while browsing, those of the store. */
export function facetsOf({ search, session }: ElementParts): Partial<Facets> {
  if (!search.browsing && search.facets) return search.facets;
  return session.stats ? { tags: session.stats.tags, type: session.stats.byType } : {};
}

export function durabilityOf({ session }: ElementParts): DurabilityMode | null {
  return session.storage?.durability ?? session.stats?.storage.durability ?? null;
}

export function renderStorageNote(strings: Strings, event: StorageNotice | null): TemplateResult | typeof nothing {
  if (event?.kind === 'storage-lost')
    return html`<p class="storage-note" role="alert">${icons.warning}<span>${strings.storageLost}</span></p>`;
  if (event?.kind === 'restored' && event.restored > 0)
    return html`<p class="storage-note" role="status">${icons.check}<span>${strings.storageRestored(event.restored)}</span></p>`;
  return nothing;
}
