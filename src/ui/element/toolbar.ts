import { html, nothing, type TemplateResult } from 'lit';
import type { SideKind } from '../session/panel.ts';
import type { Session } from '../session/session.ts';
import { icons } from '../shared/icons.ts';
import type { Strings } from '../strings/strings.ts';

export function renderTools(strings: Strings, session: Session): TemplateResult {
  const tool = (kind: SideKind, label: string, icon: TemplateResult | null): TemplateResult => {
    const expanded = session.panel.state.current.kind === kind;
    return html`<button
      type="button"
      class=${icon ? 'icon-only quiet tool' : 'quiet tool worded'}
      data-tool=${kind}
      aria-label=${label}
      title=${icon ? label : ''}
      aria-expanded=${expanded ? 'true' : 'false'}
      @click=${() => session.commands.toggle(kind)}
    >${icon ?? label}</button>`;
  };
  return html`<span class="panel-tools"
    >${session.offers('import') ? tool('import', strings.import, null) : nothing}
    ${tool('settings', strings.settings, icons.settings)} ${tool('help', strings.help, icons.help)}</span
  >`;
}
