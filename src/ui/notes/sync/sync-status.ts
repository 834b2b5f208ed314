/** @tagname hs-sync-status */

import { html, nothing, type TemplateResult } from 'lit';
import { defineInner } from '../../shared/define-inner.ts';
import type { SyncReason, SyncRefusal, SyncState } from '../../shared/engine-access.ts';
import { formatNumber } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import { statusIcons } from '../../shared/status-icons.ts';
import { toSecret } from './invitation.ts';
import { ManageElement } from './manage.ts';
import { RefusedListElement } from './refused-list.ts';
import { isIncomplete } from './sync-desk-state.ts';
import { SyncView } from './sync-view.ts';

export class SyncStatusElement extends SyncView {
  constructor() {
    super();
    defineInner('hs-sync-manage', ManageElement);
    defineInner('hs-sync-refused', RefusedListElement);
  }

  protected override render(): TemplateResult {
    const { words, state } = this;
    const sync = state.sync!;
    return html`
      <h3 tabindex="-1">${words.syncsWith(state.place)}</h3>
      ${sync.stage === 'refused' || sync.stage === 'offline' ? this.#trouble(sync.detail ?? 'transport', sync.stage) : nothing}
      <p class="stage" data-stage=${sync.stage} role="status">${isIncomplete(sync) ? this.#refusals(sync.refused) : words.state[sync.stage]}</p>
      ${
        isIncomplete(sync)
          ? html`<hs-sync-refused exportparts=${INNER_PARTS} .strings=${this.strings} .desk=${this.desk} .refused=${sync.refused}></hs-sync-refused>`
          : nothing
      }
      <p class="muted figures">${this.#progress(sync)}</p>
      ${sync.unreadable ? html`<p class="muted">${words.unreadable(sync.unreadable.length)}</p>` : nothing}
      ${sync.rolledBack ? html`<p class="muted">${words.rolledBack}</p>` : nothing}
      <div class="buttons">
        ${
          sync.stage === 'refused'
            ? nothing
            : html`<button type="button" class="primary invite" part="button primary" @click=${() => this.desk.invite()}>${words.addDevice}</button>`
        }
        ${isIncomplete(sync) ? this.#button(this.strings.retry, () => this.desk.resume()) : nothing}
        ${this.#pause(sync)}
      </div>
      <hs-sync-manage exportparts=${INNER_PARTS} .strings=${this.strings} .desk=${this.desk} .state=${state}></hs-sync-manage>
    `;
  }

  #refusals(refused: readonly SyncRefusal[]): string {
    const { words } = this;
    const said = (about: (each: SyncRefusal) => boolean, sentence: (count: number) => string): string => {
      const count = refused.filter(about).length;
      return count > 0 ? sentence(count) : '';
    };
    const reasons = ['too-large', 'forbidden', 'unanswered'] as const;
    const notes = reasons.map((about) => said(({ reason, file }) => !file && reason === about, words.refused[about]));
    return [...notes, said(({ file }) => file === true, words.refusedFiles)].filter(Boolean).join(' ');
  }

  #progress({ pulled, pushed, pending }: SyncState): string {
    const { locale } = this.strings;
    const format = (n: number): string => formatNumber(n, locale);
    return this.words.progress(format(pulled), format(pushed), format(pending));
  }

  #pause({ stage }: SyncState): TemplateResult | typeof nothing {
    const { strings, desk } = this;
    if (stage === 'refused') return nothing;
    const isPaused = stage === 'paused';
    return html`<button type="button" class="outlined pause" part="button" @click=${() => (isPaused ? desk.resume() : desk.pause())}>
      ${isPaused ? statusIcons.play : statusIcons.pause}${isPaused ? strings.resume : strings.pause}
    </button>`;
  }

  #trouble(reason: SyncReason, stage: SyncState['stage']): TemplateResult {
    const { words } = this;
    const about = this.desk.about(reason);
    return html`<div class="trouble" data-reason=${about} role=${stage === 'refused' ? 'alert' : 'status'}>
      <p class="title">${icons.warning}<strong>${words.troubleTitle[about]}</strong></p>
      <p>${words.troubleText[about]}</p>
      ${this.#cure(about)}
    </div>`;
  }

  #cure(about: SyncReason | 'folder'): TemplateResult {
    const { words, strings, desk } = this;
    const button = (name: string, act: () => unknown): TemplateResult => this.#button(name, act);
    switch (about) {
      case 'authentication':
        return this.#login();
      case 'decryption':
        return this.#passphrase();
      case 'folder':
        return button(words.allowFolder, () => desk.allowFolder());
      case 'identity':
        return html`<div class="buttons">
          ${button(words.takeOver, () => desk.takeOver())} ${button(words.setUpAgain, () => desk.stop())}
        </div>`;
      case 'version':
        return button(words.reload, () => location.reload());
      default:
        return button(strings.retry, () => desk.resume());
    }
  }

  #button(name: string, act: () => unknown): TemplateResult {
    return html`<button type="button" class="outlined" part="button" ?disabled=${this.state.isBusy} @click=${act}>${name}</button>`;
  }

  #login(): TemplateResult {
    const { words } = this;
    return html`<form class="stack" @submit=${this.#signIn}>
      <div class="field">
        <label for="user">${words.user}</label>
        <input class="input" part="field" id="user" dir="ltr" autocomplete="username" required />
      </div>
      <div class="field">
        <label for="password">${words.password}</label>
        <input class="input" part="field" id="password" type="password" dir="ltr" autocomplete="current-password" required />
      </div>
      <button type="submit" class="outlined" part="button" ?disabled=${this.state.isBusy}>${words.signIn}</button>
    </form>`;
  }

  #passphrase(): TemplateResult {
    const { words } = this;
    return html`<form class="stack" @submit=${this.#unlock}>
      <div class="field">
        <label for="passphrase">${words.passphraseOrKit}</label>
        <input class="input" part="field" id="passphrase" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required />
      </div>
      <button type="submit" class="outlined" part="button" ?disabled=${this.state.isBusy}>${words.unlock}</button>
    </form>`;
  }

  readonly #signIn = (event: Event): void => {
    event.preventDefault();
    void this.desk.signIn(this.value('user'), this.value('password'));
  };

  readonly #unlock = (event: Event): void => {
    event.preventDefault();
    void this.desk.renew(toSecret(this.value('passphrase')));
  };
}
