/** Line icons, 20 × 20, drawn for this element. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';

export const icon = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor"
    stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shape}</svg>`;

export const frameIcons = {
  search: icon(svg`<circle cx="8.75" cy="8.75" r="5.5"/><path d="m13 13 4 4"/>`),
  clear: icon(svg`<path d="m5.5 5.5 9 9m0-9-9 9"/>`),
  add: icon(svg`<path d="M10 4.5v11M4.5 10h11"/>`),
};
