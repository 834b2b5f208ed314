/** @tagname hs-trash-list */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Memory } from '../../../core/record/memory.ts';
import { titleOf } from '../../session/title.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { PanelCommandEvent } from '../../shared/panel-events.ts';
import { storedListStyles } from '../../shared/stored-list.styles.ts';
import type { Strings } from '../../strings/strings.ts';

const PAGE = 20;
/** Maximum number of notes that one call returns. */
const MOST = 1_000;

export class TrashListElement extends LitElement {
  static override styles = [controls, contentStyles, storedListStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  @state() private memories: readonly Memory[] = [];
  @state() private total = 0;
  @state() private confirming = false;
  @state() private said = '';
  #limit = PAGE;
  #stopListening: () => void = () => {};

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#listen();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('client')) this.#listen();
  }

  protected override render(): TemplateResult {
    const { strings, memories, total } = this;
    return html`
      <h3 tabindex="-1">${strings.trash}</h3>
      <p class="muted">${total > 0 ? strings.trashHint(total) : strings.trashNone}</p>
      ${
        total > 0
          ? html`<ul>
                ${memories.map((memory) => this.#entry(memory))}
              </ul>
              <div class="buttons">
                ${
                  memories.length < Math.min(total, MOST)
                    ? html`<button type="button" class="outlined" part="button" @click=${this.#more}>${strings.loadMore}</button>`
                    : nothing
                }
                ${this.confirming ? this.#confirmation() : this.#emptyButton()}
              </div>`
          : nothing
      }
      <p class="muted" role="status">${this.said}</p>
    `;
  }

  #entry(memory: Memory): TemplateResult {
    const { strings } = this;
    const title = titleOf(memory, strings);
    return html`<li>
      <span class="name" dir="auto">${title}</span>
      <time datetime=${new Date(memory.trashedAt!).toISOString()}>${formatDay(memory.trashedAt!, Date.now(), strings.locale)}</time>
      <button type="button" class="outlined small" part="button" aria-label=${`${strings.trashRestore}: ${title}`} @click=${onFirstClick(() => void this.#restore(memory))}>
        ${strings.trashRestore}
      </button>
    </li>`;
  }

  #emptyButton(): TemplateResult {
    return html`<button type="button" class="outlined danger empty" part="button" @click=${this.#ask}>
      ${icons.trash}${this.strings.trashEmpty}
    </button>`;
  }

  #confirmation(): TemplateResult {
    const { strings } = this;
    return html`<div class="confirm" role="group" aria-labelledby="warning">
      <p id="warning">${icons.warning}<span>${strings.trashWarning(this.total)}</span></p>
      <button type="button" class="outlined cancel" part="button" @click=${this.#cancel}>${strings.cancel}</button>
      <button type="button" class="outlined danger" part="button" @click=${onFirstClick(this.#empty)}>${strings.trashEmptyConfirm}</button>
    </div>`;
  }

  #listen(): void {
    this.#stopListening();
    this.#stopListening = this.client?.subscribe(() => void this.#read()) ?? (() => {});
    void this.#read();
  }

  async #read(): Promise<void> {
    const { client } = this;
    const read = await client?.trash.list({ limit: this.#limit }).catch(() => null);
    if (client !== this.client) return;
    this.memories = read?.memories ?? [];
    this.total = read?.total ?? 0;
    if (this.total === 0) this.confirming = false;
  }

  readonly #more = async (): Promise<void> => {
    this.#limit = Math.min(MOST, this.#limit + PAGE);
    await this.#read();
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('li button')[this.#limit - PAGE]?.focus();
  };

  async #restore(memory: Memory): Promise<void> {
    const { strings } = this;
    const at = this.memories.indexOf(memory);
    this.dispatchEvent(new PanelCommandEvent({ kind: 'end-delete-all' }));
    await this.#run(async (client) => {
      await client.trash.restore([memory.id]);
      this.said = strings.restored(titleOf(memory, strings));
    });
    await this.updateComplete;
    const left = this.renderRoot.querySelectorAll<HTMLElement>('li button');
    // The focused button is gone. Move the focus to the next row's button, to the last one if no row follows, or to the
    // heading if no row is left.
    (left[Math.min(at, left.length - 1)] ?? this.#heading)?.focus();
  }

  readonly #ask = async (): Promise<void> => {
    this.confirming = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
  };

  readonly #cancel = async (): Promise<void> => {
    this.confirming = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.empty')?.focus();
  };

  readonly #empty = async (): Promise<void> => {
    this.confirming = false;
    await this.#run(async (client) => {
      await client.trash.empty();
      this.said = this.strings.trashEmptied;
    });
    await this.updateComplete;
    this.#heading?.focus();
  };

  get #heading(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('h3');
  }

  async #run(act: (client: HybridSearchClient) => Promise<void>): Promise<void> {
    const { client } = this;
    if (!client) return;
    try {
      await act(client);
    } catch (error) {
      this.said = (error as Error).message;
    }
    await this.#read();
  }
}
