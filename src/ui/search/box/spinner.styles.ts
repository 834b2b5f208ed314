import { css } from 'lit';

export const spinnerStyles = css`
  .spinner {
    flex: none;
    inline-size: 1.3rem;
    block-size: 1.3rem;
    padding: 2px;
  }

  .spinner::after {
    content: '';
    display: block;
    block-size: 100%;
    border: 2px solid color-mix(in oklab, var(--_accent) 25%, transparent);
    border-block-start-color: var(--_accent-ink);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .spinner::after {
      animation-duration: 2.4s;
    }
  }
`;
