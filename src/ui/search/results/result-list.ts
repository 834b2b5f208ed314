/**
 * The rows. They aren't an element of their own, because the combobox's input and its options must share one shadow
 * root. The listbox owns the options by `aria-owns`, so that each row's buttons are next to its option and not inside
 * it. The list listens for all rows, so that drawing a row adds no listeners.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import { completionId } from '../../session/answer/completion.ts';
import type { ResultRow } from '../../session/answer/result-row.ts';
import { onOptionKeys } from '../../session/option-keys.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { titleOf } from '../../session/title.ts';
import { formatLanguages, formatNumber } from '../../shared/format.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { GlidingRows } from './gliding-rows.ts';
import { LineRoom } from './line-room.ts';
import { ListRows } from './list-rows.ts';
import { RowActions } from './row-actions.ts';
import { type RowContentView, renderRowContent } from './row-content.ts';
import { type OwnRow, RowTemplate } from './row-template.ts';
import { StagedRows } from './staged-rows.ts';

interface DrawnRows {
  rows: readonly ResultRow[];
  weak: readonly ResultRow[];
  /** Rows that have their buttons. The active row always has them. */
  rested: ReadonlySet<string>;
  most: number;
}

interface RowLook extends RowContentView {
  own: OwnRow | null;
  readonly: boolean;
  activeId: string | null;
  openId: string | null;
  asked: readonly string[];
}

interface DrawnRow {
  active: boolean;
  open: boolean;
  /** Null while the row doesn't show why it was found. */
  asked: readonly string[] | null;
  content: unknown;
  actions: unknown;
}

export class ResultList {
  readonly place: ListRows;
  readonly #part: Part;
  readonly #session: Session;
  readonly #template: RowTemplate;
  readonly #actions: RowActions;
  readonly #staged: StagedRows;
  readonly #gliding: GlidingRows;
  readonly #room: LineRoom;

  constructor(part: Part, session: Session) {
    this.#part = part;
    this.#session = session;
    this.place = new ListRows(part, session);
    this.#template = new RowTemplate(part, session);
    this.#actions = new RowActions(part, session);
    this.#staged = new StagedRows(part, session.results);
    this.#gliding = new GlidingRows(part, session, this.#staged);
    this.#room = new LineRoom(part);
  }

  /** Whether all rows are drawn, so that something may follow them. */
  get isWhole(): boolean {
    return this.#session.results.ids.length <= this.#staged.most;
  }

  render(strings: SearchStrings): TemplateResult | typeof nothing {
    // Reads the page's row template even without rows, so that the script that fills it loads early. Otherwise, rows
    // would first appear without the template.
    const own = this.#template.read(strings);
    const { results, completions } = this.#session;
    const { rows, weak } = results;
    if (rows.length + weak.length + completions.length === 0) return nothing;
    const { rested, most } = this.#staged;
    return this.draw(strings, { rows, weak, rested, most }, own);
  }

  draw(strings: SearchStrings, all: DrawnRows, own: OwnRow | null = null): TemplateResult {
    const { results, completions, isUnfinished } = this.#session;
    const look = this.#look(strings, own);
    const { activeId } = look;
    const labels = new Set(all.rows.map((row) => row.hit?.label));
    const labelled = !look.doubtful && (labels.size > 1 || all.weak.length > 0);
    const rows = all.rows.slice(0, all.most);
    const weak = all.weak.slice(0, Math.max(0, all.most - rows.length));
    const optionIds = (ids: readonly string[]): string => ids.map((id) => results.optionId(id)).join(' ');
    const idsOf = (these: readonly ResultRow[]): string[] => these.map(({ id }) => id);
    // Without a box in its root, the listbox takes the focus itself.
    const focusable = !this.#part.composed;
    const each = (these: readonly ResultRow[], named: boolean) =>
      repeat(
        these,
        (row) => row.id,
        (row) => this.#changed(look, row, named, all.rested.has(row.id)),
      );
    return html`
      <div
        id="listbox"
        class="listbox"
        role="listbox"
        tabindex=${ifDefined(focusable ? 0 : undefined)}
        aria-label=${strings.results}
        aria-owns=${optionIds([...completions.map(completionId), ...idsOf(rows)]) || nothing}
        aria-activedescendant=${(focusable && activeId !== null && results.optionId(activeId)) || nothing}
        @keydown=${focusable ? this.#onListKeys : null}
      >
        ${weak.length > 0 ? html`<div role="group" aria-labelledby="weak-heading" aria-owns=${optionIds(idsOf(weak))}></div>` : nothing}
      </div>
      ${completions.length > 0 ? this.#completions(strings) : nothing} ${this.#doubt(strings)}
      ${chunksOf(rows).map((chunk) => html`<div class="rows" part="results">${each(chunk, labelled)}</div>`)}
      ${
        weak.length > 0
          ? html`<div class="weak-section" part="weak">
              <div class="weak-head">
                <h2 id="weak-heading">${isUnfinished ? strings.weakSoFar : strings.weakHeading}</h2>
                ${isUnfinished ? nothing : html`<span class="hint">${strings.weakHint}</span>`}
              </div>
              <div class="rows">${each(weak, false)}</div>
            </div>`
          : nothing
      }
    `;
  }

  close(): void {
    for (const one of [this.#staged, this.#gliding, this.#room]) this.#part.removeController(one);
    this.#room.hostDisconnected();
  }

  /** Keeps the focus in the box. */
  readonly onMousedown = (event: Event): void => {
    if (optionAt(event)) event.preventDefault();
  };

  /**
   * Ignores the second click of a double click, because the first one may have moved another row under the pointer.
   * Keys and screen readers send clicks whose count is 0.
   */
  readonly onClick = (event: MouseEvent): void => {
    if (event.detail > 1) return;
    const option = optionAt(event);
    const id = option && this.#session.results.idOf(option.id);
    if (id) this.#session.chooseOption(id);
    else if (!option) this.#withRow(event, (row) => this.#actions.press(event.target as Element, row));
  };

  readonly onKeydown = (event: KeyboardEvent): void => {
    const group = (event.target as Element).closest('.actions');
    if (group) this.#withRow(event, (row) => this.#actions.onKeydown(event, group, row));
  };

  #withRow({ target }: Event, act: (row: ResultRow) => void): void {
    const row = this.#session.results.row(this.place.idAt(target) ?? '');
    if (row) act(row);
  }

  readonly #onListKeys = (event: KeyboardEvent): void => {
    const { selection, places } = this.#session;
    onOptionKeys(event, this.#session);
    if (selection.activeId === null && event.defaultPrevented) places.focusBox();
  };

  #completions(strings: SearchStrings): TemplateResult {
    const { completions, results, selection } = this.#session;
    const { activeId } = selection;
    return html`<div class="completions" part="completions">
      ${completions.map((completion) => {
        const { meant, text, count } = completion;
        const id = completionId(completion);
        const active = activeId === id;
        return html`<span
          class="completion"
          part=${active ? 'completion active' : 'completion'}
          role="option"
          id=${results.optionId(id)}
          aria-selected=${active ? 'true' : 'false'}
          >${meant ? strings.meantField(text) : html`<span dir="auto">${text}</span>`}${
            count === null ? '' : html` <span class="count">${formatNumber(count, strings.locale)}</span>`
          }</span
        >`;
      })}
    </div>`;
  }

  #doubt(strings: SearchStrings): TemplateResult | typeof nothing {
    const { doubtful, unread } = this.#session.results;
    if (!doubtful && unread.length === 0) return nothing;
    const said = doubtful ? strings.doubtful : strings.unreadAnswer(formatLanguages(unread, strings.locale));
    return html`<h2 class="doubtful" part="doubtful">${said}</h2>`;
  }

  /** What all rows have in common, read once for all of them. */
  #look(strings: SearchStrings, own: OwnRow | null): RowLook {
    const { search, selection, panel, results } = this.#session;
    return {
      strings,
      own,
      now: Date.now(),
      doubtful: results.doubtful,
      room: this.#room.room,
      readonly: this.#actions.readonly,
      activeId: selection.activeId,
      openId: panel.openMemory?.id ?? null,
      asked: search.state.response?.understood.words ?? [],
    };
  }

  /**
   * Every keystroke renders the list, which took 90 ms with a thousand rows.
   * @param labelled whether to show labels; false if all are the same, or if a heading says the same
   */
  #changed(look: RowLook, row: ResultRow, labelled: boolean, rested: boolean): unknown {
    const { strings, own, now, doubtful, room, readonly } = look;
    const active = look.activeId === row.id;
    const open = look.openId === row.id;
    const asked = this.#session.results.state.whyIds.has(row.id) ? look.asked : null;
    const day = new Date(now).setHours(0, 0, 0, 0);
    return guard([row, strings, readonly, own, active, rested, open, asked, labelled, doubtful, room, day], () => {
      const content = own ? own(row, doubtful) : renderRowContent(look, row, labelled);
      const actions = active || rested ? this.#actions.render(strings, row, active) : nothing;
      return this.#row(strings, row, { active, open, asked, content, actions });
    });
  }

  #row(strings: SearchStrings, row: ResultRow, { active, open, asked, content, actions }: DrawnRow): TemplateResult {
    const { memory, hit } = row;
    const id = this.#session.results.optionId(row.id);
    return html`
      <article class="row" part="row" ?data-fixed=${hit !== null} ?data-active=${active} ?data-open=${open}>
        <div class="main">
          <div
            class="option"
            part=${active ? 'option active' : 'option'}
            role="option"
            id=${id}
            aria-selected=${active ? 'true' : 'false'}
          >
            ${content}
          </div>
          <div class="actions" role="group" aria-label=${strings.actionsFor(titleOf(memory, strings))}>
            ${actions}
          </div>
        </div>
        ${
          hit && asked
            ? html`<hs-why-panel
                part="why"
                exportparts=${INNER_PARTS}
                .strings=${strings}
                .hit=${hit}
                .asked=${asked}
                id=${`why-${id}`}
              ></hs-why-panel>`
            : nothing
        }
      </article>
    `;
  }
}

const optionAt = ({ target }: Event): Element | null => (target as Element).closest('[role=option]');

/**
 * Number of rows in a box, which the browser skips as a whole while it's off screen. In each frame, the browser checks
 * every box near the visible ones. With 5,000 rows, a scroll step took 44 ms with all rows in one box, and 8 ms with a
 * hundred rows per box.
 */
const CHUNK = 100;

const chunksOf = (rows: readonly ResultRow[]): ResultRow[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));
