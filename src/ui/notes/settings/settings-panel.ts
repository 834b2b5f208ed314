/** @tagname hs-settings-panel */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { downloadBytes, MODEL_PROFILES } from '../../../core/model-profiles.ts';
import { PICTURES_PACKAGE, PP_OCR_V4, pictureModelBytes } from '../../../core/picture-models.ts';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { renderBar } from '../../shared/bar.ts';
import { defineInner } from '../../shared/define-inner.ts';
import type { DurabilityMode, Stats } from '../../shared/engine-access.ts';
import { formatBytes, formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { PanelCloseEvent, type PanelCommand, PanelCommandEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { Strings } from '../../strings/strings.ts';
import { type Desk, deskOf } from '../desk/desk.ts';
import { lastBackup } from '../desk/last-backup.ts';
import type { SyncedWords } from '../desk/sync-hook.ts';
import { settingsPanelStyles } from './settings-panel.styles.ts';
import { TrashListElement } from './trash-list.ts';

export class SettingsPanelElement extends LitElement {
  static override styles = [panelStyles, settingsPanelStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) stats: Stats | null = null;
  @property({ attribute: false }) durability: DurabilityMode | null = null;
  /** `auto` or the id of a model. */
  @property() model = 'auto';
  @property({ type: Boolean }) readonly = false;
  /** Milliseconds since 1970. Null: never. */
  @property({ attribute: false }) backupAt: number | null = null;
  @property({ type: Boolean }) judges = false;
  /** Null while sync is off. */
  @property({ attribute: false }) syncedWords: SyncedWords | null = null;
  @state() private confirming = false;
  @state() private typed = '';
  @state() private changed = false;

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  focusSync(): void {
    this.renderRoot.querySelector<HTMLElement>('.sync')?.focus();
  }

  protected override render(): TemplateResult {
    const { strings, stats } = this;
    const { locale } = strings;
    return html`
      <div class="panel-head" part="panel-head">
        <h2 tabindex="-1" part="panel-title">${strings.settingsHeading}</h2>
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${() => this.dispatchEvent(new PanelCloseEvent())}>
          ${icons.clear}
        </button>
      </div>
      <div class="content" part="panel-body">
        <fieldset>
          <legend>${strings.model}</legend>
          ${this.#choice('auto', strings.modelAuto, '', strings.modelAutoNote)}
          ${MODEL_PROFILES.map((profile) => {
            const words = strings.models[profile.id] ?? profile;
            return this.#choice(profile.id, words.languages, formatBytes(downloadBytes(profile), locale), words.note);
          })}
          <p class="hint" role="status">${this.changed ? strings.modelChanging : nothing}</p>
        </fieldset>
        ${this.#pictures()}
        ${
          this.judges
            ? html`<section>
                <h3>${strings.judgeHeading}</h3>
                <p class="muted">${strings.judgeHint}</p>
                <button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'judge' })}>${strings.judgeOpen}</button>
              </section>`
            : nothing
        }
        ${
          this.readonly
            ? nothing
            : html`<section>
                <h3>${strings.syncHeading}</h3>
                <p class="muted">${strings.syncHint}</p>
                <button type="button" class="outlined sync" part="button" @click=${() => this.#send({ kind: 'sync' })}>${strings.syncOpen}</button>
              </section>`
        }
        <section>
          <h3>${strings.storage}</h3>
          ${stats ? this.#meter(stats) : nothing}
          ${
            this.durability
              ? html`<p><strong>${strings.durability[this.durability]}.</strong> <span class="muted">${strings.durabilityNote[this.durability]}</span></p>`
              : nothing
          }
          <p class="muted">${(this.syncedWords ?? strings).privacyNote}</p>
        </section>
        ${this.#backup()}
        ${this.readonly ? nothing : html`<section><slot name="trash"></slot></section>`}
        ${
          this.readonly
            ? nothing
            : html`<section class="last">${this.confirming && stats ? this.#confirmation(stats.memories) : this.#deleteAllButton()}</section>`
        }
      </div>
    `;
  }

  #backup(): TemplateResult {
    const { strings, backupAt } = this;
    return html`<section class="last">
      <h3>${strings.backup}</h3>
      <p class="muted">
        ${strings.exportHint}. ${backupAt === null ? strings.backupNever : strings.backupLast(formatDay(backupAt, Date.now(), strings.locale))}
      </p>
      <button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'export' })}>${strings.export}</button>
      <button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'export-markdown' })}>${strings.exportMarkdown}</button>
    </section>`;
  }

  #pictures(): TemplateResult {
    const { strings, stats } = this;
    const { unread = 0, failed = 0, paused, error } = stats?.pictures ?? {};
    const left = [strings.picturesLeft(unread), ...(paused ? [strings.embeddingPaused] : [])].join(' · ');
    return html`<fieldset>
      <legend>${strings.pictures}</legend>
      <label class="choice">
        <input
          type="checkbox"
          name="pictures"
          .checked=${stats?.pictures !== undefined}
          ?disabled=${!stats}
          @change=${({ target }: Event) => this.#send({ kind: 'read-pictures', on: (target as HTMLInputElement).checked })}
        />
        <span class="body">
          <span class="name">${strings.picturesRead}<span class="facts">${formatBytes(pictureModelBytes(PP_OCR_V4), strings.locale)}</span></span>
          <span class="hint">${strings.picturesNote}</span>
        </span>
      </label>
      <p class="hint" role="status">
        ${error !== undefined ? strings.picturesMissing(PICTURES_PACKAGE) : unread > 0 ? left : nothing}
      </p>
      ${failed > 0 ? html`<p class="hint">${strings.picturesFailed(failed)}</p>` : nothing}
    </fieldset>`;
  }

  #choice(id: string, name: string, facts: string, note: string): TemplateResult {
    return html`<label class="choice">
      <input type="radio" name="model" .checked=${this.model === id} @change=${() => this.#choose(id)} />
      <span class="body">
        <span class="name">${name}${facts ? html`<span class="facts">${facts}</span>` : nothing}</span>
        <span class="hint">${note}</span>
      </span>
    </label>`;
  }

  #meter(stats: Stats): TemplateResult {
    const { strings } = this;
    const { bytes, quota } = stats.storage;
    return html`<div class="meter">
      <p>${strings.notes(stats.memories)} · ${strings.storageUsed(formatBytes(bytes, strings.locale))}</p>
      ${quota > 0 ? renderBar(Math.max(0.004, bytes / quota)) : nothing}
    </div>`;
  }

  #choose(id: string): void {
    this.changed = true;
    this.#send({ kind: 'set-model', id });
  }

  #deleteAllButton(): TemplateResult {
    return html`<button type="button" class="outlined danger" part="button" ?disabled=${!this.stats?.memories} @click=${this.#confirm}>
      ${icons.trash}${this.strings.deleteAll}
    </button>`;
  }

  /** The number has to be typed, so that a second click on the same spot or a held key can't delete anything. */
  #confirmation(count: number): TemplateResult {
    const { strings } = this;
    return html`<form class="confirm" @submit=${(event: Event) => this.#deleteAll(event, count)}>
      <p>${icons.warning}<span>${strings.deleteAllWarning(count)} ${this.syncedWords?.deleteAllElsewhere}</span></p>
      <button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'export' })}>${strings.export}</button>
      <div class="field">
        <label for="confirm">${strings.deleteAllType(String(count))}</label>
        <input
          class="input" part="field"
          id="confirm"
          inputmode="numeric"
          autocomplete="off"
          @input=${(event: Event) => {
            this.typed = (event.target as HTMLInputElement).value.trim();
          }}
        />
      </div>
      <div class="buttons">
        <button type="button" class="outlined" part="button" @click=${this.#cancel}>${strings.cancel}</button>
        <button type="submit" class="outlined danger" part="button" ?disabled=${this.typed !== String(count)}>${strings.deleteAllConfirm}</button>
      </div>
    </form>`;
  }

  async #confirm(): Promise<void> {
    this.confirming = true;
    this.typed = '';
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#confirm')?.focus();
  }

  async #cancel(): Promise<void> {
    this.confirming = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.last button')?.focus();
  }

  #deleteAll(event: Event, count: number): void {
    event.preventDefault();
    if (this.typed !== String(count)) return;
    this.confirming = false;
    this.#send({ kind: 'delete-all', count });
  }

  #send(command: PanelCommand): void {
    this.dispatchEvent(new PanelCommandEvent(command));
  }
}

export class SettingsPanel extends PanelView {
  readonly watched;
  readonly #desk: Desk;
  #showsSync = false;

  constructor(part: Part, session: Session) {
    defineInner('hs-trash-list', TrashListElement);
    defineInner('hs-settings-panel', SettingsPanelElement);
    super(part, session, 'settings', 'hs-settings-panel');
    this.#desk = deskOf(session);
    this.watched = [session.panel, session.connection, this.#desk.store, this.#desk.sync];
  }

  override updated(): void {
    super.updated();
    const { isOpen } = this.#desk.sync;
    if (isOpen === this.#showsSync) return;
    this.#showsSync = isOpen;
    const tag = isOpen ? 'hs-sync-panel' : 'hs-settings-panel';
    const panel = this.part.renderRoot.querySelector<SettingsPanelElement>(tag);
    void panel?.updateComplete.then(() => (isOpen ? panel.focus() : panel.focusSync()));
  }

  render(strings: Strings): TemplateResult {
    const { connection, host } = this.session;
    const { sync } = this.#desk;
    if (sync.isOpen) return sync.state.side!.render(strings);
    const onCommand = ({ command }: PanelCommandEvent): void => this.#desk.store.run(command);
    return html`<hs-settings-panel
      part="panel"
      exportparts=${INNER_PARTS}
      ?data-stays=${this.stays}
      .strings=${strings}
      .stats=${connection.state.stats}
      .durability=${connection.durability}
      .model=${host.model}
      .readonly=${this.readonly}
      .backupAt=${lastBackup(host.name)}
      .judges=${this.session.offers('judge')}
      .syncedWords=${sync.state.side?.syncedWords ?? null}
      @panel-close=${this.onClose}
      @panel-command=${onCommand}
      @keydown=${this.onKeydown}
    >
      ${
        this.readonly
          ? nothing
          : html`<hs-trash-list
              slot="trash"
              part="trash"
              exportparts=${INNER_PARTS}
              .strings=${strings}
              .client=${connection.state.client}
              @panel-command=${onCommand}
            ></hs-trash-list>`
      }
    </hs-settings-panel>`;
  }
}
