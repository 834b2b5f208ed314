/** The rows of an answer. They have one fixed height, so that late rows can't move the row that the user is on. */
import { css } from 'lit';

export const resultListStyles = css`
  .listbox {
    position: absolute;
  }

  /* LineRoom reads these: lines of a passage, letters per line, space next to it, and by how many letters a title is shorter, because its font is larger. */
  .list {
    --_row-lines: 2;
    --_row-letters: 78;
    --_row-room: 40px;
    --_row-beside: 12;
  }

  .row {
    /* Title line and passage end at the same place, at a width that reads with ease. */
    --_measure: 78ch;
    position: relative;
    border-block-end: 1px solid var(--_line);
    transition: background-color var(--_fast) var(--_ease);
  }

  /*
   * Rows out of sight are not laid out: thousands of them scroll as a page of ten does. Not the first ones, which are seen:
   * each is laid out with the size given here before the browser finds it in sight, and again with its own.
   */
  .row:nth-child(n + 13) {
    content-visibility: auto;
    contain-intrinsic-size: auto 5.5rem;
  }

  .rows > .row:last-child {
    border-block-end-color: transparent;
  }

  /* A hundred rows each. The line above one takes the place of the last row's own, which is there but not seen. */
  .rows + .rows {
    margin-block-start: -1px;
    border-block-start: 1px solid var(--_line);
    content-visibility: auto;
    contain-intrinsic-size: auto 550rem;
  }

  .row:hover {
    background: var(--_hover);
  }

  .row[data-active] {
    background: var(--_selected);
  }

  .row[data-active]::before,
  .row[data-open]::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 3px;
    background: var(--_accent-ink);
  }

  .main {
    position: relative;
  }

  .option {
    display: grid;
    gap: 0.1rem;
    padding: 0.3rem 1.25rem 0.36rem;
    cursor: pointer;
  }

  .line {
    display: flex;
    align-items: baseline;
    gap: 0.75rem;
    min-inline-size: 0;
    max-inline-size: var(--_measure);
    block-size: calc(1.35 * var(--_size-l));
  }

  .title {
    flex: 0 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    font-size: var(--_size-l);
    font-weight: 620;
    letter-spacing: -0.011em;
    line-height: 1.35;
  }

  .untitled {
    color: var(--_muted);
    font-weight: 560;
  }

  .passage {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    line-clamp: 1;
    overflow: hidden;
    max-inline-size: var(--_measure);
    line-height: 1.45;
    color: color-mix(in oklab, var(--_text) 82%, var(--_surface));
    overflow-wrap: anywhere;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  .row[data-fixed] .passage {
    -webkit-line-clamp: 2;
    line-clamp: 2;
    block-size: calc(2 * 1.45em);
  }

  mark {
    background: var(--hs-mark, none);
    color: color-mix(in oklab, var(--_text) 68%, var(--_word));
    font-weight: 680;
  }

  .semantic {
    color: var(--_text);
    text-decoration: underline;
    text-decoration-color: var(--_meaning-line);
    text-decoration-thickness: 2px;
    text-underline-offset: 0.22em;
    text-decoration-skip-ink: none;
  }

  /* What doesn't fit wraps into a second line, which isn't shown. If the title shrank by a part of a pixel, it would be cut. */
  .meta {
    flex: 0 99999 auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: flex-start;
    block-size: 1.75em;
    gap: 0.6rem;
    min-inline-size: 0;
    overflow: hidden;
    font-size: var(--_size-xs);
    color: var(--_muted);
    white-space: nowrap;
  }

  .meta > :not(:first-child, .tags)::before {
    content: '·';
    margin-inline-end: 0.6rem;
  }

  .origin {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .tags {
    display: flex;
    flex-wrap: wrap;
    align-content: flex-start;
    block-size: 1.75em;
    gap: 0.3rem;
    min-inline-size: 0;
    overflow: hidden;
  }

  .tag.matched {
    background: color-mix(in oklab, var(--_violet) 16%, transparent);
    color: var(--_text);
  }

  .pinned {
    flex: none;
    align-self: center;
    display: flex;
    font-size: var(--_size-s);
    color: var(--_muted);
  }

  .when {
    flex: none;
    font-size: var(--_size-xs);
    color: var(--_muted);
  }

  .rows + .weak-section {
    border-block-start: 1px solid var(--_line);
  }

  .weak-section {
    background: var(--_sunken);
  }

  .weak-head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.6rem;
    padding: 1rem 1.25rem 0.25rem;
  }

  .weak-head h2 {
    font-size: var(--_size-s);
    font-weight: 650;
  }

  .doubtful {
    padding: 0.9rem 1.25rem 0.35rem;
    font-size: var(--_size);
    font-weight: 600;
  }

  .weak-section .title {
    font-size: var(--_size);
    font-weight: 560;
  }

  /* Title, relevance and date on one line, one line of the note: a popup of 360 × 500 shows six rows. */
  @container hs (inline-size < 34rem) {
    .list {
      --_row-lines: 1;
      --_row-room: 76px;
      --_row-beside: 0;
    }

    .option {
      gap: 0.05rem;
      padding: 0.42rem 0.75rem 0.45rem;
    }

    .line {
      gap: 0.5rem;
      block-size: calc(1.35 * var(--_size));
    }

    .doubtful {
      padding: 0.6rem 0.75rem 0.2rem;
    }

    .title {
      font-size: var(--_size);
    }

    .passage {
      -webkit-line-clamp: 1;
      line-clamp: 1;
      font-size: var(--_size-s);
    }

    .row[data-fixed] .passage {
      -webkit-line-clamp: 1;
      line-clamp: 1;
      block-size: 1.45em;
    }

    .meta {
      display: none;
    }

    .weak-head {
      padding: 0.5rem 0.75rem 0.1rem;
    }
  }

  @media (hover: none) {
    .option {
      padding-inline-end: 3.25rem;
    }

    hs-why-panel {
      padding-block-end: 44px;
    }
  }

  @media (forced-colors: active) {
    mark,
    .tag.matched {
      background: Mark;
      color: MarkText;
    }

    .row[data-active],
    .completion[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    .row[data-active]::before,
    .row[data-open]::before {
      background: Highlight;
    }
  }
`;
