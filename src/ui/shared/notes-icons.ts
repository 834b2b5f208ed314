/** Icons that only the parts that write show. */
import { svg } from 'lit';
import { icon } from './frame-icons.ts';

export const notesIcons = {
  upload: icon(
    svg`<path d="M10 13V4m0 0L6.5 7.5M10 4l3.5 3.5M4 13.5v1.75c0 .7.55 1.25 1.25 1.25h9.5c.7 0 1.25-.55 1.25-1.25V13.5"/>`,
  ),
  picture: icon(
    svg`<rect x="3.5" y="4.5" width="13" height="11" rx="1.75"/><circle cx="7.25" cy="8.25" r="1.25"/><path d="m4 14 3.5-3 2.5 2 3-3 3 2.75"/>`,
  ),
};
