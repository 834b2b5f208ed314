/** The frame: box, results and side, sized by its container from a 320 px popup to a full page. */
import { css } from 'lit';

export const hybridSearchStyles = css`
  /* Parts draw into this root: what stands in them is laid out as if they were not there. */
  hybrid-search-box,
  hybrid-search-results,
  hybrid-search-reader,
  hybrid-search-status,
  hybrid-search-help,
  hybrid-search-editor,
  hybrid-search-import,
  hybrid-search-settings,
  hybrid-search-judge {
    display: contents;
  }

  .frame {
    container: hs / inline-size;
    position: relative;
    display: flex;
    flex-direction: column;
    block-size: 100%;
    min-block-size: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    overflow: clip;
    isolation: isolate;
  }

  header {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    padding: 0.75rem 1.25rem 0.35rem;
  }

  /* They keep their room while their script is on its way. */
  .filters {
    min-block-size: calc(var(--_target) + 0.75rem);
  }

  @container hs (inline-size < 58rem) {
    .filters {
      min-block-size: calc(var(--_target) + 2.75rem);
    }
  }

  @container hs (inline-size < 34rem) {
    .filters {
      min-block-size: calc(var(--_target) + 1.9rem);
    }
  }

  .status {
    position: relative;
    min-block-size: calc(max(34px, var(--_target) - 6px) + 0.3rem + 1px);
    border-end-end-radius: inherit;
    border-end-start-radius: inherit;
    background: var(--_sunken);
  }

  .load-failed {
    display: grid;
    justify-items: center;
    gap: 0.75rem;
    padding: 2rem 1.25rem;
  }

  .body {
    flex: 1;
    min-block-size: 0;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    border-block-start: 1px solid var(--_line);
  }

  .list {
    position: relative;
    min-inline-size: 0;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }

  /* As rows are deleted the list stays tall enough for their messages, or these would cover the rows that are left. */
  @media (min-height: 36rem) {
    @container hs (inline-size >= 34rem) {
      .list {
        min-block-size: 17rem;
      }
    }
  }

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

  @container hs (inline-size < 34rem) {
    header {
      padding: 0.5rem 0.5rem 0.25rem 0.75rem;
      gap: 0.35rem;
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
