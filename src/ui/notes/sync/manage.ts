/** @tagname hs-sync-manage */
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { SyncDevice, SyncState } from '../../shared/engine-access.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { SyncView } from './sync-view.ts';

type Action = 'passphrase' | 'kit' | 'start-again' | 'stop';

export class ManageElement extends SyncView {
  @state() private confirming: Action | null = null;
  @state() private choices = { adopts: false, messages: false };
  #stage: SyncState['stage'] | undefined;

  /** Another tab may change the choices, and then sync connects again. */
  protected override updated(): void {
    const { stage } = this.state.sync ?? {};
    if (stage === this.#stage) return;
    this.#stage = stage;
    this.desk.choices().then(
      (choices) => {
        this.choices = choices;
      },
      () => {},
    );
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const isRefused = this.state.sync?.stage === 'refused';
    return html`
      ${this.state.devices.length > 0 ? this.#devices() : nothing}
      <h3>${words.more}</h3>
      ${
        isRefused
          ? nothing
          : html`<label class="option">
                <input type="checkbox" id="adopt" aria-describedby="adopt-hint" .checked=${this.choices.adopts} ?disabled=${this.state.isBusy} @change=${this.#adopt} />
                <span>${words.vectorsOnly}<span class="hint" id="adopt-hint">${words.vectorsOnlyHint}</span></span>
              </label>
              <label class="option">
                <input type="checkbox" id="messages" aria-describedby="messages-hint" .checked=${this.choices.messages} ?disabled=${this.state.isBusy} @change=${this.#syncMessages} />
                <span>${words.messages}<span class="hint" id="messages-hint">${words.messagesHint}</span></span>
              </label>
              ${this.#action('passphrase', words.changePassphrase)} ${this.#action('kit', words.showKit)}
              ${this.#action('start-again', words.startAgain)}`
      }
      ${this.#action('stop', words.stop)}
      <p class="muted" role="status">${this.state.said}</p>
    `;
  }

  #devices(): TemplateResult {
    const { words, strings } = this;
    return html`<h3>${words.devices}</h3>
      <ul class="devices">
        ${this.state.devices.map((device) => {
          const name = device.name || words.unnamedDevice;
          const seen = words.lastSeen(formatDay(device.lastSeen, Date.now(), strings.locale));
          return html`<li>
            <span class="name"><bdi>${name}</bdi></span>
            <span class="muted">${device.isThis ? words.thisDevice : seen}</span>
            ${device.isThis ? nothing : this.#remove(device, name)}
          </li>`;
        })}
      </ul>`;
  }

  #remove({ id }: SyncDevice, name: string): TemplateResult {
    const label = this.words.removeDevice(name);
    return html`<button type="button" class="icon-only quiet" part="button" aria-label=${label} title=${label} @click=${onFirstClick(() => void this.desk.removeDevice(id))}>
      ${icons.trash}
    </button>`;
  }

  #action(what: Action, name: string): TemplateResult {
    if (this.confirming !== what) {
      const act = (): void => void this.#ask(what);
      return html`<button type="button" class="outlined" part="button" data-action=${what} @click=${act}>${name}</button>`;
    }
    const { words } = this;
    switch (what) {
      case 'passphrase':
        return this.#form(
          what,
          name,
          html`${this.#field('former', words.currentPassphrase)} ${this.#field('next', words.newPassphrase)}`,
        );
      case 'kit':
        return this.#form(what, name, this.#field('former', words.passphraseField));
      case 'start-again':
        return this.#form(what, words.startAgainConfirm, this.#warning(words.startAgainWarning), true);
      case 'stop':
        return this.#form(what, words.stopConfirm, this.#warning(words.stopWarning), true);
    }
  }

  #form(what: Action, name: string, content: TemplateResult, isDanger = false): TemplateResult {
    return html`<form class="stack confirm" data-action=${what} @submit=${this.#submit}>
      ${content}
      <div class="buttons">
        <button type="button" class="outlined cancel" part="button" @click=${this.#cancel}>${this.strings.cancel}</button>
        <button type="submit" class=${isDanger ? 'outlined danger' : 'outlined'} part="button" ?disabled=${this.state.isBusy}>${name}</button>
      </div>
    </form>`;
  }

  #field(id: string, label: string): TemplateResult {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <input class="input" part="field" id=${id} dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required />
    </div>`;
  }

  #warning(text: string): TemplateResult {
    return html`<p class="warning">${icons.warning}<span>${text}</span></p>`;
  }

  async #ask(what: Action): Promise<void> {
    this.confirming = what;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.confirm input, .confirm .cancel')?.focus();
  }

  readonly #cancel = async (): Promise<void> => {
    const { confirming } = this;
    this.confirming = null;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-action=${confirming}]`)?.focus();
  };

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { desk, confirming } = this;
    const former = this.value('former').trim();
    const done = {
      passphrase: () => desk.changePassphrase(former, this.value('next').trim()),
      kit: () => desk.showKit(former),
      'start-again': () => desk.startAgain(),
      stop: () => desk.stop(),
    };
    await done[confirming!]();
    if (!desk.state.failure) await this.#cancel();
  };

  readonly #adopt = (event: Event): void => {
    const adopts = (event.target as HTMLInputElement).checked;
    this.choices = { ...this.choices, adopts };
    void this.desk.adoptOnly(adopts);
  };

  readonly #syncMessages = (event: Event): void => {
    const messages = (event.target as HTMLInputElement).checked;
    this.choices = { ...this.choices, messages };
    void this.desk.syncMessages(messages);
  };
}
