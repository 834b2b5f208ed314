/** Recent searches, offered while the box is empty. */
import { html, type TemplateResult } from 'lit';
import type { SearchInteraction } from '../controllers/search-interaction.ts';
import { icons } from '../shared/icons.ts';
import type { Strings } from '../strings/strings.ts';

export function renderRecent(strings: Strings, interaction: SearchInteraction): TemplateResult {
  return html`<div class="recent" part="recent">
    <h2>${icons.clock}<span class="visually-hidden">${strings.recent}</span></h2>
    <ul>
      ${interaction.recent.map(
        (text) =>
          html`<li><button type="button" dir="auto" @click=${() => interaction.setQuery(text, false)}>${text}</button></li>`,
      )}
    </ul>
    <button
      type="button"
      class="icon-only quiet"
      aria-label=${strings.clearRecent}
      title=${strings.clearRecent}
      @click=${() => interaction.clearRecent()}
    >${icons.clear}</button>
  </div>`;
}
