/** Lays out the frame: box, results and side. The layout depends on the width, from a 320 px popup to a full page. */
import { css } from 'lit';

export const hybridSearchStyles = css`
  /* Parts render into this root, and their content is laid out as if the parts weren't there. */
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
      min-block-size: calc(2 * var(--_target));
    }
  }

  .status {
    --_status: calc(max(34px, var(--_target) - 6px) + 0.3rem + 1px);
    position: relative;
    min-block-size: var(--_status);
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

  @container hs (inline-size < 34rem) {
    header {
      padding: 0.5rem 0.5rem 0.25rem 0.75rem;
      gap: 0.35rem;
    }
  }
`;
