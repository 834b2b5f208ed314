/**
 * Public tokens are `--hs-*`. Styles use the private `--_*`, which resolve the public ones. Every text colour is
 * derived from its surface, so a page that only darkens the surface stays readable. On a light surface, the text's
 * lightness is `clamp(0, (l - 0.57) * 1.2, …)`. On a dark one, it's `clamp(…, 1 - (0.563 - l) * …, 1)`. At an OKLab
 * lightness of 0.565, black and white have equal contrast on the surface, so the text is one of the two.
 */
import { css } from 'lit';

export const tokens = css`
  :host {
    color-scheme: light dark;

    --_font: var(--hs-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    --_size: var(--hs-font-size, 0.9375rem);
    --_size-s: calc(var(--_size) * 0.8667);
    --_size-xs: calc(var(--_size) * 0.8);

    --_surface: var(--hs-surface, light-dark(#ffffff, #17191c));
    --_sunken: var(--hs-surface-sunken, color-mix(in oklab, var(--_surface) 97.5%, var(--_text)));
    --_hover: var(--hs-surface-hover, color-mix(in oklab, var(--_surface) 96%, var(--_text)));
    --_text: var(--hs-text, light-dark(#1c1f23, #eceef0));
    --_muted: var(--hs-text-muted, light-dark(#5b6169, #a4abb3));
    --_line: var(--hs-line, color-mix(in oklab, var(--_surface) 89%, var(--_text)));
    --_line-strong: var(--hs-line-strong, color-mix(in oklab, var(--_surface) 45%, var(--_text)));
    --_accent: var(--hs-accent, light-dark(#0b6b5d, #64d3bd));
    --_on-accent: var(--hs-on-accent, light-dark(#ffffff, #06231e));
    --_accent-ink: var(--_accent);

    --_radius: var(--hs-radius, 14px);
    --_radius-s: calc(var(--_radius) * 0.5);
    --_shadow: var(
      --hs-shadow,
      0 1px 2px light-dark(rgb(20 24 28 / 0.05), rgb(0 0 0 / 0.4)),
      0 12px 32px -12px light-dark(rgb(20 24 28 / 0.14), rgb(0 0 0 / 0.6))
    );
    --_ease: cubic-bezier(0.2, 0.7, 0.2, 1);
    --_fast: 120ms;
    --_target: 34px;
  }

  @supports (color: oklch(from red l c h)) {
    :host {
      --_dark: clamp(0, (0.565 - l) * 10000, 1);
      --_text: var(
        --hs-text,
        oklch(
          from var(--_surface)
            calc(var(--_dark) * clamp(0.95, 1 - (0.563 - l) * 0.2, 1) + (1 - var(--_dark)) * clamp(0, (l - 0.57) * 1.2, 0.24))
            min(c, 0.012) h
        )
      );
      --_muted: var(
        --hs-text-muted,
        oklch(
          from var(--_surface)
            calc(var(--_dark) * clamp(0.74, 1 - (0.563 - l) * 0.75, 1) + (1 - var(--_dark)) * clamp(0, (l - 0.57) * 1.2, 0.48))
            min(c, 0.02) h
        )
      );
      --_accent: var(
        --hs-accent,
        oklch(
          from var(--_surface)
            calc(var(--_dark) * clamp(0.79, 1 - (0.563 - l) * 0.6, 1) + (1 - var(--_dark)) * clamp(0.1, (l - 0.57) * 1.2, 0.475))
            0.09 176
        )
      );
      --_on-accent: var(--hs-on-accent, oklch(from var(--_accent) var(--_dark) 0 h));
      /* The accent as ink: of a given one only the hue is sure to be readable on the given surface. */
      --_accent-ink: oklch(from color-mix(in oklab, var(--_accent) 27%, var(--_text)) l calc(c * 2.8) h);
    }
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
    }
  }
`;
