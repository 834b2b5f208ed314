import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '../session/session.ts';
import { frameIcons } from '../shared/frame-icons.ts';
import type { FrameStrings } from '../strings/frame-words.ts';

export function renderAdd(strings: FrameStrings, session: Session | null): TemplateResult {
  const expanded = session?.panel.state.current.kind === 'form';
  return html`<button
    type="button"
    class="primary add"
    data-tool="form"
    part="add"
    aria-expanded=${expanded ? 'true' : 'false'}
    @click=${() => session?.commands.toggle('form')}
  >
    ${frameIcons.add}<span>${strings.add}</span>${
      session?.writing.state.draft
        ? html`<i class="draft-dot" aria-hidden="true"></i><span class="visually-hidden">${session.strings.draftWaiting}</span>`
        : nothing
    }
  </button>`;
}
