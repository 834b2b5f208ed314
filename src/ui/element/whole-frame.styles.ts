import { css } from 'lit';

export const wholeFrameStyles = css`
  .draft-dot {
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--_on-accent);
    /* In a narrow element half of it lies over the page. */
    box-shadow: 0 0 0 2px var(--_accent);
  }

  @container hs (inline-size < 40rem) {
    .tools .draft-dot {
      position: absolute;
      inset-block-start: -2px;
      inset-inline-end: -2px;
    }
  }

  @media (forced-colors: active) {
    .draft-dot {
      forced-color-adjust: none;
      background: ButtonText;
      box-shadow: 0 0 0 2px ButtonFace;
    }
  }

  /* Over the status line, so that the rows keep their room. */
  .keys {
    display: none;
    position: absolute;
    inset: auto 0 0;
    z-index: 1;
    block-size: calc(var(--_status) - 1px);
    align-items: center;
    justify-content: space-between;
    padding-inline: 1.25rem;
    overflow: hidden;
    border-radius: inherit;
    background: var(--_sunken);
    font-size: var(--_size-xs);
    color: var(--_muted);
  }

  .keys ul,
  .keys li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem;
  }

  .keys ul {
    gap: 0.15rem 1rem;
  }

  @media (hover: hover) {
    @container hs (inline-size >= 52rem) {
      .frame:has(#query:focus, .row:focus-within, .keys:focus-within) .keys {
        display: flex;
      }
    }
  }

  .panel-tools {
    display: flex;
    align-items: center;
  }

  .tool {
    inline-size: max(34px, var(--_target));
    min-block-size: max(34px, var(--_target));
  }

  .tool.worded {
    inline-size: auto;
    padding-inline: 0.6em;
    font-size: var(--_size-s);
  }

  .tool[aria-expanded='true'] {
    background: var(--_selected);
    color: var(--_accent-ink);
  }
`;
