import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

/** Shown only with an active row, because the keys work on it. */
export function renderKeyLine(session: Session, strings: SearchStrings): TemplateResult | typeof nothing {
  const { keys: hints, selection } = session;
  if (hints.state.hidden || selection.activeId === null) return nothing;
  const { choose, open, why, edit, copy, remove, undo } = strings.keyNames;
  const { enter, delete: del } = strings.keyCaps;
  const onward = strings.dir === 'rtl' ? '←' : '→';
  const keys: [keys: string[], name: string, writes?: boolean][] = [
    [['↑', '↓'], choose],
    [[enter], open],
    [[onward, 'W'], why],
    [[onward, 'E'], edit, true],
    [[onward, 'C'], copy],
    [[onward, del], remove, true],
    [['Alt', 'Z'], undo, true],
  ];
  // The box has the focus while this is shown, and a click on the line must not take it away.
  return html`<div class="keys" part="keys" @mousedown=${(event: Event) => event.preventDefault()}>
    <ul>
      ${keys
        .filter(([, , writes]) => !writes || session.writes)
        .map(([pressed, name]) => html`<li>${pressed.map((key) => html`<kbd>${key}</kbd>`)}<span>${name}</span></li>`)}
    </ul>
    <button
      type="button"
      class="icon-only quiet small"
      aria-label=${strings.hideKeys}
      title=${strings.hideKeys}
      @click=${() => hints.setHidden(true)}
    >${icons.clear}</button>
  </div>`;
}
