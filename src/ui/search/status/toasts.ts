import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Session } from '../../session/session.ts';
import { titleOf } from '../../session/title.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

/** @param early whether the list is still waiting for its first answer, which would move "Undo" from under the pointer */
export function renderToasts(session: Session, strings: SearchStrings, early = false): TemplateResult {
  const { notices, writing } = session;
  const { deletes, clearing, writer } = writing.state;
  const notice = notices.state.current;
  // While the pointer or focus is on the messages, pending deletes are paused, so that the user can still undo them.
  const pause = (): void => {
    notices.pause();
    writer?.pauseDeletes();
  };
  const resume = (): void => {
    notices.resume();
    writer?.resumeDeletes();
  };
  return html`<div class="toasts" part="toasts" role="status"
    @pointerover=${pause}
    @pointerleave=${resume}
    @focusin=${pause}
    @focusout=${resume}
  >
    ${clearing && !early ? undoable(strings, strings.deletingAll(clearing.count), () => writer?.undoClear()) : nothing}
    ${repeat(
      // Reversed, because the newest delete is the most likely to be undone, and a long list shows its beginning.
      [...deletes].reverse(),
      (memory) => memory.id,
      (memory) => undoable(strings, strings.removed(titleOf(memory, strings)), () => writer?.undo(memory)),
    )}
    ${
      notice
        ? html`<div
            class="toast ${notice.kind}"
            part="toast"
          >
            ${notice.kind === 'done' ? icons.check : icons.warning}
            <span class="toast-text" dir="auto">${notice.text}</span>
            ${
              notice.action
                ? html`<button type="button" class="undo" @click=${notice.action.run}>${notice.action.label}</button>`
                : nothing
            }
            <button type="button" class="icon-only" aria-label=${strings.close} @click=${() => notices.dismiss()}>${icons.clear}</button>
          </div>`
        : nothing
    }
  </div>`;
}

function undoable(strings: SearchStrings, text: string, onUndo: () => void): TemplateResult {
  return html`<div class="toast" part="toast">
    <span class="toast-text" dir="auto">${text}</span>
    <button type="button" class="undo" @click=${onUndo}>${strings.undo}</button>
    <i class="fuse" aria-hidden="true"></i>
  </div>`;
}
