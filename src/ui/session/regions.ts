/** Two live regions for screen readers, which are always present. */
import { html, type TemplateResult } from 'lit';
import type { SearchStrings } from '../strings/search-strings.ts';

export function renderRegions(
  { locale }: SearchStrings,
  { polite, assertive }: { polite: string; assertive: string },
): TemplateResult {
  return html`<div class="visually-hidden" role="status" aria-live="polite" lang=${locale}>${polite}</div>
    <div class="visually-hidden" role="alert" lang=${locale}>${assertive}</div>`;
}
