/** CSS parts in nested shadow roots. Each host exports them, so that a page can style all of them. */
export const INNER_PARTS =
  'bar, button, chip, chosen, field, filter-panel, imports, mark, panel-body, panel-head, panel-title, picture, primary, semantic, sort, status-line, tag, text, trash';

/** The filter bar is one shadow root deeper. */
export const FILTER_PARTS = `filter-bar, ${INNER_PARTS}`;
