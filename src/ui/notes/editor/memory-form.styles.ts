import { css } from 'lit';

export const memoryFormStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  form {
    display: grid;
    /* A long line of tags never makes the form wider than its panel. */
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding: 1.1rem 1.25rem 0.4rem;
  }

  /* A focused field scrolls to above the buttons, which cover the end of the panel. */
  .input {
    scroll-margin-block-end: 5rem;
  }

  textarea.input {
    resize: vertical;
    min-block-size: 9rem;
    field-sizing: content;
    max-block-size: 26rem;
  }

  .add-picture {
    justify-self: start;
    margin-block-start: 0.3rem;
  }

  .pictures {
    display: grid;
    gap: 0.6rem;
    margin: 0.6rem 0 0;
    padding: 0;
    list-style: none;
  }

  .pictures li {
    display: grid;
    grid-template-columns: 4.5rem minmax(0, 1fr) auto;
    align-items: end;
    gap: 0.75rem;
  }

  .pictures canvas {
    display: block;
    inline-size: 4.5rem;
    block-size: 4.5rem;
    object-fit: cover;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
  }

  .suggestions {
    display: flex;
    gap: 0.35rem;
    min-block-size: max(1.9rem, var(--_target));
    margin-block-start: 0.4rem;
    overflow: hidden;
  }

  .suggestions .chip {
    flex: none;
    max-inline-size: 9rem;
    min-block-size: max(1.75rem, var(--_target));
    padding: 0 0.7rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
  }

  .evergreen {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: var(--_target);
  }

  .pair {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    align-items: start;
    gap: 1rem;
  }

  /* Always in reach, however short the host is. */
  .buttons {
    position: sticky;
    inset-block-end: 0;
    display: flex;
    gap: 0.5rem;
    margin-inline: -1.25rem;
    padding: 0.6rem 1.25rem;
    background: var(--_surface);
  }

  .buttons button {
    min-block-size: max(38px, var(--_target));
    padding-inline: 1.1em;
  }

  .problem {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--_danger);
    font-size: var(--_size-s);
  }

  .conflict {
    display: grid;
    gap: 0.75rem;
    padding: 0.75rem 0.9rem;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
  }

  .conflict > p {
    display: flex;
    gap: 0.5rem;
  }

  .theirs {
    display: grid;
    grid-template-columns: auto auto 1fr;
    gap: 0.4rem;
  }

  .theirs :is(h3, .stored) {
    grid-column: 1 / -1;
  }

  .stored {
    max-block-size: 12rem;
    overflow-y: auto;
    padding: 0.5rem 0.65rem;
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  @container (inline-size < 26rem) {
    .pair {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
