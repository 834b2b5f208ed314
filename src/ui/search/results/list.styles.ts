import { css } from 'lit';

export const listStyles = css`
  .summary {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    block-size: 2rem;
    overflow: hidden;
    font-size: var(--_size-xs);
    color: var(--_muted);
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }

  /* Outside of <hybrid-search> it's a line of the list. */
  .list > .summary {
    block-size: 2.625rem;
    padding-inline: 1.25rem;
    border-block-end: 1px solid var(--_line);
  }

  .summary .count {
    flex: none;
    font-weight: 600;
    color: var(--_text);
  }

  .summary > .time,
  .summary > .pending {
    flex: none;
  }

  /* Its place is needed for how the question was read. */
  .summary:has(.understood) > .time {
    display: none;
  }

  .understood {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-inline-size: 0;
    overflow-x: auto;
    scrollbar-width: none;
    padding-inline: 0.3rem;
  }

  .understood .link {
    white-space: nowrap;
  }

  .understood b {
    color: var(--_text);
    font-weight: 600;
  }

  code {
    padding: 0.1em 0.45em;
    border-radius: var(--_radius-s);
    background: color-mix(in oklab, var(--_text) 7%, transparent);
    font-family: var(--_mono);
    font-size: 0.95em;
    color: var(--_text);
  }

  .completions {
    display: flex;
    gap: 0.4rem;
    padding: 0.5rem 1.25rem;
    border-block-end: 1px solid var(--_line);
    overflow-x: auto;
    scrollbar-width: none;
  }

  .completion {
    flex: none;
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-block-size: max(30px, var(--_target) - 4px);
    padding-inline: 0.8em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
    cursor: pointer;
  }

  .completion:hover {
    background: var(--_hover);
  }

  .completion[aria-selected='true'] {
    border-color: var(--_accent-ink);
    background: var(--_selected);
    box-shadow: inset 0 0 0 1px var(--_accent-ink);
  }

  .completion .count {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }

  .pending {
    display: inline-flex;
    align-items: center;
    gap: 0.45em;
  }

  .pending i {
    inline-size: 7px;
    block-size: 7px;
    border-radius: 50%;
    background: var(--_meaning);
    animation: pulse 1.2s ease-in-out infinite;
  }

  @keyframes pulse {
    50% {
      opacity: 0.3;
    }
  }

  .recent {
    display: flex;
    align-items: center;
    gap: 0.35rem;
    padding: 0.55rem 1.25rem;
    border-block-end: 1px solid var(--_line);
    overflow-x: auto;
    scrollbar-width: none;
  }

  .recent h2 {
    flex: none;
    display: flex;
    align-items: center;
    gap: 0.4em;
    margin-inline-end: 0.3rem;
    font-size: var(--_size-xs);
    font-weight: 550;
    color: var(--_muted);
  }

  .recent ul {
    display: flex;
    gap: 0.35rem;
  }

  .recent button {
    min-block-size: max(28px, var(--_target) - 6px);
    max-inline-size: 16rem;
    overflow: hidden;
    text-overflow: ellipsis;
    border-radius: var(--_radius-s);
    border-color: var(--_line);
    font-weight: 500;
  }

  .recent > button {
    border-color: transparent;
    margin-inline-start: auto;
    flex: none;
  }

  .load-more {
    display: flex;
    justify-content: center;
    padding: 0.9rem 1.25rem 1.2rem;
    border-block-start: 1px solid var(--_line);
  }

  .empty {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 0.5rem;
    min-block-size: min(17rem, 100%);
    padding: 2.5rem 1.5rem;
    text-align: center;
    animation: arrive var(--_slow) var(--_ease);
  }

  .empty-icon {
    display: grid;
    place-items: center;
    inline-size: 3.25rem;
    block-size: 3.25rem;
    margin-block-end: 0.5rem;
    border-radius: 50%;
    background: var(--_selected);
    color: var(--_accent-ink);
    font-size: 1.2rem;
  }

  .empty h2 {
    font-size: 1.15em;
    font-weight: 650;
    letter-spacing: -0.012em;
  }

  .empty p {
    max-inline-size: 44ch;
    color: var(--_muted);
    line-height: 1.55;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }

  .empty-buttons {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.5rem;
    margin-block-start: 0.85rem;
  }

  .empty-buttons button {
    min-block-size: max(38px, var(--_target));
    padding-inline: 1em;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .opening {
    display: grid;
  }

  .opening > * {
    grid-area: 1 / 1;
  }

  .opening > slot {
    display: block;
    visibility: hidden;
  }

  .skeleton > div {
    display: grid;
    gap: 0.65rem;
    padding: 1rem 1.25rem;
    border-block-end: 1px solid var(--_line);
  }

  .skeleton i {
    block-size: 0.7rem;
    border-radius: var(--_radius-s);
    background: color-mix(in oklab, var(--_text) 8%, transparent);
    /* Only if a start takes longer than usual: the frames took a tenth of two cores from the engine that starts. */
    animation: pulse 1.8s ease-in-out 1.5s infinite;
  }

  .skeleton i:first-child {
    inline-size: 32%;
  }

  .skeleton i:last-child {
    inline-size: 78%;
  }

  @container hs (inline-size < 34rem) {
    .summary {
      block-size: 1.9rem;
      gap: 0.5rem;
      /* How the question was read may be longer than a popup is wide. */
      overflow-x: auto;
      scrollbar-width: none;
    }

    .list > .summary {
      padding-inline: 0.75rem;
    }

    .summary .count {
      flex: 0 1 auto;
      overflow: hidden;
      text-overflow: ellipsis;
    }

    .recent {
      padding: 0.25rem 0.75rem;
    }

    .empty {
      min-block-size: 0;
      padding: 1rem 0.75rem;
    }

    .load-more {
      padding: 0.5rem;
    }
  }
`;
