import { css } from 'lit';

export const toastStyles = css`
  /* Between rows and status line, so that they cover neither. In an element longer than the window, at its edge. */
  .toasts {
    flex: none;
    position: sticky;
    z-index: 8;
    inset-block-end: 0;
    display: grid;
    justify-items: center;
    max-block-size: min(12rem, 40%);
    overflow-y: auto;
    scrollbar-width: thin;
    padding-inline: 1rem;
  }

  .toast {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.6rem;
    max-inline-size: min(30rem, 100%);
    min-block-size: 44px;
    margin-block: 0.25rem;
    padding-inline: 1rem 0.4rem;
    border-radius: var(--_radius-s);
    background: var(--_text);
    color: var(--_surface);
    box-shadow: var(--_shadow-pop);
    font-size: var(--_size-s);
    overflow: hidden;
    animation: arrive var(--_slow) var(--_ease);
  }

  .toast.problem {
    background: var(--_danger);
    color: var(--_on-danger);
  }

  .toast-text {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    padding-block: 0.5rem;
    overflow-wrap: anywhere;
  }

  .toast button {
    color: inherit;
  }

  .toast button:hover {
    background: color-mix(in oklab, currentColor 16%, transparent);
  }

  .toast :focus-visible {
    outline-color: currentColor;
    outline-offset: -3px;
  }

  .toast .undo {
    font-weight: 650;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .fuse {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    block-size: 2px;
    background: currentColor;
    opacity: 0.6;
    transform-origin: 0 50%;
    animation: burn 10s linear forwards;
  }

  .toasts:is(:hover, :focus-within) .fuse {
    animation-play-state: paused;
  }

  .fuse:dir(rtl) {
    transform-origin: 100% 50%;
  }

  @keyframes burn {
    to {
      scale: 0 1;
    }
  }

  .drop {
    position: absolute;
    z-index: 8;
    inset: 0.6rem;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 0.6rem;
    border: 2px dashed var(--_accent-ink);
    border-radius: var(--_radius-s);
    background: color-mix(in oklab, var(--_surface) 92%, var(--_accent));
    color: var(--_accent-ink);
    font-size: 1.15em;
    font-weight: 620;
    pointer-events: none;
  }

  .drop .icon {
    inline-size: 2rem;
    block-size: 2rem;
  }

  .storage-note {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    padding: 0.6rem 1.25rem;
    background: color-mix(in oklab, var(--_word) 14%, var(--_surface));
    font-size: var(--_size-s);
  }

  .storage-note.offer {
    padding-block: 0.15rem;
  }

  .storage-note button {
    flex: none;
  }

  .storage-note span {
    flex: 1;
  }

  @container hs (inline-size < 34rem) {
    .storage-note {
      padding-inline: 0.75rem 0.25rem;
      font-size: var(--_size-xs);
    }

    .offer > .icon {
      display: none;
    }
  }
`;
