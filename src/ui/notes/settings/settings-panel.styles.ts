import { css } from 'lit';

export const settingsPanelStyles = css`
  :host {
    display: block;
  }

  h2:focus {
    outline: none;
  }

  .content {
    display: grid;
    gap: 1.25rem;
    padding: 1.1rem 1.25rem 1.5rem;
  }

  fieldset {
    display: grid;
    gap: 0.5rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend,
  h3 {
    padding: 0;
    margin-block-end: 0.5rem;
    font-size: var(--_size);
    font-weight: 620;
  }

  .choice {
    display: flex;
    gap: 0.75rem;
    padding: 0.7rem 0.85rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    cursor: pointer;
    transition: border-color var(--_fast) var(--_ease);
  }

  .choice:hover {
    border-color: var(--_line-strong);
  }

  .choice:has(:checked) {
    border-color: var(--_accent-ink);
    background: var(--_selected);
  }

  .choice:has(:focus-visible) {
    outline: 2px solid var(--_accent-ink);
    outline-offset: 2px;
  }

  .choice input {
    flex: none;
    inline-size: 1.05rem;
    block-size: 1.05rem;
    margin: 0.2em 0 0;
    accent-color: var(--_accent);
    outline: none;
  }

  .body {
    flex: 1;
    min-inline-size: 0;
    display: grid;
    gap: 0.15rem;
  }

  .name {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 0.75rem;
    font-weight: 600;
  }

  .facts {
    font-size: var(--_size-xs);
    font-weight: 450;
    color: var(--_muted);
  }

  section {
    display: grid;
    gap: 0.5rem;
    padding-block-start: 1.1rem;
    border-block-start: 1px solid var(--_line);
    font-size: var(--_size-s);
    line-height: 1.5;
  }

  section h3 {
    margin: 0;
  }

  .muted {
    color: var(--_muted);
  }

  .meter {
    display: grid;
    gap: 0.5rem;
    font-variant-numeric: tabular-nums;
  }

  .last {
    justify-items: start;
  }

  .confirm {
    display: grid;
    justify-items: start;
    gap: 0.75rem;
  }

  .confirm p {
    display: flex;
    gap: 0.5rem;
  }

  .confirm .input {
    max-inline-size: 12rem;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
`;
