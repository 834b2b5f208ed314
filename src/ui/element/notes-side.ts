import { html, nothing, type TemplateResult } from 'lit';
import { renderBackupReminder } from '../notes/desk/backup-reminder.ts';
import { deskOf } from '../notes/desk/desk.ts';
import { DropZone } from '../notes/desk/drop-zone.ts';
import type { Session } from '../session/session.ts';
import { icons } from '../shared/icons.ts';
import type { Watchable } from '../shared/state.ts';
import type { Strings } from '../strings/strings.ts';

export class NotesSide {
  readonly watched: readonly Watchable[];
  readonly #session: Session;
  readonly #drop: DropZone;

  constructor(host: EventTarget, session: Session) {
    const { store } = deskOf(session);
    this.#session = session;
    this.#drop = new DropZone(host, store, session.notices.report);
    this.watched = [this.#drop];
  }

  connect(): void {
    this.#drop.connect();
  }

  disconnect(): void {
    this.#drop.disconnect();
  }

  renderReminder(strings: Strings): TemplateResult | typeof nothing {
    return renderBackupReminder(this.#session, strings);
  }

  renderDrop(strings: Strings): TemplateResult | typeof nothing {
    if (!this.#drop.state.over) return nothing;
    return html`<div class="drop" part="drop">${icons.upload}${strings.dropHere}</div>`;
  }
}
