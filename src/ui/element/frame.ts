/** The frame of the element: the box above, what it finds in the middle, the foot below. Drawn before anything else. */
import { html, nothing, type TemplateResult } from 'lit';
import { renderSearchBox, type SearchBoxView } from '../search/box/search-box.ts';
import type { Strings } from '../strings/strings.ts';

type Region = TemplateResult | typeof nothing;

export interface FrameView {
  box: SearchBoxView;
  /** Which panel stands beside the results. */
  side: string;
  searching: boolean;
  filters: Region;
  note: Region;
  list: Region;
  panel: Region;
  status: Region;
  /** Toasts and the sign that files may be dropped. */
  above: Region;
  polite: string;
  assertive: string;
}

export function renderFrame(strings: Strings, view: FrameView): TemplateResult {
  const open = view.panel !== nothing;
  return html`
    <div class="frame" part="frame" data-side=${view.side} lang=${strings.locale} dir=${strings.dir}>
      <header part="header">${renderSearchBox(view.box)}</header>
      <div class="filters">${view.filters}</div>
      ${view.note}
      <div class="body" ?data-side=${open}>
        <div class="list" part="list" aria-busy=${view.searching ? 'true' : 'false'}>${view.list}</div>
        ${open ? html`<section class="side" part="side">${view.panel}</section>` : nothing}
      </div>
      <div class="status">${view.status}</div>
      ${view.above}
    </div>
    <div class="visually-hidden" role="status" aria-live="polite" lang=${strings.locale}>${view.polite}</div>
    <div class="visually-hidden" role="alert" lang=${strings.locale}>${view.assertive}</div>
  `;
}

const noop = (): void => {};

/** Before anything but the words is there: the box takes what is typed, the rest keeps its room. */
export function emptyFrame(
  strings: Strings,
  box: Pick<SearchBoxView, 'query' | 'placeholder' | 'readonly' | 'shortcutHint' | 'onInput'>,
  failed: (() => void) | null,
): FrameView {
  return {
    box: {
      ...box,
      strings,
      busy: false,
      expanded: false,
      activeOption: null,
      side: 'none',
      draft: false,
      onFocus: noop,
      onKeydown: noop,
      onClear: () => box.onInput(''),
      onSide: noop,
    },
    side: 'none',
    searching: false,
    filters: nothing,
    note: nothing,
    list: failed
      ? html`<div class="load-failed">
          <p>${strings.openFailed}</p>
          <button type="button" class="outlined" part="button" @click=${failed}>${strings.retry}</button>
        </div>`
      : nothing,
    panel: nothing,
    status: nothing,
    above: nothing,
    polite: '',
    assertive: failed ? strings.openFailed : '',
  };
}
