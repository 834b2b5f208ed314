/** Short messages at the foot: deletes that can still be undone, and what just happened. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Memory } from '../../core/record/memory.ts';
import type { Notice } from '../controllers/notices.ts';
import { icons } from '../shared/icons.ts';
import { titleOf } from '../shared/title.ts';
import type { Strings } from '../strings/strings.ts';

/** Deletes shown at once; the others still run out, only unseen. */
const MAX_UNDO = 3;

export function renderToasts(
  strings: Strings,
  deletes: readonly Memory[],
  notice: Notice | null,
  onUndo: (memory: Memory) => void,
  onDismiss: () => void,
): TemplateResult {
  return html`<div class="toasts" part="toasts" role="status">
    ${repeat(
      deletes.slice(-MAX_UNDO),
      (memory) => memory.id,
      (memory) => html`<div class="toast" part="toast">
        <span class="toast-text" dir="auto">${strings.removed(titleOf(memory, strings))}</span>
        <button type="button" class="undo" @click=${() => onUndo(memory)}>${strings.undo}</button>
        <i class="fuse" aria-hidden="true"></i>
      </div>`,
    )}
    ${
      notice
        ? html`<div class="toast ${notice.kind}" part="toast">
            ${notice.kind === 'done' ? icons.check : icons.warning}
            <span class="toast-text" dir="auto">${notice.text}</span>
            <button type="button" class="icon-only" aria-label=${strings.close} @click=${onDismiss}>${icons.clear}</button>
          </div>`
        : nothing
    }
  </div>`;
}
