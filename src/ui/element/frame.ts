import { html, nothing, type TemplateResult } from 'lit';
import type { FrameStrings } from '../strings/frame-words.ts';

export type FrameRegion = TemplateResult | typeof nothing;

export interface Body {
  side: string;
  list: FrameRegion;
  filters?: FrameRegion;
  note?: FrameRegion;
  panel?: FrameRegion;
  status?: FrameRegion;
  messages?: FrameRegion;
  above?: FrameRegion;
}

export interface FrameView {
  box: FrameRegion;
  add: FrameRegion;
  /** False for `parts="search"`, which has no status bar. */
  whole: boolean;
  body: Body;
}

export function renderFrame(strings: FrameStrings, { box, add, whole, body }: FrameView): TemplateResult {
  const open = typeof body.panel === 'object';
  return html`
    <div class="frame" part="frame" data-side=${body.side} lang=${strings.locale} dir=${strings.dir}>
      <header part="header">
        ${box}
        <div class="tools"><slot name="tools"></slot>${add}</div>
      </header>
      <div class="filters">${body.filters}</div>
      ${body.note}
      <div class="body" ?data-side=${open}>
        ${body.list}
        ${open ? html`<section class="side" part="side">${body.panel}</section>` : nothing}
      </div>
      ${body.messages}
      ${whole ? html`<div class="status">${body.status}</div>` : nothing}
      ${body.above}
    </div>
  `;
}

/** @param retry loads the content again; null unless loading it has failed */
export function emptyBody(strings: FrameStrings, retry: (() => void) | null): Body {
  const content = retry
    ? html`<div class="load-failed">
        <div role="alert">${strings.openFailed}</div>
        <button type="button" class="outlined" part="button" @click=${retry}>${strings.retry}</button>
      </div>`
    : nothing;
  return {
    side: 'none',
    list: html`<div class="list" part="list" aria-busy="false">${content}</div>`,
  };
}
