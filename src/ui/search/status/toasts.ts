/** Short messages at the foot: deletes that can still be undone, and what just happened. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Memory } from '../../../core/record/memory.ts';
import type { Clearing } from '../../notes/desk/pending-clear.ts';
import type { Notice } from '../../session/notices.ts';
import { icons } from '../../shared/icons.ts';
import { titleOf } from '../../shared/title.ts';
import type { Strings } from '../../strings/strings.ts';

export interface ToastsView {
  strings: Strings;
  /** Each can be undone, so each is shown; the list scrolls. */
  deletes: readonly Memory[];
  clearing: Clearing | null;
  notice: Notice | null;
  onUndo: (memory: Memory) => void;
  onUndoClear: () => void;
  onDismiss: () => void;
  /** The pointer or the focus is on a message, and leaves it. */
  onHold: () => void;
  onResume: () => void;
}

export function renderToasts(view: ToastsView): TemplateResult {
  const { strings, clearing, notice } = view;
  return html`<div class="toasts" part="toasts" role="status"
    @pointerover=${view.onHold}
    @pointerleave=${view.onResume}
    @focusin=${view.onHold}
    @focusout=${view.onResume}
  >
    ${clearing ? undoable(strings, strings.deletingAll(clearing.count), view.onUndoClear) : nothing}
    ${repeat(
      // The newest first: it is the one that is taken back, and a long list shows its beginning.
      [...view.deletes].reverse(),
      (memory) => memory.id,
      (memory) => undoable(strings, strings.removed(titleOf(memory, strings)), () => view.onUndo(memory)),
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
            <button type="button" class="icon-only" aria-label=${strings.close} @click=${view.onDismiss}>${icons.clear}</button>
          </div>`
        : nothing
    }
  </div>`;
}

function undoable(strings: Strings, text: string, onUndo: () => void): TemplateResult {
  return html`<div class="toast" part="toast">
    <span class="toast-text" dir="auto">${text}</span>
    <button type="button" class="undo" @click=${onUndo}>${strings.undo}</button>
    <i class="fuse" aria-hidden="true"></i>
  </div>`;
}
