/** @tagname hs-kept-versions */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Session } from '../../session/session.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import { defineInner } from '../../shared/define-inner.ts';
import type { SyncConflict, SyncHandle } from '../../shared/engine-access.ts';
import { formatDateTime } from '../../shared/format.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SyncStrings } from '../../strings/sync/sync-strings.ts';

export class VersionChosenEvent extends Event {
  /** Undefined keeps the note as it is and drops all listed versions. */
  readonly version: string | undefined;
  constructor(version: string | undefined) {
    super('version-chosen');
    this.version = version;
  }
}

export class KeptVersionsElement extends LitElement {
  static override styles = [
    controls,
    contentStyles,
    css`
      :host {
        display: grid;
        justify-items: start;
        gap: 0.6rem;
        margin-block-start: 1.5rem;
        padding-block-start: 1rem;
        border-block-start: 1px solid var(--_line);
        font-size: var(--_size-s);
      }

      .muted,
      time {
        color: var(--_muted);
      }

      ul {
        display: grid;
        gap: 1rem;
        inline-size: 100%;
      }

      li {
        display: grid;
        justify-items: start;
        gap: 0.35rem;
      }

      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) words!: SyncStrings;
  @property() locale = 'en';
  @property({ attribute: false }) kept: readonly SyncConflict[] = [];

  protected override render(): TemplateResult {
    const { words, locale } = this;
    return html`
      <h3>${words.kept}</h3>
      <p class="muted">${words.keptHint}</p>
      <ul>
        ${this.kept.map(
          ({ version, writtenAt, memory }) => html`<li>
            <time datetime=${new Date(writtenAt).toISOString()}>${words.keptAt(formatDateTime(writtenAt, locale))}</time>
            ${memory.title ? html`<strong dir="auto">${memory.title}</strong>` : nothing}
            <div class="text" part="text" dir="auto">${memory.text}</div>
            <button type="button" class="outlined" part="button" @click=${() => this.#choose(version)}>${words.keptRestore}</button>
          </li>`,
        )}
      </ul>
      <button type="button" class="outlined drop" part="button" @click=${() => this.#choose(undefined)}>${words.keptDrop}</button>
    `;
  }

  #choose(version: string | undefined): void {
    this.dispatchEvent(new VersionChosenEvent(version));
  }
}

/** Versions of the open note that lost a sync conflict. */
export class KeptVersions {
  readonly #session: Session;
  readonly #words: () => SyncStrings;
  #handle: SyncHandle | null = null;
  #unsubscribe: (() => void)[] = [];
  /** Id and last change of the note. */
  #asked = '';

  constructor(session: Session, words: () => SyncStrings) {
    this.#session = session;
    this.#words = words;
    defineInner('hs-kept-versions', KeptVersionsElement);
  }

  watch(handle: SyncHandle | null): void {
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    this.#handle = handle;
    this.#asked = '';
    if (!handle) return;
    this.#unsubscribe = [
      this.#session.panel.subscribe(() => void this.#read()),
      handle.onState(() => void this.#read(true)),
    ];
  }

  async #read(again = false): Promise<void> {
    const { panel, syncing } = this.#session;
    const memory = panel.openMemory;
    const asking = memory ? `${memory.id} ${memory.updatedAt}` : '';
    if (asking === this.#asked && !(again && memory)) return;
    if (asking !== this.#asked && syncing.state.underNote !== null) syncing.show({ underNote: null });
    this.#asked = asking;
    if (!memory || !this.#handle) return;
    const kept = await this.#handle.conflicts(memory.id).catch(() => null);
    // If they can't be read now, the ones that were read before stay.
    if (kept && this.#asked === asking)
      syncing.show({ underNote: kept.length > 0 ? this.#list(memory.id, kept) : null });
  }

  #list(id: string, kept: readonly SyncConflict[]): unknown {
    const resolve = async (version?: string): Promise<void> => {
      try {
        await this.#handle?.resolve(id, version, kept);
      } catch (error) {
        this.#session.notices.report(error as Error);
      }
      // If the note or its versions changed meanwhile, the user needs the current list.
      await this.#read(true);
    };
    return html`<hs-kept-versions
      exportparts=${INNER_PARTS}
      .words=${this.#words()}
      .locale=${this.#session.strings.locale}
      .kept=${kept}
      @version-chosen=${({ version }: VersionChosenEvent) => resolve(version)}
    ></hs-kept-versions>`;
  }
}
