/** Icons of the tools and the status line, which `parts="search"` doesn't load. */
import { svg } from 'lit';
import { icon } from './frame-icons.ts';

export const statusIcons = {
  help: icon(
    svg`<circle cx="10" cy="10" r="7.25"/><path d="M7.9 7.7a2.2 2.2 0 1 1 3.2 2c-.8.4-1.1.8-1.1 1.6"/><path d="M10 14h.01"/>`,
  ),
  settings: icon(
    svg`<path d="M3.5 6.5h7m4 0h2m-13 7h2m4 0h7"/><circle cx="12.5" cy="6.5" r="2"/><circle cx="7.5" cy="13.5" r="2"/>`,
  ),
  pause: icon(svg`<path d="M7.5 5.5v9m5-9v9"/>`),
  play: icon(svg`<path d="m7.5 5.5 7 4.5-7 4.5v-9Z"/>`),
};
