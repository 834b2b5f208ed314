/**
 * The rows as a template function, not an element, because the combobox's input and its options must share one shadow
 * root. The listbox owns the options by `aria-owns`, so that each row's buttons are next to its option and not inside
 * it.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import { type Completion, completionId } from '../../session/answer/completion.ts';
import type { ResultRow } from '../../session/answer/result-row.ts';
import { titleOf } from '../../session/title.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatLanguages } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import { renderCompletions } from './completion-list.ts';
import { type RowContentView, renderRowContent } from './row-content.ts';
import { onRowKeys, ROW_KEYS, type RowAction } from './row-keys.ts';
import type { OwnRow } from './row-template.ts';

export interface ResultListView extends RowContentView {
  rows: readonly ResultRow[];
  weak: readonly ResultRow[];
  completions: readonly Completion[];
  onComplete: (completion: Completion) => void;
  unread: readonly string[];
  /** Whether notes are still being embedded, so that weak hits may get better. */
  unfinished: boolean;
  asked: readonly string[];
  own: OwnRow | null;
  activeId: string | null;
  openId: string | null;
  whyIds: ReadonlySet<string>;
  /** The active row always has its buttons. */
  rested: { has(id: string): boolean };
  most: number;
  readonly: boolean;
  optionId: (id: string) => string;
  /** Set if there's no box in the list's root, so that the listbox takes the focus itself. */
  onListKeys: ((event: KeyboardEvent) => void) | null;
  onChoose: (row: ResultRow) => void;
  onAction: (action: RowAction, row: ResultRow) => void;
  onPointer: (id: string) => void;
  onLeaveRow: () => void;
}

export function renderResultList(view: ResultListView): TemplateResult {
  const { strings, most } = view;
  const labels = new Set(view.rows.map((row) => row.hit?.label));
  const labelled = !view.doubtful && (labels.size > 1 || view.weak.length > 0);
  const rows = view.rows.slice(0, most);
  const weak = view.weak.slice(0, Math.max(0, most - rows.length));
  const ids = [...view.completions.map(completionId), ...rows.map((row) => row.id)];
  const owned = ids.map((id) => view.optionId(id)).join(' ');
  return html`
    <div
      id="listbox"
      class="listbox"
      role="listbox"
      tabindex=${ifDefined(view.onListKeys ? 0 : undefined)}
      aria-label=${strings.results}
      aria-owns=${owned || nothing}
      aria-activedescendant=${(view.onListKeys && view.activeId !== null && view.optionId(view.activeId)) || nothing}
      @keydown=${view.onListKeys}
    >
      ${
        weak.length > 0
          ? html`<div
              role="group"
              aria-labelledby="weak-heading"
              aria-owns=${weak.map((row) => view.optionId(row.id)).join(' ')}
            ></div>`
          : nothing
      }
    </div>
    ${view.completions.length > 0 ? renderCompletions(view) : nothing}
    ${renderDoubt(view)}
    ${chunksOf(rows).map(
      (chunk) =>
        html`<div class="rows" part="results">${repeat(
          chunk,
          (row) => row.id,
          (row) => renderChanged(view, row, labelled),
        )}</div>`,
    )}
    ${
      weak.length > 0
        ? html`<div class="weak-section" part="weak">
            <div class="weak-head">
              <h2 id="weak-heading">${view.unfinished ? strings.weakSoFar : strings.weakHeading}</h2>
              ${view.unfinished ? nothing : html`<span class="hint">${strings.weakHint}</span>`}
            </div>
            <div class="rows">${repeat(
              weak,
              (row) => row.id,
              (row) => renderChanged(view, row, false),
            )}</div>
          </div>`
        : nothing
    }
  `;
}

function renderDoubt({ strings, doubtful, unread }: ResultListView): TemplateResult | typeof nothing {
  if (!doubtful && unread.length === 0) return nothing;
  const said = doubtful ? strings.doubtful : strings.unreadAnswer(formatLanguages(unread, strings.locale));
  return html`<h2 class="doubtful" part="doubtful">${said}</h2>`;
}

/**
 * Number of rows in a box, which the browser skips as a whole while it's off screen. In each frame, the browser checks
 * every box near the visible ones. With 5,000 rows, a scroll step took 44 ms with all rows in one box, and 8 ms with a
 * hundred rows per box.
 */
const CHUNK = 100;

const chunksOf = (rows: readonly ResultRow[]): ResultRow[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));

/**
 * Every keystroke renders the list, which took 90 ms with a thousand rows. Callbacks of an earlier rendering still
 * work, so they don't count as a change.
 */
function renderChanged(view: ResultListView, row: ResultRow, labelled: boolean): unknown {
  const { strings, readonly, own, activeId, openId, asked, now, doubtful, room } = view;
  const why = view.whyIds.has(row.id) && asked;
  const active = activeId === row.id;
  const rested = view.rested.has(row.id);
  const shown = [
    row,
    strings,
    readonly,
    own,
    active,
    rested,
    openId === row.id,
    why,
    labelled,
    doubtful,
    room,
    dayOf(now),
  ];
  return guard(shown, () => renderRow(view, row, labelled));
}

const dayOf = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** @param labelled whether to show labels; false if all are the same, or if a heading says the same */
function renderRow(view: ResultListView, row: ResultRow, labelled: boolean): TemplateResult {
  const { strings } = view;
  const { memory, hit } = row;
  const active = view.activeId === row.id;
  const why = view.whyIds.has(row.id);
  const title = titleOf(memory, strings);
  return html`
    <article
      class="row"
      part="row"
      ?data-fixed=${hit !== null}
      ?data-active=${active}
      ?data-open=${view.openId === row.id}
      @pointermove=${() => view.onPointer(row.id)}
    >
      <div class="main">
      <div
        class="option"
        part=${active ? 'option active' : 'option'}
        role="option"
        id=${view.optionId(row.id)}
        aria-selected=${active ? 'true' : 'false'}
        @mousedown=${(event: MouseEvent) => event.preventDefault()}
        @click=${onFirstClick(() => view.onChoose(row))}
      >
        ${view.own ? view.own(row, view.doubtful) : renderRowContent(view, row, labelled)}
      </div>
      <div
        class="actions"
        role="group"
        aria-label=${strings.actionsFor(title)}
        @keydown=${(event: KeyboardEvent) =>
          onRowKeys(event, { onAction: (action) => view.onAction(action, row), onLeave: view.onLeaveRow })}
      >
        ${active || view.rested.has(row.id) ? renderActions(view, row, active) : nothing}
      </div>
      </div>
      ${
        hit && why
          ? html`<hs-why-panel
              part="why"
              exportparts=${INNER_PARTS}
              .strings=${strings}
              .hit=${hit}
              .asked=${view.asked}
              id=${`why-${view.optionId(row.id)}`}
            ></hs-why-panel>`
          : nothing
      }
    </article>
  `;
}

function renderActions(view: ResultListView, row: ResultRow, active: boolean): TemplateResult {
  const { strings, readonly } = view;
  return html`${row.hit ? action(view, row, 'why', strings.why, icons.why, active, view.whyIds.has(row.id)) : nothing}
        ${readonly ? nothing : action(view, row, 'edit', strings.edit, icons.edit, active)}
        ${action(view, row, 'copy', strings.copy, icons.copy, active)}
        ${readonly ? nothing : action(view, row, 'remove', strings.remove, icons.trash, active)}`;
}

/** Only the active row's buttons are in the tab order, so that Tab doesn't stop at every row. */
function action(
  view: ResultListView,
  row: ResultRow,
  name: RowAction,
  label: string,
  icon: TemplateResult,
  active: boolean,
  expanded?: boolean,
): TemplateResult {
  return html`<button
    type="button"
    class="icon-only quiet"
    part="action"
    data-action=${name}
    tabindex=${active ? 0 : -1}
    title=${`${label} (${ROW_KEYS[name].toUpperCase()})`}
    aria-keyshortcuts=${ROW_KEYS[name]}
    aria-label=${label}
    aria-expanded=${ifDefined(expanded === undefined ? undefined : expanded ? 'true' : 'false')}
    @click=${onFirstClick(() => view.onAction(name, row))}
  >${icon}</button>`;
}
