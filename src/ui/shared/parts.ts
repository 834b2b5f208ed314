/** Parts that stand in a shadow root within the element's: each host there hands them on, so that a page reaches all. */
export const INNER_PARTS =
  'bar, button, chip, chosen, field, filter-panel, mark, panel-body, panel-head, panel-title, picture, primary, semantic, sort, status-line, tag, text, trash';
