/** What a person does with a row: choose it, one of its actions, and keeping the place when it goes. */

import type { NoteActions } from '../../notes/desk/note-actions.ts';
import type { SideController } from '../../session/panel.ts';
import type { ResultRow } from '../../session/result-row.ts';
import type { ResultsController } from '../../session/results-controller.ts';
import type { ElementHost } from '../../session/session-host.ts';
import { HsSelectEvent } from '../../shared/events.ts';
import type { Combobox } from '../box/combobox.ts';
import type { RowAction } from './row-keys.ts';

export interface RowActionsNeeds {
  results: ResultsController;
  combobox: Combobox;
  side: SideController;
  notes: NoteActions;
  /** A row was chosen, whether the page lets it open or not. */
  onChoose: () => void;
  /** A note is shown. */
  onOpened: (id: string) => void;
}

export class RowActions {
  readonly #host: ElementHost;
  readonly #needs: RowActionsNeeds;

  constructor(host: ElementHost, needs: RowActionsNeeds) {
    this.#host = host;
    this.#needs = needs;
  }

  choose(row: ResultRow): void {
    const { combobox, side, onChoose, onOpened } = this.#needs;
    onChoose();
    combobox.setActive(row.id);
    if (!this.#host.dispatchEvent(new HsSelectEvent(row.memory, row.hit))) return;
    side.open({ kind: 'memory', memory: row.memory, hit: row.hit });
    onOpened(row.id);
  }

  act(action: RowAction, row: ResultRow): void {
    const { results, notes } = this.#needs;
    if (action === 'open') this.choose(row);
    else if (action === 'why') results.toggleWhy(row.id);
    else notes.run(action, row.memory);
  }

  /** A note is about to be hidden: the next row becomes active. */
  keepPlace(id: string): void {
    const { combobox, results } = this.#needs;
    if (combobox.activeId !== id) return;
    const { ids } = results;
    combobox.setActive(ids[ids.indexOf(id) + 1] ?? null);
  }

  scrollTo(id: string | null): void {
    if (id === null) return;
    const host = this.#host;
    void host.updateComplete.then(() =>
      host.renderRoot.querySelector(`#${this.#needs.results.optionId(id)}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  /** Before the panel that lies over the rows of a narrow element is gone: the person finds the place again. */
  findPlace(): void {
    if (this.#covered) this.scrollTo(this.#needs.combobox.activeId);
  }

  /** Who asks while a panel lies over the rows wants to see them, from the first. */
  uncover(): void {
    const { side } = this.#needs;
    if (!side.isOpen || !this.#covered) return;
    side.close(false);
    void this.#host.updateComplete.then(() => this.#list?.scrollTo({ top: 0 }));
  }

  get #list(): Element | null {
    return this.#host.renderRoot.querySelector('.list');
  }

  get #covered(): boolean {
    return this.#list?.getClientRects().length === 0;
  }

  /** To the buttons of the active row. */
  focusActions(): void {
    this.#host.renderRoot.querySelector<HTMLElement>('[data-active] .actions button')?.focus();
  }
}
