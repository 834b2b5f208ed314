/** @tagname hs-sync-place */
import { html, nothing, type TemplateResult } from 'lit';
import type { SyncFinding } from '../../shared/engine-access.ts';
import { icons } from '../../shared/icons.ts';
import { canPickFolders, type SetUpState } from './set-up.ts';
import { SyncView } from './sync-view.ts';

export class PlaceFormElement extends SyncView {
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#address, .choose')?.focus();
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const { setUp } = this.state;
    return html`
      ${setUp.passphrase === '' ? html`<p class="muted">${words.intro}</p>` : html`<p class="warning">${icons.warning}<span>${words.linkTaken}</span></p>`}
      ${canPickFolders() ? this.#choice(setUp) : nothing}
      ${setUp.kind === 'folder' ? this.#folder(setUp) : this.#server(setUp)}
    `;
  }

  #choice({ kind }: SetUpState): TemplateResult {
    const { words, strings } = this;
    const option = (value: SetUpState['kind'], name: string): TemplateResult => html`<label class="option">
      <input type="radio" name="kind" .checked=${kind === value} @change=${() => this.desk.setUp.change({ kind: value })} />
      <span>${name}</span>
    </label>`;
    return html`<fieldset aria-label=${strings.syncHeading}>
      ${option('server', words.serverChoice)} ${option('folder', words.folderChoice)}
    </fieldset>`;
  }

  #folder({ folder, findings }: SetUpState): TemplateResult {
    const { words } = this;
    return html`<p class="muted">${words.folderHint}</p>
      ${folder ? html`<p>${words.folderChosen(folder.name)}</p>` : nothing}
      <button type="button" class="outlined choose" part="button" ?disabled=${this.state.isBusy} @click=${() => this.desk.chooseFolder()}>
        ${words.folderChoose}
      </button>
      ${this.#findings(findings)}`;
  }

  #server({ address, asksLogin, isWrongAddress, isChecking, findings }: SetUpState): TemplateResult {
    const { words } = this;
    return html`<form class="stack" novalidate @submit=${this.#check}>
      <div class="field">
        <label for="address">${words.address}</label>
        <input class="input" part="field" id="address" type="url" dir="ltr" autocomplete="url" spellcheck="false" .value=${address}
          aria-describedby="address-hint" aria-invalid=${isWrongAddress ? 'true' : 'false'}
          @change=${() => this.desk.setUp.change({ address: this.value('address') })} />
        <p class=${isWrongAddress ? 'problem' : 'hint'} id="address-hint">${isWrongAddress ? words.addressWrong : words.addressHint}</p>
      </div>
      ${asksLogin ? this.#login() : nothing}
      <button type="submit" class="primary" part="button primary" ?disabled=${isChecking}>${words.check}</button>
      ${this.#findings(findings)}
      <p role="status" class="muted">${isChecking ? words.checking : this.#summary(findings)}</p>
    </form>`;
  }

  #login(): TemplateResult {
    const { words } = this;
    const { user, password } = this.state.setUp;
    return html`<p class="muted">${words.loginHint}</p>
      <div class="field">
        <label for="user">${words.user}</label>
        <input class="input" part="field" id="user" dir="ltr" autocomplete="username" .value=${user} @change=${this.#take} />
      </div>
      <div class="field">
        <label for="password">${words.password}</label>
        <input class="input" part="field" id="password" type="password" dir="ltr" autocomplete="current-password" .value=${password} @change=${this.#take} />
      </div>`;
  }

  #findings(findings: readonly SyncFinding[]): TemplateResult | typeof nothing {
    if (findings.length === 0) return nothing;
    const { words } = this;
    return html`<ul class="findings">
      ${findings.map(({ step, ok, change }) => {
        const [icon, said] =
          ok === null
            ? ['–', words.stepSkipped]
            : ok
              ? [icons.check, words.stepPassed]
              : [icons.clear, words.stepFailed];
        return html`<li data-step=${step} data-ok=${String(ok)}>
          <span class="sign">${icon}</span>
          <span>${words.steps[step]}<span class="visually-hidden">: ${said}</span></span>
          ${ok !== true && change && !this.#isLoginAwaited ? this.#change(change) : nothing}
        </li>`;
      })}
    </ul>`;
  }

  #change(lines: string): TemplateResult {
    const { words, strings } = this;
    return html`<div class="change">
      <p>${words.change}</p>
      <pre dir="ltr" tabindex="0" aria-label=${words.change}>${lines}</pre>
      <button type="button" class="outlined small" part="button" @click=${() => this.desk.copy(lines)}>${icons.copy}${strings.copy}</button>
    </div>`;
  }

  get #isLoginAwaited(): boolean {
    const { asksLogin, user } = this.state.setUp;
    return asksLogin && user === '';
  }

  #summary(findings: readonly SyncFinding[]): string | typeof nothing {
    if (findings.length === 0 || this.#isLoginAwaited) return nothing;
    return findings.some(({ ok }) => ok === false) ? this.words.checkFailed : this.words.checkFine;
  }

  readonly #take = (): void => {
    this.desk.setUp.change({ user: this.value('user'), password: this.value('password') });
  };

  readonly #check = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { setUp } = this.desk;
    const hadLogin = setUp.state.asksLogin;
    setUp.change({ address: this.value('address') });
    if (hadLogin) this.#take();
    await this.desk.check();
    await this.updateComplete;
    const { asksLogin, isWrongAddress } = setUp.state;
    if (isWrongAddress) this.focus();
    else if (asksLogin && !setUp.isReady && !hadLogin) this.renderRoot.querySelector<HTMLElement>('#user')?.focus();
  };
}
