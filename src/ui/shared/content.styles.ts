/**
 * Tokens and styles that the content needs but the frame doesn't, so they're loaded after the first paint. Two hues
 * have a meaning: amber is for words, teal for meaning.
 */
import { css } from 'lit';

export const contentStyles = css`
  :host {
    --_mono: var(--hs-font-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace);
    --_size-l: calc(var(--_size) * 1.0667);
    --_size-xl: calc(var(--_size) * 1.4);
    --_raised: var(--hs-surface-raised, color-mix(in oklab, var(--_surface) 95%, light-dark(#ffffff, #8d939b)));
    --_selected: var(--hs-surface-selected, color-mix(in oklab, var(--_surface) 93%, var(--_accent)));
    --_danger: var(--hs-danger, light-dark(#b3261e, #ff9f95));
    --_on-danger: light-dark(#ffffff, #410e0b);
    --_word: var(--hs-word, light-dark(#d9920a, #e6b045));
    --_word-mark: var(--hs-mark, color-mix(in oklab, var(--_surface) 75%, var(--_word)));
    --_meaning: var(--hs-meaning, light-dark(#158a78, #4fc3ac));
    --_meaning-line: var(--hs-meaning-line, color-mix(in oklab, var(--_surface) 40%, var(--_meaning)));
    --_violet: light-dark(#6d5ac4, #a99bf0);
    --_rose: light-dark(#b8487b, #ee9cc0);
    --_blue: light-dark(#2d70b7, #85b8ee);
    --_slow: 220ms;
    --_shadow-pop:
      0 2px 6px light-dark(rgb(20 24 28 / 0.08), rgb(0 0 0 / 0.4)),
      0 16px 40px -8px light-dark(rgb(20 24 28 / 0.2), rgb(0 0 0 / 0.7));
  }

  @supports (color: oklch(from red l c h)) {
    :host {
      --_danger: var(
        --hs-danger,
        oklch(
          from var(--_surface)
            calc(var(--_dark) * clamp(0.79, 1 - (0.563 - l) * 0.6, 1) + (1 - var(--_dark)) * clamp(0.1, (l - 0.57) * 1.2, 0.5))
            0.16 27
        )
      );
      --_on-danger: oklch(from var(--_danger) var(--_dark) 0 h);
    }
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    border: 0;
  }

  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }

  ul,
  ol {
    list-style: none;
  }

  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.5;
    cursor: default;
  }

  .link {
    min-block-size: 0;
    padding: 0.1em 0.2em;
    margin-inline: -0.2em;
    color: var(--_accent-ink);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
    font-weight: inherit;
    font-size: inherit;
    white-space: normal;
    text-align: start;
  }

  .link:hover {
    background: transparent;
    text-decoration-thickness: 2px;
  }

  .danger {
    color: var(--_danger);
  }

  .tag {
    display: inline-block;
    max-inline-size: 16ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 0.1em 0.55em;
    border-radius: var(--_radius-s);
    background: color-mix(in oklab, var(--_text) 6%, transparent);
    font-size: var(--_size-xs);
    line-height: 1.5;
    color: color-mix(in oklab, var(--_muted) 55%, var(--_text));
  }

  .hint {
    font-size: var(--_size-s);
    color: var(--_muted);
    font-weight: 400;
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_slow: 0.01ms;
    }
  }

  @media (forced-colors: active) {
    .link {
      border: 0;
      color: LinkText;
    }

    /* No border, because a row would cut its lower edge. */
    .tag {
      outline: 1px solid currentColor;
      outline-offset: -1px;
    }
  }
`;
