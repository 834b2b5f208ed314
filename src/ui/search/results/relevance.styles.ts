/** Shows the relevance of a row as dots before the title. A tooltip and screen readers give it in words. */
import { css } from 'lit';

export const relevanceStyles = css`
  .label {
    position: absolute;
    inset-block-start: 0.55rem;
    inset-inline-start: 0.45rem;
    color: var(--_muted);
  }

  .label.strong {
    color: var(--_accent-ink);
  }

  .dots {
    display: grid;
    gap: 2px;
  }

  .dots i {
    inline-size: 5px;
    block-size: 5px;
    border-radius: 50%;
    background: color-mix(in oklab, var(--_text) 16%, transparent);
  }

  .dots i.on {
    background: currentColor;
  }

  @container hs (inline-size < 34rem) {
    .label {
      inset-inline-start: 0.25rem;
    }
  }

  @media (forced-colors: active) {
    .dots i.on {
      background: CanvasText;
    }
  }
`;
