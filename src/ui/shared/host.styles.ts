/** What a host sets for its content: font, colour and text styles, so that none come from the page. */
import { css } from 'lit';

export const hostStyles = css`
  :host {
    display: block;
    position: relative;
    min-inline-size: 0;
    font-family: var(--_font);
    font-size: var(--_size);
    line-height: 1.45;
    color: var(--_text);
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-break: normal;
    letter-spacing: normal;
    word-spacing: normal;
    font-style: normal;
    font-weight: 400;
    font-variant: normal;
    cursor: auto;
    -webkit-text-size-adjust: 100%;
  }

  /* Around a part that stands outside of <hybrid-search>. */
  .alone {
    container: hs / inline-size;
    display: flex;
    flex-direction: column;
    block-size: 100%;
    min-block-size: 0;
    background: var(--_surface);
  }
`;
