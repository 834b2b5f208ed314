/** A single line. While something runs, a thin progress bar is on its upper edge. */
import { css } from 'lit';

export const statusBarStyles = css`
  :host {
    display: block;
  }

  footer {
    position: relative;
    border-block-start: 1px solid var(--_line);
    background: var(--_sunken);
    font-size: var(--_size-xs);
    color: var(--_muted);
  }

  .track {
    position: absolute;
    inset-inline: 0;
    inset-block-start: -1px;
  }

  .track .bar {
    block-size: 2px;
    border-radius: 0;
    border: 0;
    --_bar: var(--_meaning);
  }

  .line {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1.25rem;
    padding: 0.15rem 1.25rem;
    white-space: nowrap;
  }

  .work,
  .facts {
    display: flex;
    align-items: center;
    gap: 0.55rem;
    min-block-size: max(34px, var(--_target) - 6px);
    overflow: hidden;
  }

  .facts {
    flex: none;
  }

  /* The only text that may be cut. */
  .work > :not(.dot, button) {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .figures {
    font-variant-numeric: tabular-nums;
  }

  .size {
    display: none;
  }

  .small {
    min-block-size: max(28px, var(--_target) - 8px);
    font-size: var(--_size-xs);
  }

  .icon-only.small {
    inline-size: max(28px, var(--_target) - 8px);
  }

  .facts > span + span::before {
    content: '·';
    margin-inline-end: 0.55rem;
  }

  .ephemeral {
    color: var(--_danger);
    font-weight: 600;
  }

  .dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--_line-strong);
  }

  .dot.words {
    background: var(--_word);
  }

  .dot.ready,
  .dot.busy {
    background: var(--_meaning);
  }

  .dot.busy {
    animation: breathe 1.6s ease-in-out infinite;
  }

  .dot.failed {
    background: var(--_danger);
  }

  @keyframes breathe {
    50% {
      opacity: 0.35;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .dot.busy {
      animation: none;
    }
  }

  @container (inline-size < 34rem) {
    .line {
      gap: 0.5rem;
      padding: 0 0.75rem;
    }

    .work,
    .facts {
      min-block-size: 28px;
    }

    /* The sentence that says it may be cut here. */
    .size {
      display: inline;
    }

    /* Keep one fact: sync, or else the number of notes. The settings show the rest. */
    .mode,
    .sync ~ span {
      display: none;
    }
  }

  /* With sync, notes are on this device and elsewhere. */
  @container (inline-size < 66rem) {
    .sync ~ .durable {
      display: none;
    }
  }

  /* Distinguished by shape, because forced colours make all dots the same. */
  @media (forced-colors: active) {
    .dot {
      forced-color-adjust: none;
      border: 2px solid CanvasText;
      background: Canvas;
    }

    .dot:is(.ready, .busy) {
      background: CanvasText;
    }

    .dot.words {
      background: linear-gradient(90deg, CanvasText 50%, Canvas 50%);
    }

    .dot.failed {
      border-radius: 0;
      border-style: dashed;
    }
  }
`;
