/** The relevance of a row, in dots and words: beside the title, in a narrow list before the facts. */
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
    color: var(--_accent);
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

  /* The title needs the whole line there. */
  @container hs (inline-size < 27rem) {
    .row[data-fixed] .option {
      grid-template: 'title title' 'passage passage' 'label meta' / auto minmax(0, 1fr);
      column-gap: 0.7rem;
      align-items: center;
    }

    .row[data-fixed] .line {
      display: contents;
    }

    .row[data-fixed] .title {
      grid-area: title;
    }

    .row[data-fixed] .passage {
      grid-area: passage;
    }

    .row[data-fixed] .label {
      grid-area: label;
    }

    .row[data-fixed] .meta {
      grid-area: meta;
    }

    /* Beside the label there is room for the date and one tag. */
    .row[data-fixed] :is(.source, .type, .tag:not(:first-child)) {
      display: none;
    }
  }

  @media (forced-colors: active) {
    .dots i.on {
      background: CanvasText;
    }
  }
`;
