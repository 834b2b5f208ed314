import { css } from 'lit';

export const memoryViewStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    block-size: 100%;
    container-type: inline-size;
  }

  .panel-head {
    flex: none;
    padding-inline: 0.5rem;
    gap: 0.15rem;
  }

  .spacer {
    flex: 1;
  }

  .back .icon:dir(rtl) {
    scale: -1 1;
  }

  article {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 1.4rem 1.5rem 2rem;
  }

  article:focus-visible {
    outline-offset: -3px;
  }

  h2 {
    font-size: var(--_size-xl);
    font-weight: 680;
    letter-spacing: -0.018em;
    line-height: 1.25;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }

  h2:focus {
    outline: none;
  }

  .facts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.6rem;
    margin-block-start: 0.45rem;
    font-size: var(--_size-s);
    color: var(--_muted);
  }

  /* After a fact, so that no line begins with a dot. */
  .facts > :not(:last-child)::after {
    content: '·';
    margin-inline-start: 0.6rem;
  }

  a {
    display: inline-flex;
    align-items: center;
    gap: 0.3em;
    color: var(--_accent-ink);
    text-underline-offset: 0.2em;
  }

  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
    margin-block-start: 0.7rem;
  }

  .markdown {
    display: grid;
    grid-template-columns: minmax(0, 68ch);
    gap: 0.75em;
    margin-block: 1.2rem;
    font-size: var(--_size-l);
    line-height: 1.65;
    overflow-wrap: anywhere;
    text-align: start;
  }

  .markdown a {
    display: inline;
  }

  .markdown :is(h3, h4, h5, h6) {
    margin-block-start: 0.5em;
    font-size: var(--_size-l);
    font-weight: 650;
  }

  .markdown :is(h5, h6) {
    font-size: var(--_size);
  }

  .markdown :is(ul, ol) {
    display: grid;
    gap: 0.3em;
    margin: 0;
    padding-inline-start: 1.5em;
  }

  .markdown ul {
    list-style: disc;
  }

  .markdown ol {
    list-style: decimal;
  }

  .markdown blockquote {
    display: grid;
    gap: 0.5em;
    margin: 0;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
  }

  .markdown code {
    padding: 0.1em 0.35em;
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    font-family: var(--_mono);
    font-size: 0.92em;
  }

  .markdown pre {
    margin: 0;
    padding: 0.75em 1em;
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    overflow-x: auto;
    overflow-wrap: normal;
  }

  .markdown pre code {
    padding: 0;
    background: none;
  }

  nav {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
    gap: 0.4rem;
    margin-block-start: 1.6rem;
    padding-block-start: 0.8rem;
    border-block-start: 1px solid var(--_line);
  }

  nav button {
    flex-direction: column;
    align-items: stretch;
    gap: 0.15rem;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  nav .label {
    font-size: var(--_size-s);
    color: var(--_muted);
  }

  .markdown .table {
    overflow-x: auto;
  }

  .markdown table {
    border-collapse: collapse;
    font-size: var(--_size-s);
  }

  .markdown :is(th, td) {
    padding: 0.35em 0.7em;
    border: 1px solid var(--_line);
    text-align: start;
  }

  .markdown hr {
    inline-size: 100%;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }

  .picture {
    color: var(--_muted);
    font-style: italic;
  }

  .picture canvas {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    border-radius: var(--_radius-s);
  }

  .picture[data-found] canvas {
    outline: 3px solid var(--_accent);
    outline-offset: 3px;
  }

  .picture .caption {
    display: block;
    margin-block-start: 0.35rem;
    font-size: var(--_size-s);
  }

  .text {
    margin-block: 1.2rem;
    max-inline-size: 68ch;
    font-size: var(--_size-l);
    line-height: 1.65;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    text-align: start;
  }

  mark {
    background: var(--hs-mark, none);
    color: color-mix(in oklab, var(--_text) 68%, var(--_word));
    font-weight: 680;
  }

  .semantic {
    text-decoration: underline;
    text-decoration-color: var(--_meaning-line);
    text-decoration-thickness: 2px;
    text-underline-offset: 0.24em;
    text-decoration-skip-ink: none;
  }

  /* The labels of six buttons need this much room in the longest of the languages. */
  @container (inline-size < 52rem) {
    .panel-head button span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  @container (inline-size < 24rem) {
    article {
      padding-inline: 1rem;
    }
  }

  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
  }
`;
