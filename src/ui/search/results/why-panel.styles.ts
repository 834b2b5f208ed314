import { css } from 'lit';

export const whyPanelStyles = css`
  :host {
    display: block;
    padding: 0 1.25rem 1rem;
    font-size: var(--_size-s);
    container-type: inline-size;
  }

  section {
    display: grid;
    gap: 0.75rem;
    padding: 0.85rem 1rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_surface);
  }

  .sentence {
    font-size: var(--_size);
  }

  details {
    display: grid;
    gap: 0.75rem;
  }

  summary {
    inline-size: fit-content;
    color: var(--_muted);
    font-weight: 550;
    cursor: pointer;
  }

  details[open] summary {
    margin-block-end: 0.5rem;
  }

  table {
    inline-size: 100%;
    border-collapse: collapse;
  }

  th {
    padding: 0.2rem 0;
    padding-inline-end: 1rem;
    font-weight: 600;
    text-align: start;
    white-space: nowrap;
    inline-size: 1%;
  }

  td {
    padding: 0.2rem 0;
    text-align: start;
  }

  .share {
    display: grid;
    align-items: center;
  }

  .detail {
    inline-size: 46%;
    padding-inline-start: 0.75rem;
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }

  .keyword {
    --_bar: var(--_word);
  }

  .semantic {
    --_bar: var(--_meaning);
  }

  .tags {
    --_bar: var(--_violet);
  }

  .links {
    --_bar: var(--_blue);
  }

  .conversation {
    --_bar: var(--_rose);
  }

  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.5rem;
    padding-block-start: 0.7rem;
    border-block-start: 1px solid var(--_line);
  }

  dl > div {
    display: flex;
    gap: 0.5rem;
    min-inline-size: 0;
  }

  dt {
    color: var(--_muted);
    white-space: nowrap;
  }

  dd {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .word {
    padding: 0.05em 0.35em;
    margin-inline-end: 0.3em;
    border-radius: var(--_radius-s);
    background: var(--_word-mark);
  }

  @container (inline-size < 27rem) {
    tr {
      display: grid;
      grid-template-columns: 6em 1fr;
      padding-block: 0.25rem;
    }

    th {
      inline-size: auto;
      padding-inline-end: 0.5rem;
    }

    .detail {
      grid-column: 2;
      inline-size: auto;
      padding: 0;
    }
  }
`;
