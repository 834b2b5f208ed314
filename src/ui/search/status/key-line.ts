/** The keys of the active row, in a line at the foot of a wide element. A person may hide it, and show it again in the help. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { icons } from '../../shared/icons.ts';
import { StateController } from '../../shared/state-controller.ts';
import { keepStored, readStored, storedName } from '../../shared/stored.ts';
import type { Strings } from '../../strings/strings.ts';

const HIDDEN = storedName('keys-hidden');

export class KeyLine extends StateController<{ hidden: boolean }> {
  constructor(host: ReactiveControllerHost) {
    super(host, { hidden: readStored(HIDDEN) !== null });
  }

  setHidden(hidden: boolean): void {
    this.set({ hidden });
    keepStored(HIDDEN, hidden ? '1' : null);
  }
}

export function renderKeyLine(strings: Strings, readonly: boolean, line: KeyLine): TemplateResult | typeof nothing {
  if (line.state.hidden) return nothing;
  const { choose, open, why, edit, copy, remove, undo } = strings.keyNames;
  const onward = strings.dir === 'rtl' ? '←' : '→';
  const keys: [keys: string[], name: string, writes?: boolean][] = [
    [['↑', '↓'], choose],
    [['Enter'], open],
    [[onward, 'W'], why],
    [[onward, 'E'], edit, true],
    [[onward, 'C'], copy],
    [[onward, 'Del'], remove, true],
    [['Alt', 'Z'], undo, true],
  ];
  return html`<div class="keys" part="keys">
    <ul>
      ${keys
        .filter(([, , writes]) => !(writes && readonly))
        .map(([pressed, name]) => html`<li>${pressed.map((key) => html`<kbd>${key}</kbd>`)}<span>${name}</span></li>`)}
    </ul>
    <button
      type="button"
      class="icon-only quiet small"
      aria-label=${strings.hideKeys}
      title=${strings.hideKeys}
      @click=${() => line.setHidden(true)}
    >${icons.clear}</button>
  </div>`;
}
