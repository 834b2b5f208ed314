import { html, type TemplateResult } from 'lit';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { defineInner } from '../../shared/define-inner.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { Strings } from '../../strings/strings.ts';
import type { AlphaChangeEvent, JudgeErrorEvent } from './judge-events.ts';
import { JudgePanelElement } from './judge-panel.ts';

export class JudgePanel extends PanelView {
  readonly watched;

  constructor(part: Part, session: Session) {
    defineInner('hs-judge-panel', JudgePanelElement);
    super(part, session, 'judge', 'hs-judge-panel');
    this.watched = [session.panel, session.connection];
  }

  render(strings: Strings): TemplateResult {
    const { session } = this;
    const { connection, host, search } = session;
    return html`<hs-judge-panel
      part="panel"
      exportparts=${INNER_PARTS}
      ?data-stays=${this.stays}
      .strings=${strings}
      .client=${connection.state.client}
      .store=${host.name}
      .query=${host.query}
      .alpha=${search.alpha}
      @panel-close=${this.onClose}
      @alpha-change=${(event: AlphaChangeEvent) => session.setAlpha(event.alpha)}
      @judge-error=${(event: JudgeErrorEvent) => session.notices.report(event.error)}
      @keydown=${this.onKeydown}
    ></hs-judge-panel>`;
  }
}
