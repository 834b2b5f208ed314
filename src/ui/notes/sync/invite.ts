/**
 * Shows the link that adds a device. The link contains the passphrase, which isn't stored, so the user may have to
 * enter it first.
 * @tagname hs-sync-invite
 */
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { icons } from '../../shared/icons.ts';
import { SyncView } from './sync-view.ts';

interface Code {
  path: string;
  size: number;
}

export class InviteElement extends SyncView {
  @state() private code: Code | null = null;
  #drawn: string | null = null;

  protected override willUpdate(): void {
    if (this.state.link !== this.#drawn) void this.#draw(this.state.link);
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const { link } = this.state;
    return html`
      <h3 tabindex="-1">${words.addDevice}</h3>
      ${link === null ? this.#passphrase() : this.#link(link)}
      <button type="button" class="outlined" part="button" @click=${() => this.desk.endInvite()}>${link === null ? this.strings.cancel : words.inviteDone}</button>
    `;
  }

  #passphrase(): TemplateResult {
    const { words } = this;
    return html`<form class="stack" @submit=${this.#submit}>
      <div class="field">
        <label for="passphrase">${words.passphraseField}</label>
        <input class="input" part="field" id="passphrase" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="why" />
        <p class="hint" id="why">${words.invitePassphrase}</p>
      </div>
      <button type="submit" class="primary" part="button primary" ?disabled=${this.state.isBusy}>${words.inviteShow}</button>
    </form>`;
  }

  #link(link: string): TemplateResult {
    const { words, strings, code } = this;
    return html`<p class="muted">${words.inviteHint}</p>
      ${
        code
          ? html`<svg class="code" viewBox=${`-4 -4 ${code.size + 8} ${code.size + 8}`} role="img" aria-label=${words.inviteCode} shape-rendering="crispEdges">
              <rect x="-4" y="-4" width="100%" height="100%" fill="#fff"></rect>
              <path d=${code.path} fill="#000"></path>
            </svg>`
          : nothing
      }
      <div class="field">
        <label for="link">${words.link}</label>
        <input class="input" part="field" id="link" dir="ltr" readonly .value=${link} />
      </div>
      <button type="button" class="outlined" part="button" @click=${() => this.desk.copy(link)}>${icons.copy}${strings.copyLink}</button>
      <p class="problem">${words.inviteWarning}</p>`;
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    void this.desk.showLink(this.value('passphrase').trim());
  };

  async #draw(link: string | null): Promise<void> {
    this.#drawn = link;
    this.code = null;
    if (link === null) return;
    const { codeOf } = await import('./code.ts');
    if (link === this.#drawn) this.code = codeOf(link);
  }
}
