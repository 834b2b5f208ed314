import { css } from 'lit';

export const bodyStyles = css`
  .side {
    min-inline-size: 0;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    background: var(--_surface);
    animation: arrive var(--_slow) var(--_ease);
  }

  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 6px;
    }
  }

  @container hs (inline-size < 52rem) {
    .body[data-side] .list {
      display: none;
    }
  }

  @container hs (inline-size >= 52rem) {
    .body[data-side] {
      grid-template-columns: minmax(0, 1fr) min(52%, 52rem);
    }

    .side {
      border-inline-start: 1px solid var(--_line);
      position: sticky;
      inset-block-start: 0;
      max-block-size: 100dvb;
    }

    .body[data-side] .row[data-active]:not(:hover, :focus-within) .actions {
      opacity: 0;
    }

    .body[data-side] .row:hover .actions,
    .body[data-side] .row:focus-within .actions {
      background: var(--_raised);
      box-shadow: var(--_shadow-pop);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .skeleton i,
    .pending i,
    .fuse {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .toast {
      border: 1px solid CanvasText;
    }
  }
`;
