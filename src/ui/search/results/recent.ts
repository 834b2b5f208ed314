import { html, type TemplateResult } from 'lit';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export function renderRecent(
  strings: SearchStrings,
  recent: readonly string[],
  onChoose: (text: string) => void,
  onClear: () => void,
): TemplateResult {
  return html`<div class="recent" part="recent">
    <h2>${icons.clock}<span class="visually-hidden">${strings.recent}</span></h2>
    <ul>
      ${recent.map(
        (text) => html`<li><button type="button" dir="auto" @click=${() => onChoose(text)}>${text}</button></li>`,
      )}
    </ul>
    <button
      type="button"
      class="icon-only quiet"
      aria-label=${strings.clearRecent}
      title=${strings.clearRecent}
      @click=${onClear}
    >${icons.clear}</button>
  </div>`;
}
