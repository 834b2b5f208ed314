/** Chips in one line if there's room. Their lists open over the results, so nothing moves. */
import { css } from 'lit';

export const filterBarStyles = css`
  :host {
    display: block;
    position: relative;
    z-index: 3;
  }

  .bar-line {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: calc(var(--_target) + 0.75rem);
    padding: 0 1.25rem;
  }

  .facets {
    display: flex;
    gap: 0.4rem;
    min-inline-size: 0;
  }

  ::slotted([slot='summary']) {
    flex: 1;
    min-inline-size: 0;
  }

  .facet,
  .chip {
    min-inline-size: 0;
  }

  .facet {
    position: relative;
  }

  .facet.all {
    display: none;
  }

  .panel-heading {
    padding: 0.5rem 0.55rem 0.2rem;
    font-size: var(--_size-xs);
    font-weight: 650;
    color: var(--_muted);
  }

  #panel-all {
    max-block-size: 18rem;
    overflow-y: auto;
  }

  #panel-all .values {
    max-block-size: none;
  }

  .chip {
    max-inline-size: min(14rem, 100%);
    padding-inline: 0.8em 0.5em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    color: var(--_muted);
    min-block-size: max(30px, var(--_target) - 4px);
  }

  .chip .icon,
  .sort > button .icon {
    inline-size: 1em;
    block-size: 1em;
    transition: rotate var(--_fast) var(--_ease);
  }

  .chip[aria-expanded='true'] .icon {
    rotate: 180deg;
  }

  .chip:hover,
  .chip[aria-expanded='true'] {
    border-color: var(--_line-strong);
    color: var(--_text);
  }

  .chip.chosen {
    border-color: transparent;
    background: var(--_selected);
    color: var(--_text);
  }

  .chip-text {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .badge {
    min-inline-size: 1.5em;
    padding: 0.1em 0.4em;
    border-radius: var(--_radius-s);
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: var(--_size-xs);
    text-align: center;
    forced-color-adjust: auto; /* An open chip turns it off. */
  }

  .panel {
    position: absolute;
    inset-block-start: calc(100% + 6px);
    inset-inline-start: 0;
    min-inline-size: 13rem;
    max-inline-size: min(20rem, 100cqi);
    padding: 0.35rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_raised);
    box-shadow: var(--_shadow-pop);
    overflow-y: auto;
    animation: drop var(--_fast) var(--_ease);
  }

  @keyframes drop {
    from {
      opacity: 0;
      translate: 0 -4px;
    }
  }

  .values {
    max-block-size: 17rem;
    overflow-y: auto;
    overscroll-behavior: contain;
  }

  .value {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-block-size: var(--_target);
    padding-inline: 0.55rem;
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
    cursor: pointer;
  }

  .value:hover {
    background: var(--_hover);
  }

  .value input {
    flex: none;
    inline-size: 1rem;
    block-size: 1rem;
    margin: 0;
    accent-color: var(--_accent);
  }

  .value-name {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
  }

  .count {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }

  .clear {
    inline-size: 100%;
    margin-block-start: 0.35rem;
    border-block-start: 1px solid var(--_line);
    border-radius: 0 0 var(--_radius-s) var(--_radius-s);
  }

  .sort {
    flex: none;
    margin-inline-start: auto;
  }

  .sort > button {
    padding-inline: 0.6em 0.45em;
  }

  .sort .panel {
    inset-inline: auto 0;
    min-inline-size: 10rem;
  }

  /* Too narrow for one line. */
  @container (inline-size < 58rem) {
    .bar-line {
      flex-wrap: wrap;
      row-gap: 0;
    }

    .facets {
      flex: 1;
      align-items: center;
      min-block-size: calc(var(--_target) + 0.75rem);
    }

    ::slotted([slot='summary']) {
      order: 1;
      flex: 1 0 100%;
    }
  }

  @container (inline-size < 34rem) {
    .facets {
      min-block-size: var(--_target);
    }

    .bar-line {
      min-block-size: var(--_target);
      padding-inline: 0.75rem 0.35rem;
      gap: 0 0.15rem;
    }

    /* Summary and sort order have a line of their own. */
    .bar-line::before {
      content: '';
      order: 1;
      flex-basis: 100%;
    }

    ::slotted([slot='summary']) {
      order: 2;
      flex: 1;
    }

    .sort {
      order: 3;
    }

    /* The lists hang on the host, so a scrolling line of chips does not clip them. */
    .facets {
      flex: 1;
      gap: 0.25rem;
      padding: 3px;
      margin: -3px;
      overflow-x: auto;
      scrollbar-width: none;
      overscroll-behavior-x: contain;
    }

    .facet {
      position: static;
      flex: none;
    }

    .facet:not(.all, .sort) {
      display: none;
    }

    .facet.all {
      display: block;
    }

    .chip {
      flex: none;
      max-inline-size: 9rem;
      padding-inline: 0.65em 0.4em;
      font-size: var(--_size-xs);
      min-block-size: max(26px, var(--_target) - 4px);
    }

    .facets:has(.chosen) {
      min-inline-size: 7.5rem;
    }

    .sort {
      flex: 0 1 auto;
      min-inline-size: 2.5rem;
    }

    .sort > button {
      max-inline-size: 100%;
      font-size: var(--_size-xs);
    }

    .sort > button .icon {
      display: none;
    }

    .sort-name {
      overflow: hidden;
      text-overflow: ellipsis;
    }

    .panel {
      inset-inline: 0.75rem;
      inset-block-start: calc(100% - 2px);
      max-inline-size: none;
    }

    .sort .panel {
      inset-inline: auto 0.75rem;
    }
  }
`;
