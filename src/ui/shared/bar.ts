/** Draws a bar as SVG, because a strict content security policy would refuse a width in a style attribute. */
import { html, type TemplateResult } from 'lit';

/** `share` is 0–1. */
export function renderBar(share: number, kind = ''): TemplateResult {
  const width = `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
  return html`<svg class="bar ${kind}" part="bar" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect height="100%" width=${width} rx="3"></rect>
  </svg>`;
}
