import { css } from 'lit';

export const judgePanelStyles = css`
  :host {
    display: block;
  }

  h2:focus,
  .note:focus {
    outline: none;
  }

  .content,
  form {
    display: grid;
    gap: 0.9rem;
  }

  .content {
    padding: 1.1rem 1.25rem 1.5rem;
  }

  form > button {
    justify-self: start;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .judged li {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    border-block-end: 1px solid var(--_line);
  }

  .judged li > :first-child {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .asked {
    font-size: var(--_size-l);
    font-weight: 620;
    overflow-wrap: anywhere;
  }

  .note {
    display: grid;
    gap: 0.6rem;
    padding: 1rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
  }

  .note:focus-visible {
    border-color: var(--_accent-ink);
    box-shadow: 0 0 0 1px var(--_accent-ink);
  }

  .note p {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  kbd {
    margin-inline-start: 0.5em;
    font: inherit;
    opacity: 0.75;
  }

  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  caption {
    padding-block-end: 0.4rem;
    font-weight: 620;
    text-align: start;
  }

  th,
  td {
    padding: 0.3rem 0;
    padding-inline-end: 1.5rem;
    border-block-end: 1px solid var(--_line);
    text-align: start;
  }

  .alphas {
    display: grid;
    gap: 0.2rem;
    margin-block: 1rem;
    font-size: var(--_size-s);
    font-variant-numeric: tabular-nums;
  }

  .alphas li {
    display: grid;
    grid-template-columns: 2.2em 1fr 3.5em;
    align-items: center;
    gap: 0.6rem;
    color: var(--_muted);
  }

  .alphas [data-best] {
    color: var(--_text);
    font-weight: 650;
    --_bar: var(--_accent-ink);
  }
`;
