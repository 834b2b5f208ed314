/** Buttons that open panels: a new note next to the box; import, settings and help at the end of the filters. */
import { html, nothing, type TemplateResult } from 'lit';
import type { SideKind } from '../session/panel.ts';
import type { Session } from '../session/session.ts';
import { icons } from '../shared/icons.ts';
import type { FrameStrings } from '../strings/frame-words.ts';
import type { Strings } from '../strings/strings.ts';

/** Drawn with the frame, before there is a session. */
export function renderAdd(strings: FrameStrings, session: Session | null): TemplateResult {
  const expanded = session?.panel.state.current.kind === 'form';
  return html`<button
    type="button"
    class="primary add"
    data-tool="form"
    part="add"
    aria-expanded=${expanded ? 'true' : 'false'}
    @click=${() => session?.toggle('form')}
  >
    ${icons.add}<span>${strings.add}</span>${
      session?.writing.state.draft
        ? html`<i class="draft-dot" aria-hidden="true"></i><span class="visually-hidden">${session.strings.draftWaiting}</span>`
        : nothing
    }
  </button>`;
}

export function renderTools(strings: Strings, session: Session): TemplateResult {
  const tool = (kind: SideKind, label: string, icon: TemplateResult, worded = false): TemplateResult => {
    const expanded = session.panel.state.current.kind === kind;
    return html`<button
      type="button"
      class=${worded ? 'quiet tool worded' : 'icon-only quiet tool'}
      data-tool=${kind}
      aria-label=${label}
      title=${label}
      aria-expanded=${expanded ? 'true' : 'false'}
      @click=${() => session.toggle(kind)}
    >${icon}${worded ? html`<span>${label}</span>` : nothing}</button>`;
  };
  return html`<span class="panel-tools"
    >${session.offers('import') ? tool('import', strings.import, icons.upload, true) : nothing}
    ${tool('settings', strings.settings, icons.settings)} ${tool('help', strings.help, icons.help)}</span
  >`;
}
