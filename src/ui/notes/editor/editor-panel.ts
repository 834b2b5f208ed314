import { html, type LitElement, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { defineInner } from '../../shared/define-inner.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { Strings } from '../../strings/strings.ts';
import { type Desk, deskOf } from '../desk/desk.ts';
import { NEW_NOTE } from '../desk/drafts.ts';
import type { DraftChangeEvent, DraftDiscardEvent, MemorySaveEvent } from './form-events.ts';
import { MemoryFormElement } from './memory-form.ts';

export class EditorPanel extends PanelView {
  readonly watched;
  readonly #desk: Desk;
  #finished: number;

  constructor(part: Part, session: Session) {
    defineInner('hs-memory-form', MemoryFormElement);
    super(part, session, 'form', 'hs-memory-form');
    this.#desk = deskOf(session);
    this.#finished = this.#desk.notes.state.finished;
    this.watched = [session.panel, session.connection, this.#desk.drafts, this.#desk.notes];
  }

  render(strings: Strings): TemplateResult {
    const { panel, connection, host } = this.session;
    const { drafts, notes } = this.#desk;
    const { current } = panel.state;
    const memory = current.kind === 'form' ? current.memory : null;
    const form = html`<hs-memory-form
      part="panel"
      exportparts=${INNER_PARTS}
      ?data-stays=${this.stays}
      .strings=${strings}
      .memory=${memory}
      .draft=${drafts.get(memory?.id ?? NEW_NOTE) ?? null}
      .conflict=${notes.state.conflict}
      .failure=${notes.state.failure}
      .saving=${notes.state.saving}
      .store=${host.name}
      .tags=${connection.state.stats?.tags ?? {}}
      @panel-close=${this.onClose}
      @draft-change=${(event: DraftChangeEvent) => notes.keepDraft(event.id, event.fields)}
      @draft-discard=${(event: DraftDiscardEvent) => notes.discardDraft(event.id)}
      @memory-save=${(event: MemorySaveEvent) => void notes.save(event.id, event.fields)}
      @keydown=${this.onKeydown}
    ></hs-memory-form>`;
    return html`${keyed(notes.state.finished, form)}`;
  }

  override updated(): void {
    super.updated();
    const { finished } = this.#desk.notes.state;
    if (finished === this.#finished) return;
    this.#finished = finished;
    const form = this.part.renderRoot.querySelector<LitElement>('hs-memory-form');
    if (form && this.stays) void form.updateComplete.then(() => form.focus());
  }
}
