import { html, type TemplateResult } from 'lit';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { defineInner } from '../../shared/define-inner.ts';
import type { MemoryCommandEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { MemoryViewElement } from './memory-view.ts';

export class ReaderPanel extends PanelView {
  readonly watched;

  constructor(part: Part, session: Session) {
    defineInner('hs-memory-view', MemoryViewElement);
    super(part, session, 'memory', 'hs-memory-view');
    this.watched = [session.panel, session.connection, session.writing, session.syncing];
  }

  render(strings: SearchStrings): TemplateResult {
    const { panel, connection, host } = this.session;
    const { current } = panel.state;
    if (current.kind !== 'memory') return html`<slot></slot>`;
    return html`<hs-memory-view
      part="panel"
      exportparts=${INNER_PARTS}
      .strings=${strings}
      .memory=${current.memory}
      .hit=${current.hit}
      .readonly=${this.readonly || !this.session.offers('form')}
      .linkable=${host.deepLink !== null}
      .client=${connection.state.client}
      .under=${this.session.syncing.state.underNote}
      .queued=${connection.state.progress?.embedding.queued ?? 0}
      @panel-close=${this.onClose}
      @memory-command=${this.#run}
      @keydown=${this.onKeydown}
    ></hs-memory-view>`;
  }

  readonly #run = ({ command, memory }: MemoryCommandEvent): void => {
    const { session } = this;
    switch (command) {
      case 'open':
        if (session.commands.show(memory)) void session.reader.opened(memory.id);
        break;
      case 'edit':
        session.commands.edit(memory);
        break;
      case 'pin':
        session.commands.pin(memory);
        break;
      case 'remove':
        session.commands.remove(memory);
        break;
      case 'copy':
        void session.reader.copy(memory);
        break;
      case 'copy-link':
        void session.reader.copyLink(memory);
        break;
    }
  };
}
