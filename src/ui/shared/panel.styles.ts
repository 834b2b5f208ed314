import { css } from 'lit';
import { contentStyles } from './content.styles.ts';
import { controls } from './controls.styles.ts';

const panel = css`
  .field {
    display: grid;
    gap: 0.35rem;
  }

  .field > label,
  .field-label {
    font-size: var(--_size-s);
    font-weight: 600;
  }

  .input {
    inline-size: 100%;
    min-block-size: max(40px, var(--_target));
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    font-size: max(var(--_size), 16px);
    line-height: 1.45;
    transition: border-color var(--_fast) var(--_ease);
  }

  .input:focus-visible {
    outline: 2px solid var(--_accent-ink);
    outline-offset: -1px;
    border-color: var(--_accent-ink);
  }

  .input[aria-invalid='true'] {
    border-color: var(--_danger);
  }

  .bar {
    display: block;
    inline-size: 100%;
    block-size: 6px;
    border-radius: var(--_radius-s);
    overflow: hidden;
    background: color-mix(in oklab, var(--_text) 9%, transparent);
  }

  .bar rect {
    fill: var(--_bar, var(--_accent-ink));
    transition: width var(--_slow) var(--_ease);
  }

  .bar:dir(rtl) {
    transform: scaleX(-1);
  }

  .panel-head {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2.625rem;
    padding-inline: 1.25rem 0.5rem;
    border-block-end: 1px solid var(--_line);
  }

  .panel-head h2 {
    flex: 1;
    min-inline-size: 0;
    font-size: var(--_size-l);
    font-weight: 650;
    letter-spacing: -0.01em;
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }

    .bar rect {
      fill: Highlight;
    }
  }
`;

export const panelStyles = [controls, contentStyles, panel];
