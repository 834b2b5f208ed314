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
      grid-template-columns: minmax(0, 11fr) minmax(0, 12fr);
    }

    .side {
      border-inline-start: 1px solid var(--_line);
      position: sticky;
      inset-block-start: 0;
      max-block-size: 100dvb;
    }

    .body[data-side] .row .actions {
      border-radius: var(--_radius-s);
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

  /* Over the status line, so that the rows keep their room. */
  .keys {
    display: none;
    position: absolute;
    inset: 1px 0 0;
    z-index: 1;
    align-items: center;
    justify-content: space-between;
    padding: 0.15rem 1.25rem;
    overflow: hidden;
    border-radius: inherit;
    background: var(--_sunken);
    font-size: var(--_size-xs);
    color: var(--_muted);
  }

  .keys ul,
  .keys li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem;
  }

  .keys ul {
    gap: 0.15rem 1rem;
  }

  @media (hover: hover) {
    @container hs (inline-size >= 52rem) {
      .frame:has(#query:focus, .row:focus-within, .keys:focus-within) .keys {
        display: flex;
      }
    }
  }

  .panel-tools {
    display: flex;
    align-items: center;
  }

  .tool {
    inline-size: max(34px, var(--_target));
    min-block-size: max(34px, var(--_target));
  }

  .tool.worded {
    inline-size: auto;
    padding-inline: 0.6em;
    font-size: var(--_size-s);
  }

  .tool[aria-expanded='true'] {
    background: var(--_selected);
    color: var(--_accent-ink);
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
