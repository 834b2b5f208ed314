/** @tagname hs-sync-passphrase */
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { toSecret } from './invitation.ts';
import { SyncView } from './sync-view.ts';

/** In characters. Shorter passphrases are easily guessed. */
const SAFE_LENGTH = 20;

export class PassphraseFormElement extends SyncView {
  @state() private entered: string | null = null;

  protected override firstUpdated(): void {
    if (!this.desk.setUp.isInUse && this.state.setUp.passphrase === '') void this.#offer(true);
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const { isInUse } = this.desk.setUp;
    const passphrase = this.entered ?? this.state.setUp.passphrase;
    const isShort = !isInUse && passphrase.length > 0 && passphrase.length < SAFE_LENGTH;
    return html`<form class="stack" @submit=${this.#submit}>
      <h3 tabindex="-1">${words.passphrase}</h3>
      <p dir="ltr">${this.desk.setUp.place}</p>
      <p class="muted">${this.state.setUp.passphrase ? words.linkTaken : isInUse ? words.passphraseKnown : words.passphraseNew}</p>
      <div class="field">
        <label for="passphrase">${isInUse ? words.passphraseOrKit : words.passphraseField}</label>
        <textarea class="input" part="field" id="passphrase" rows="2" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required
          aria-describedby="short" .value=${passphrase} @input=${this.#onInput} @keydown=${this.#onKeydown}></textarea>
        <p class="hint" id="short" role="status">${isShort ? words.passphraseShort : nothing}</p>
      </div>
      ${isInUse ? nothing : html`<button type="button" class="outlined" part="button" @click=${() => this.#offer()}>${words.otherWords}</button>`}
      <div class="field">
        <label for="device">${words.deviceName}</label>
        <input class="input" part="field" id="device" autocomplete="off" maxlength="100" aria-describedby="device-hint" value=${deviceName(navigator.userAgent)} />
        <p class="hint" id="device-hint">${words.deviceNameHint}</p>
      </div>
      <label class="option">
        <input type="checkbox" id="adopt" aria-describedby="adopt-hint" />
        <span>${words.vectorsOnly}<span class="hint" id="adopt-hint">${words.vectorsOnlyHint}</span></span>
      </label>
      <label class="option">
        <input type="checkbox" id="messages" aria-describedby="messages-hint" />
        <span>${words.messages}<span class="hint" id="messages-hint">${words.messagesHint}</span></span>
      </label>
      <button type="submit" class="primary" part="button primary" ?disabled=${this.state.isBusy}>${words.turnOn}</button>
      <p class="muted" role="status">${this.state.isBusy ? words.turningOn : nothing}</p>
    </form>`;
  }

  /** @param unlessEntered whether to keep what the user has typed meanwhile */
  async #offer(unlessEntered = false): Promise<void> {
    const { newPassphrase } = await import('./passphrase-words.ts');
    if (!unlessEntered || this.entered === null) this.entered = newPassphrase();
  }

  readonly #onInput = (): void => {
    this.entered = this.value('passphrase');
  };

  /** A passphrase has one line. The field has two only so that all six words are visible. */
  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.renderRoot.querySelector('form')?.requestSubmit();
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    const isChecked = (id: string): boolean =>
      this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.checked === true;
    void this.desk.turnOn(toSecret(this.value('passphrase')), {
      deviceName: this.value('device').trim(),
      vectors: isChecked('adopt') ? 'adopt' : 'both',
      messages: isChecked('messages'),
    });
  };
}

/** The order matters, because the user agents of most browsers also name other browsers. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/OPR/, 'Opera'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

export function deviceName(agent: string): string {
  const find = (table: typeof BROWSERS): string | undefined => table.find(([sign]) => sign.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ');
}
