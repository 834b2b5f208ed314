import { css } from 'lit';

export const rowStyles = css`
  .actions {
    position: absolute;
    /* A row of one line has less room. */
    inset-block-end: min(0.6rem, (100% - 30px) / 2);
    inset-inline-end: 0.9rem;
    display: flex;
    gap: 0.1rem;
    border-radius: var(--_radius-s);
    opacity: 0;
    transition: opacity var(--_fast) var(--_ease);
  }

  .actions .icon-only {
    min-block-size: 30px;
    inline-size: 32px;
  }

  .row:hover .actions,
  .row[data-active] .actions,
  .row:focus-within .actions,
  .actions:has([aria-expanded='true']) {
    opacity: 1;
  }

  .actions button:hover,
  .actions [aria-expanded='true'] {
    background: color-mix(in oklab, var(--_text) 8%, transparent);
    color: var(--_text);
  }

  .actions [data-action='remove']:hover {
    color: var(--_danger);
  }

  @container hs (inline-size < 34rem) {
    .actions {
      inset-block-end: 0.25rem;
      inset-inline-end: 0.5rem;
    }
  }

  /* There's no space next to the passage, so they lie over its end. */
  @container hs (inline-size < 56rem) {
    .row[data-active]:not(:hover, :focus-within) .actions {
      opacity: 0;
    }

    .row:hover .actions,
    .row:focus-within .actions {
      background: var(--_raised);
      box-shadow: var(--_shadow-pop);
    }
  }

  /* Without hover a tap opens the row, and the open note has the other actions: none may appear under a finger. */
  @media (hover: none) {
    .actions {
      opacity: 1;
      inset-block-end: 0.1rem;
    }

    .row .actions {
      background: none !important;
      box-shadow: none !important;
    }

    .actions > :not([data-action='why']) {
      display: none;
    }

    .actions .icon-only {
      inline-size: 44px;
      min-block-size: 44px;
    }
  }

  /* The relevance as dots before the title. A tooltip and screen readers give it in words. */
  .label {
    position: absolute;
    inset-block-start: 0.55rem;
    inset-inline-start: 0.45rem;
    color: var(--_muted);
  }

  .label.strong {
    color: var(--_accent-ink);
  }

  .dots {
    display: grid;
    gap: 2px;
  }

  .dots i {
    inline-size: 5px;
    block-size: 5px;
    border-radius: 50%;
    background: color-mix(in oklab, var(--_text) 16%, transparent);
  }

  .dots i.on {
    background: currentColor;
  }

  @container hs (inline-size < 34rem) {
    .label {
      inset-inline-start: 0.25rem;
    }
  }

  @media (forced-colors: active) {
    .dots i.on {
      background: CanvasText;
    }
  }
`;
