import { html, nothing, type TemplateResult } from 'lit';
import type { Part, View } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { defineInner } from '../../shared/define-inner.ts';
import type { ModelCommand, ModelCommandEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { renderLanguageOffer } from './language-offer.ts';
import { StatusBarElement } from './status-bar.ts';
import { renderStorageNote } from './storage-note.ts';
import { toastStyles } from './toasts.styles.ts';
import { renderToasts } from './toasts.ts';

export class StatusView implements View {
  readonly styles = [contentStyles, toastStyles];
  readonly watched;
  readonly #part: Part;
  readonly #session: Session;

  constructor(part: Part, session: Session) {
    defineInner('hs-status-bar', StatusBarElement);
    this.#part = part;
    this.#session = session;
    this.watched = [session.connection, session.writing, session.notices, session.syncing];
  }

  render(strings: SearchStrings): TemplateResult {
    const session = this.#session;
    const { connection, writing, host } = session;
    const { stats, progress, storage } = connection.state;
    const { clearing, deletes } = writing.state;
    const { alone } = this.#part;
    return html`${alone ? html`${renderStorageNote(strings, storage)}${renderLanguageOffer(session, strings)}` : nothing}<hs-status-bar
        part="status"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .progress=${progress}
        .later=${host.modelLoad === 'idle'}
        .stats=${stats}
        .leaving=${clearing === null ? deletes.length : (stats?.memories ?? 0)}
        .durability=${connection.durability}
        .sync=${session.syncing.state.line}
        @model-command=${(event: ModelCommandEvent) => this.#run(event.command)}
      ></hs-status-bar>
      ${alone ? renderToasts(session, strings) : nothing}`;
  }

  #run(command: ModelCommand): void {
    const { connection, notices } = this.#session;
    const { client } = connection;
    const done = { load: () => client?.loadModel(), pause: () => client?.pause(), resume: () => client?.resume() };
    Promise.resolve(done[command]()).catch(notices.report);
  }
}
