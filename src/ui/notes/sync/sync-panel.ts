/** @tagname hs-sync-panel */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Session } from '../../session/session.ts';
import { defineInner } from '../../shared/define-inner.ts';
import { icons } from '../../shared/icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { Strings } from '../../strings/strings.ts';
import { InviteElement } from './invite.ts';
import { PassphraseFormElement } from './passphrase-form.ts';
import { PlaceFormElement } from './place-form.ts';
import { RecoveryKitElement } from './recovery-kit.ts';
import { syncStyles } from './sync.styles.ts';
import { SyncDesk } from './sync-desk.ts';
import { SyncStatusElement } from './sync-status.ts';

type Step = 'place' | 'passphrase' | 'kit' | 'invite' | 'status';

const TAGS = {
  place: 'hs-sync-place',
  passphrase: 'hs-sync-passphrase',
  kit: 'hs-sync-kit',
  invite: 'hs-sync-invite',
  status: 'hs-sync-status',
} as const;

const DEVICES_EVERY_MS = 5_000;

export class SyncPanelElement extends LitElement {
  static override styles = [panelStyles, syncStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) desk!: SyncDesk;
  #shown: Step | null = null;
  #failure: Error | null = null;
  #unsubscribe: () => void = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    defineInner(TAGS.place, PlaceFormElement);
    defineInner(TAGS.passphrase, PassphraseFormElement);
    defineInner(TAGS.kit, RecoveryKitElement);
    defineInner(TAGS.invite, InviteElement);
    defineInner(TAGS.status, SyncStatusElement);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.desk?.subscribe(() => this.requestUpdate()) ?? (() => {});
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.desk?.refreshDevices();
    }, DEVICES_EVERY_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    clearInterval(this.#timer);
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#showFailure(this.desk.state.failure);
    const before = this.#shown;
    this.#shown = this.#step;
    if (before === null || before === this.#shown) return;
    const next = this.renderRoot.querySelector<LitElement>(TAGS[this.#shown]);
    void next?.updateComplete.then(() => next.focus());
  }

  protected override render(): TemplateResult {
    const { strings, desk } = this;
    const { failure } = desk.state;
    return html`
      <div class="panel-head" part="panel-head">
        <button type="button" class="icon-only quiet back" part="button" aria-label=${strings.settings} title=${strings.settings} @click=${() => desk.back()}>
          ${icons.back}
        </button>
        <h2 tabindex="-1" part="panel-title">${strings.syncHeading}</h2>
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${() => desk.close()}>
          ${icons.clear}
        </button>
      </div>
      <div class="content" part="panel-body">
        ${this.#content(strings, desk)}
        <p class="problem" role="alert" ?hidden=${!failure}>${failure?.message}</p>
      </div>
    `;
  }

  /** The message is at the end of the panel. On a phone, nothing would seem to happen. */
  #showFailure(failure: Error | null): void {
    if (failure && failure !== this.#failure)
      this.renderRoot.querySelector('.content > .problem')?.scrollIntoView({ block: 'nearest' });
    this.#failure = failure;
  }

  get #step(): Step {
    const { desk } = this;
    if (desk.state.kit !== null) return 'kit';
    if (desk.state.sync) return desk.state.isInviting ? 'invite' : 'status';
    return desk.setUp.isReady ? 'passphrase' : 'place';
  }

  #content(strings: Strings, desk: SyncDesk): TemplateResult {
    // A new object, so that Lit draws the inner element again after each change.
    const state = { ...desk.state, setUp: desk.setUp.state };
    switch (this.#step) {
      case 'place':
        return html`<hs-sync-place exportparts=${INNER_PARTS} .strings=${strings} .desk=${desk} .state=${state}></hs-sync-place>`;
      case 'passphrase':
        return html`<hs-sync-passphrase exportparts=${INNER_PARTS} .strings=${strings} .desk=${desk} .state=${state}></hs-sync-passphrase>`;
      case 'kit':
        return html`<hs-sync-kit exportparts=${INNER_PARTS} .strings=${strings} .desk=${desk} .state=${state}></hs-sync-kit>`;
      case 'invite':
        return html`<hs-sync-invite exportparts=${INNER_PARTS} .strings=${strings} .desk=${desk} .state=${state}></hs-sync-invite>`;
      case 'status':
        return html`<hs-sync-status exportparts=${INNER_PARTS} .strings=${strings} .desk=${desk} .state=${state}></hs-sync-status>`;
    }
  }
}

export function loadSyncSide(session: Session, onStart: () => Promise<void>): Promise<SyncDesk> {
  defineInner('hs-sync-panel', SyncPanelElement);
  return SyncDesk.load(session, onStart);
}
