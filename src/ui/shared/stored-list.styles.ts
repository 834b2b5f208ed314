import { css } from 'lit';

export const storedListStyles = css`
  :host {
    display: grid;
    gap: 0.5rem;
    font-size: var(--_size-s);
    line-height: 1.5;
  }

  h3 {
    margin: 0;
    font-size: var(--_size);
    font-weight: 620;
  }

  h3:focus {
    outline: none;
  }

  p {
    margin: 0;
  }

  p:empty {
    display: none;
  }

  .muted,
  time {
    color: var(--_muted);
  }

  ul {
    display: grid;
    gap: 0.35rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 0.75rem;
  }

  .name {
    flex: 1;
    min-inline-size: 8ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  time {
    flex: none;
    font-size: var(--_size-xs);
  }

  li button {
    flex: none;
  }

  .buttons,
  .confirm {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .confirm {
    flex-basis: 100%;
  }

  .confirm p {
    display: flex;
    flex-basis: 100%;
    gap: 0.5rem;
  }
`;
