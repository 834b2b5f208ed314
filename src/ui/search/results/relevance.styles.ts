/** The relevance of a row, in dots and words: next to the title, in a narrow list before the facts. */
import { css } from 'lit';

export const relevanceStyles = css`
  .label {
    flex: none;
    display: inline-flex;
    align-items: center;
    gap: 0.45em;
    font-size: var(--_size-xs);
    font-weight: 550;
    color: var(--_muted);
    white-space: nowrap;
  }

  .label.strong {
    color: var(--_accent-ink);
  }

  .dots {
    display: inline-flex;
    gap: 2px;
  }

  .dots i {
    inline-size: 6px;
    block-size: 6px;
    border-radius: 50%;
    background: color-mix(in oklab, var(--_text) 16%, transparent);
  }

  .dots i.on {
    background: currentColor;
  }

  /* In a narrow list the dots say it; the words are for those who listen. */
  @container hs (inline-size < 34rem) {
    .label > span:last-child {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  @media (forced-colors: active) {
    .dots i.on {
      background: CanvasText;
    }
  }
`;
