import { html, nothing, type TemplateResult } from 'lit';
import { renderBackupReminder } from '../notes/desk/backup-reminder.ts';
import { deskOf } from '../notes/desk/desk.ts';
import { DropZone } from '../notes/desk/drop-zone.ts';
import type { DroppedEntry } from '../notes/desk/early-drops.ts';
import type { Session } from '../session/session.ts';
import { notesIcons } from '../shared/notes-icons.ts';
import type { Watchable } from '../shared/state.ts';
import { includeNotesWords, notesStrings } from '../strings/load-notes.ts';

export class NotesSide {
  readonly watched: readonly Watchable[];
  readonly #session: Session;
  readonly #drop: DropZone;

  private constructor(host: EventTarget, session: Session) {
    const { store } = deskOf(session);
    this.#session = session;
    this.#drop = new DropZone(host, store, session.notices.report);
    this.watched = [this.#drop];
  }

  static async load(host: EventTarget, session: Session): Promise<NotesSide> {
    await includeNotesWords(session.host.words);
    return new NotesSide(host, session);
  }

  connect(): void {
    this.#drop.connect();
  }

  disconnect(): void {
    this.#drop.disconnect();
  }

  take(entries: readonly DroppedEntry[]): void {
    this.#drop.take(entries);
  }

  renderReminder(): TemplateResult | typeof nothing {
    return renderBackupReminder(this.#session, notesStrings(this.#session));
  }

  renderDrop(): TemplateResult | typeof nothing {
    if (!this.#drop.state.over) return nothing;
    return html`<div class="drop" part="drop">${notesIcons.upload}${notesStrings(this.#session).dropHere}</div>`;
  }
}
