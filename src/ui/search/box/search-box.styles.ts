import { css } from 'lit';

export const searchBoxStyles = css`
  .box {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 48px;
    padding-inline: 0.9rem 0.4rem;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    transition:
      border-color var(--_fast) var(--_ease),
      box-shadow var(--_fast) var(--_ease);
  }

  .box > .icon {
    color: var(--_muted);
    inline-size: 1.3rem;
    block-size: 1.3rem;
  }

  .box:focus-within {
    border-color: var(--_accent-ink);
    box-shadow: 0 0 0 1px var(--_accent-ink);
  }

  .box:has(button:focus-visible) {
    box-shadow: none;
  }

  #query {
    flex: 1;
    min-inline-size: 0;
    block-size: 46px;
    padding: 0 0.5rem;
    border: 0;
    background: transparent;
    font-size: max(1.1em, 16px);
    letter-spacing: -0.006em;
    text-overflow: ellipsis;
    outline: none;
  }

  #query::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  kbd {
    flex: none;
    padding: 0.15em 0.5em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    font-family: var(--_font);
    font-size: var(--_size-xs);
    color: var(--_muted);
  }

  .tools {
    display: flex;
    align-items: center;
    gap: 0.15rem;
  }

  .tools .add {
    position: relative;
    min-block-size: 48px;
    padding-inline: 1rem 1.15rem;
    margin-inline-end: 0.25rem;
    border-radius: var(--_radius-s);
    font-size: var(--_size);
  }

  @container hs (inline-size < 40rem) {
    .tools .add {
      inline-size: 48px;
      padding: 0;
      margin-inline-end: 0;
    }

    .tools .add > span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  @container hs (inline-size < 34rem) {
    .box {
      min-block-size: max(40px, var(--_target));
      padding-inline: 0.6rem 0.15rem;
    }

    #query {
      block-size: max(38px, var(--_target));
      padding-inline: 0.3rem;
    }

    .tools .add {
      inline-size: max(40px, var(--_target));
      min-block-size: max(40px, var(--_target));
    }
  }

  @media (forced-colors: active) {
    .box:focus-within {
      outline: 2px solid Highlight;
    }
  }
`;
