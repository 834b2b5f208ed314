/** @tagname hs-kept-versions */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import type { SyncConflict } from '../../shared/engine-access.ts';
import { formatDateTime } from '../../shared/format.ts';
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
