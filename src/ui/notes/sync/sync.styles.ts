import { css } from 'lit';

export const syncStyles = css`
  :host {
    display: grid;
    gap: 1rem;
    font-size: var(--_size-s);
    line-height: 1.5;
  }

  h2:focus,
  h3:focus {
    outline: none;
  }

  h3 {
    font-size: var(--_size);
    font-weight: 620;
    overflow-wrap: anywhere;
  }

  .content,
  .stack {
    display: grid;
    gap: 1rem;
  }

  .panel-head {
    padding-inline: 0.5rem;
  }

  .panel-head h2 {
    padding-block: 0.35rem;
    line-height: 1.25;
  }

  .back .icon:dir(rtl) {
    scale: -1 1;
  }

  .content {
    padding: 0 1.25rem 1.5rem;
  }

  .stack > button,
  .content > button,
  :host > button {
    justify-self: start;
  }

  .muted {
    color: var(--_muted);
  }

  p:empty {
    display: none;
  }

  .problem {
    color: var(--_danger);
  }

  fieldset {
    display: grid;
    gap: 0.25rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .option {
    display: flex;
    align-items: start;
    gap: 0.6rem;
    min-block-size: var(--_target);
    padding-block: 0.35rem;
    cursor: pointer;
  }

  .option input {
    flex: none;
    inline-size: 1.05rem;
    block-size: 1.05rem;
    margin: 0.2em 0 0;
    accent-color: var(--_accent);
  }

  .option .hint {
    display: block;
  }

  textarea.input {
    resize: vertical;
  }

  .findings {
    display: grid;
    gap: 0.35rem;
  }

  .findings li {
    display: grid;
    grid-template-columns: 1.25rem 1fr;
    gap: 0 0.6rem;
    align-items: start;
  }

  .sign {
    display: grid;
    place-items: center;
    block-size: 1.5em;
    color: var(--_muted);
  }

  [data-ok='true'] .sign {
    color: var(--_accent-ink);
  }

  [data-ok='false'] {
    font-weight: 600;
  }

  [data-ok='false'] .sign {
    color: var(--_danger);
  }

  [data-ok='null'] {
    color: var(--_muted);
  }

  .change {
    grid-column: 2;
    display: grid;
    justify-items: start;
    gap: 0.5rem;
    min-inline-size: 0;
    padding-block: 0.35rem 0.5rem;
    font-weight: 400;
  }

  pre {
    max-inline-size: 100%;
    margin: 0;
    padding: 0.6rem 0.75rem;
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    font-size: var(--_size-xs);
    line-height: 1.6;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .kit {
    font-size: var(--_size);
    line-height: 1.9;
  }

  .figures {
    font-variant-numeric: tabular-nums;
  }

  .stage {
    font-weight: 600;
  }

  .trouble {
    display: grid;
    justify-items: start;
    gap: 0.6rem;
    padding: 0.75rem 0.9rem;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-m);
    background: var(--_sunken);
  }

  .title {
    display: flex;
    gap: 0.5rem;
    color: var(--_danger);
  }

  .trouble form {
    inline-size: 100%;
  }

  .code {
    inline-size: min(100%, 16rem);
    border-radius: var(--_radius-s);
    forced-color-adjust: none;
  }

  .devices {
    display: grid;
    gap: 0.25rem;
  }

  .devices li {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: var(--_target);
  }

  .name {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .refused li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.6rem;
  }

  .refused button {
    min-inline-size: 0;
    text-align: start;
    overflow-wrap: anywhere;
  }

  .warning {
    display: flex;
    gap: 0.5rem;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
`;
