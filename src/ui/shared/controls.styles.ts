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

  .icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    display: block;
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

  @media (forced-colors: active) {
    button {
      border: 1px solid currentColor;
    }

    button:is([aria-expanded='true'], [aria-pressed='true']) {
      /* Otherwise, Chromium draws a plate in the colour of the page behind the words. */
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
  }
`;
