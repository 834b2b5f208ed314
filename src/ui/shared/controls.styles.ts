import { css } from 'lit';

export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :host([hidden]),
  [hidden],
  :host([data-stays]) .close {
    display: none !important;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    border: 0;
  }

  .icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    display: block;
  }

  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }

  ul,
  ol {
    list-style: none;
  }

  button,
  input,
  textarea,
  select {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }

  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4em;
    min-block-size: var(--_target);
    padding: 0 0.75em;
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: transparent;
    font-size: var(--_size-s);
    font-weight: 550;
    line-height: 1.2;
    white-space: nowrap;
    cursor: pointer;
    transition:
      background-color var(--_fast) var(--_ease),
      border-color var(--_fast) var(--_ease),
      color var(--_fast) var(--_ease);
    -webkit-tap-highlight-color: transparent;
  }

  button:hover {
    background: var(--_hover);
  }

  button:active {
    background: var(--_line);
  }

  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.5;
    cursor: default;
  }

  :focus {
    outline: none;
  }

  :focus-visible {
    outline: 2px solid var(--_accent-ink);
    outline-offset: 2px;
  }

  .primary {
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .primary:hover {
    background: color-mix(in oklab, var(--_accent) 88%, var(--_text));
  }

  .primary:active {
    background: color-mix(in oklab, var(--_accent) 78%, var(--_text));
  }

  .outlined {
    border-color: var(--_line);
    background: var(--_surface);
  }

  .outlined:hover {
    border-color: var(--_line-strong);
  }

  .quiet {
    color: var(--_muted);
  }

  .quiet:hover {
    color: var(--_text);
  }

  .icon-only {
    flex: none;
    inline-size: var(--_target);
    padding: 0;
    font-size: var(--_size);
  }

  .link {
    min-block-size: 0;
    padding: 0.1em 0.2em;
    margin-inline: -0.2em;
    color: var(--_accent-ink);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
    font-weight: inherit;
    font-size: inherit;
    white-space: normal;
    text-align: start;
  }

  .link:hover {
    background: transparent;
    text-decoration-thickness: 2px;
  }

  .danger {
    color: var(--_danger);
  }

  .tag {
    display: inline-block;
    max-inline-size: 16ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 0.1em 0.55em;
    border-radius: var(--_radius-s);
    background: color-mix(in oklab, var(--_text) 6%, transparent);
    font-size: var(--_size-xs);
    line-height: 1.5;
    color: color-mix(in oklab, var(--_muted) 55%, var(--_text));
  }

  .hint {
    font-size: var(--_size-s);
    color: var(--_muted);
    font-weight: 400;
  }

  @media (forced-colors: active) {
    .tag,
    button {
      border: 1px solid currentColor;
    }
  }
`;
