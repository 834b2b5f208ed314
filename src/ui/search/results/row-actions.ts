/**
 * The buttons of a row, and their keys: an arrow key moves from the box to the buttons of the active row, and the next
 * key acts.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { ResultRow } from '../../session/answer/result-row.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

type RowAction = 'why' | 'edit' | 'copy' | 'remove';

const KEYS: { readonly [action in RowAction]: string } = { why: 'w', edit: 'e', copy: 'c', remove: 'Delete' };

export async function loadWhyPanel(): Promise<void> {
  const { WhyPanelElement } = await import('./why-panel.ts');
  if (!customElements.get('hs-why-panel')) customElements.define('hs-why-panel', WhyPanelElement);
}

export class RowActions {
  readonly #part: Part;
  readonly #session: Session;

  constructor(part: Part, session: Session) {
    this.#part = part;
    this.#session = session;
  }

  get readonly(): boolean {
    return this.#part.readonly || !this.#session.offers('form');
  }

  render(strings: SearchStrings, { id, hit }: ResultRow, active: boolean): TemplateResult {
    const { readonly } = this;
    const why = this.#session.results.state.whyIds.has(id);
    return html`${hit ? renderButton('why', strings.why, icons.why, active, why) : nothing}
        ${readonly ? nothing : renderButton('edit', strings.edit, icons.edit, active)}
        ${renderButton('copy', strings.copy, icons.copy, active)}
        ${readonly ? nothing : renderButton('remove', strings.remove, icons.trash, active)}`;
  }

  /** Acts if the target is in a button. */
  press(target: Element, row: ResultRow): void {
    const button = target.closest<HTMLElement>('[data-action]');
    if (button) this.#act(button.dataset.action as RowAction, row);
  }

  onKeydown(event: KeyboardEvent, group: Element, row: ResultRow): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const buttons = [...group.querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(event.target as HTMLElement);
    const forward = getComputedStyle(group).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = at + (event.key === forward ? 1 : -1);
      if (next < 0) this.#leave();
      else buttons[next]?.focus();
    } else if (event.key === 'Escape') this.#leave();
    else {
      const key = event.key === 'Backspace' ? 'delete' : event.key.toLowerCase();
      const button = buttons.find(({ dataset }) => KEYS[dataset.action as RowAction].toLowerCase() === key);
      if (!button) return;
      this.#act(button.dataset.action as RowAction, row);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #act(action: RowAction, { id, memory }: ResultRow): void {
    const { results, commands, reader, notices } = this.#session;
    if (action === 'why') {
      loadWhyPanel().catch(notices.report);
      results.toggleWhy(id);
    } else if (action === 'copy') void reader.copy(memory);
    else commands[action](memory);
  }

  #leave(): void {
    const { places } = this.#session;
    if (this.#part.composed) places.focusBox();
    else places.list?.focus();
  }
}

/** Only the active row's buttons are in the tab order, so that Tab doesn't stop at every row. */
function renderButton(
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
    title=${`${label} (${KEYS[name].toUpperCase()})`}
    aria-keyshortcuts=${KEYS[name]}
    aria-label=${label}
    aria-expanded=${ifDefined(expanded === undefined ? undefined : expanded ? 'true' : 'false')}
  >${icon}</button>`;
}
