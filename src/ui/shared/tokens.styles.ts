/**
 * The design tokens. Public ones are `--hs-*`; the private `--_*` resolve them with a default for light and dark.
 * Two hues carry meaning throughout: amber stands for words, teal for meaning.
 */
import { css } from 'lit';

export const tokens = css`
  :host {
    color-scheme: light dark;

    --_font: var(--hs-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    --_mono: var(--hs-font-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace);
    --_size: var(--hs-font-size, 0.9375rem);
    --_size-s: calc(var(--_size) * 0.8667);
    --_size-xs: calc(var(--_size) * 0.8);
    --_size-l: calc(var(--_size) * 1.0667);
    --_size-xl: calc(var(--_size) * 1.4);

    --_surface: var(--hs-surface, light-dark(#ffffff, #17191c));
    --_sunken: var(--hs-surface-sunken, light-dark(#f7f7f5, #121416));
    --_raised: var(--hs-surface-raised, light-dark(#ffffff, #202327));
    --_hover: var(--hs-surface-hover, light-dark(#f4f5f3, #1e2125));
    --_selected: var(--hs-surface-selected, light-dark(#eaf4f1, #192b29));
    --_text: var(--hs-text, light-dark(#1c1f23, #eceef0));
    --_muted: var(--hs-text-muted, light-dark(#5b6169, #a4abb3));
    --_line: var(--hs-line, light-dark(#e6e6e2, #2b2f34));
    --_line-strong: var(--hs-line-strong, light-dark(#8b9097, #6d747c));
    --_accent: var(--hs-accent, light-dark(#0b6b5d, #64d3bd));
    --_on-accent: var(--hs-on-accent, light-dark(#ffffff, #06231e));
    --_danger: var(--hs-danger, light-dark(#b3261e, #ff9f95));
    --_word: var(--hs-word, light-dark(#d9920a, #e6b045));
    --_word-text: light-dark(#835300, #f2c76b);
    --_word-mark: var(--hs-mark, light-dark(#fdebb8, #5b4710));
    --_meaning: var(--hs-meaning, light-dark(#158a78, #4fc3ac));
    --_meaning-line: var(--hs-meaning-line, light-dark(#7cc4b7, #3a8c7d));
    --_violet: light-dark(#6d5ac4, #a99bf0);
    --_rose: light-dark(#b8487b, #ee9cc0);
    --_blue: light-dark(#2d70b7, #85b8ee);

    --_radius: var(--hs-radius, 14px);
    --_radius-m: calc(var(--_radius) * 0.64);
    --_radius-s: calc(var(--_radius) * 0.43);
    --_shadow: var(
      --hs-shadow,
      0 1px 2px light-dark(rgb(20 24 28 / 0.05), rgb(0 0 0 / 0.4)),
      0 12px 32px -12px light-dark(rgb(20 24 28 / 0.14), rgb(0 0 0 / 0.6))
    );
    --_shadow-pop:
      0 2px 6px light-dark(rgb(20 24 28 / 0.08), rgb(0 0 0 / 0.4)),
      0 16px 40px -8px light-dark(rgb(20 24 28 / 0.2), rgb(0 0 0 / 0.7));
    --_ring: 0 0 0 2px var(--_surface), 0 0 0 4px var(--_accent);
    --_ease: cubic-bezier(0.2, 0.7, 0.2, 1);
    --_fast: 120ms;
    --_slow: 220ms;
    --_target: 34px;
  }

  :host([theme='light']) {
    color-scheme: light;
  }

  :host([theme='dark']) {
    color-scheme: dark;
  }

  @media (pointer: coarse) {
    :host {
      --_target: 44px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_fast: 0.01ms;
      --_slow: 0.01ms;
    }
  }
`;
