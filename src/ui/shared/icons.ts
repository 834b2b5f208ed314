import { svg } from 'lit';
import { frameIcons, icon } from './frame-icons.ts';

export const icons = {
  ...frameIcons,
  chevron: icon(svg`<path d="m6 8 4 4 4-4"/>`),
  back: icon(svg`<path d="M12 5 7 10l5 5"/>`),
  edit: icon(
    svg`<path d="m4 16 .7-3.2 8-8a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2l-8 8L4 16Z"/><path d="m11.5 6 2.5 2.5"/>`,
  ),
  copy: icon(
    svg`<rect x="7" y="7" width="9" height="9" rx="1.75"/><path d="M13 7V5.5C13 4.7 12.3 4 11.5 4h-6C4.7 4 4 4.7 4 5.5v6C4 12.3 4.7 13 5.5 13H7"/>`,
  ),
  trash: icon(
    svg`<path d="M4.5 6h11M8.25 6V4.5h3.5V6m2.5 0-.6 8.6c-.05.8-.700 1.4-1.5 1.4h-4.3c-.800 0-1.45-.600-1.5-1.4L5.75 6M8.6 9v4m2.8-4v4"/>`,
  ),
  pin: icon(svg`<path d="M7 3.5h6m-5 0v5l-2 3h8l-2-3v-5M10 11.5v5"/>`),
  link: icon(
    svg`<path d="M8.5 11.5a3 3 0 0 0 4.25 0l2.5-2.5a3 3 0 0 0-4.25-4.25L10 5.75M11.5 8.5a3 3 0 0 0-4.25 0l-2.5 2.5A3 3 0 0 0 9 15.25l1-1"/>`,
  ),
  text: icon(svg`<path d="m7 6-4 4 4 4m6-8 4 4-4 4"/>`),
  check: icon(svg`<path d="m5 10.5 3.25 3.25L15 7"/>`),
  clock: icon(svg`<circle cx="10" cy="10" r="6.5"/><path d="M10 6.5V10l2.25 1.5"/>`),
  warning: icon(svg`<path d="M10 4 3.5 15.5h13L10 4Z"/><path d="M10 8.75v3M10 13.5h.01"/>`),
  why: icon(svg`<path d="M4.5 15.5v-4m5.5 4v-10m5.5 10v-7"/>`),
  stack: icon(
    svg`<path d="m10 4 6.5 3.25L10 10.5 3.5 7.25 10 4Z"/><path d="m3.5 10.25 6.5 3.25 6.5-3.25M3.5 13.25 10 16.5l6.5-3.25"/>`,
  ),
};
