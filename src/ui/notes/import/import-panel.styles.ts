import { css } from 'lit';

export const importPanelStyles = css`
  :host {
    display: block;
  }

  h2:focus {
    outline: none;
  }

  .content {
    display: grid;
    gap: 1.1rem;
    padding: 1.1rem 1.25rem 1.5rem;
  }

  .well {
    display: grid;
    justify-items: center;
    gap: 0.7rem;
    padding: 1.75rem 1.25rem;
    border: 1.5px dashed var(--_line-strong);
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    text-align: center;
  }

  :host([data-over]) .well {
    border-color: var(--_accent-ink);
    background: var(--_selected);
  }

  .well .hint {
    max-inline-size: 44ch;
    text-wrap: pretty;
  }

  .well-icon {
    font-size: 1.35rem;
    color: var(--_accent-ink);
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.5rem;
    padding-block-start: 0.2rem;
  }

  .buttons button {
    min-block-size: max(38px, var(--_target));
  }

  .outcome {
    display: grid;
    gap: 0.6rem;
  }

  .row {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    font-variant-numeric: tabular-nums;
  }

  .scans {
    flex-wrap: wrap;
  }

  .encoding {
    flex-wrap: wrap;
  }

  .encoding select {
    flex: 1 1 12rem;
    min-inline-size: 0;
    inline-size: auto;
    font-size: var(--_size-s);
  }

  .row button {
    margin-inline-start: auto;
  }

  .row > .icon {
    color: var(--_accent-ink);
  }

  .file {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .problem {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--_danger);
    font-size: var(--_size-s);
    font-weight: 600;
  }

  .problems {
    max-block-size: 16rem;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
  }

  .problems li {
    display: grid;
    gap: 0.1rem;
    padding: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }

  .problems li + li {
    border-block-start: 1px solid var(--_line);
  }

  .where {
    font-weight: 600;
  }

  .what {
    color: var(--_muted);
  }

  .export {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    padding-block-start: 1.1rem;
    border-block-start: 1px solid var(--_line);
  }

  .export h3 {
    font-size: var(--_size);
    font-weight: 620;
  }

  .due {
    color: var(--_text);
    font-weight: 550;
  }

  .vectors {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: var(--_target);
    font-size: var(--_size-s);
  }
`;
