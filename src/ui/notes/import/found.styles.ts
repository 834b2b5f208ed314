import { css } from 'lit';

export const foundStyles = css`
  :host {
    display: grid;
    gap: 0.6rem;
    min-inline-size: 0;
  }

  .found {
    display: grid;
    gap: 0.35rem;
  }

  .kind {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 0.75rem;
    min-block-size: var(--_target);
  }

  .kind label,
  .kind > span {
    flex: 1;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  label {
    display: flex;
    align-items: baseline;
    gap: 0.6rem;
  }

  input[type='checkbox'] {
    flex: none;
    inline-size: 1.05em;
    block-size: 1.05em;
    margin: 0;
    accent-color: var(--_accent);
    translate: 0 0.15em;
  }

  [aria-expanded='true'] > .icon {
    rotate: 180deg;
  }

  .muted {
    color: var(--_muted);
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .tools .input {
    flex: 1;
    min-inline-size: 12ch;
    inline-size: auto;
  }

  .sources {
    max-block-size: 18rem;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    font-size: var(--_size-s);
  }

  .sources label {
    align-items: center;
    min-block-size: max(2rem, var(--_target));
    padding: 0.2rem 0.75rem;
  }

  .sources input[type='checkbox'] {
    translate: none;
  }

  .sources .name {
    flex: 1;
    min-inline-size: 8ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .more {
    justify-self: start;
  }

  details {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    padding: 0.5rem 0.75rem;
  }

  details[open] {
    padding-block-end: 0.75rem;
  }

  summary {
    min-block-size: max(1.75rem, var(--_target));
    font-size: var(--_size-s);
    font-weight: 600;
    line-height: 1.75rem;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  .columns {
    max-block-size: 22rem;
    overflow: auto;
    overscroll-behavior: contain;
  }

  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: var(--_size-s);
  }

  th,
  td {
    padding: 0.3rem 0.75rem 0.3rem 0;
    text-align: start;
    vertical-align: middle;
  }

  :dir(rtl) :is(th, td) {
    padding: 0.3rem 0 0.3rem 0.75rem;
  }

  thead th {
    color: var(--_muted);
    font-weight: 550;
  }

  tbody th {
    max-inline-size: 14ch;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  td.values {
    max-inline-size: 24ch;
    overflow: hidden;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  select.input {
    min-inline-size: 9rem;
    inline-size: auto;
    font-size: var(--_size-s);
  }

  h3 {
    margin: 0;
    font-size: var(--_size-s);
    font-weight: 600;
  }

  .first-notes {
    display: grid;
    gap: 0.4rem;
    font-size: var(--_size-s);
  }

  .first-notes li {
    display: grid;
    gap: 0.1rem;
    padding: 0.5rem 0.75rem;
    border-radius: var(--_radius-s);
    background: var(--_sunken);
    overflow-wrap: anywhere;
  }

  .note-text {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    white-space: pre-line;
  }

  .problem {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--_danger);
    font-size: var(--_size-s);
    font-weight: 600;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .buttons button {
    min-block-size: max(38px, var(--_target));
  }

  @media (max-width: 30rem) {
    td.values {
      display: none;
    }

    thead th:last-child {
      display: none;
    }
  }
`;
