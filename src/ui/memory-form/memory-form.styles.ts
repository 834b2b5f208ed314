/** A single column that pairs its short fields where there is room. */
import { css } from 'lit';

export const memoryFormStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  form {
    display: grid;
    gap: 1rem;
    padding: 1.1rem 1.25rem 1.25rem;
  }

  textarea.input {
    resize: vertical;
    min-block-size: 9rem;
    field-sizing: content;
    max-block-size: 26rem;
  }

  .pair {
    display: grid;
    grid-template-columns: 2fr 1fr;
    gap: 1rem;
  }

  .buttons {
    display: flex;
    gap: 0.5rem;
    padding-block-start: 0.25rem;
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

  @container (inline-size < 26rem) {
    .pair {
      grid-template-columns: 1fr;
    }
  }
`;
