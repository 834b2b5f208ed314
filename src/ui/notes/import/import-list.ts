/** @tagname hs-import-list */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isHybridSearchError } from '../../../core/errors.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import type { HybridSearchClient, ImportRecord } from '../../shared/engine-access.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { storedListStyles } from '../../shared/stored-list.styles.ts';
import type { Strings } from '../../strings/strings.ts';

export class ImportListElement extends LitElement {
  static override styles = [controls, contentStyles, storedListStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  /** Phase of the import panel. When it changes, the list is read again. */
  @property() phase = 'none';
  @state() private records: readonly ImportRecord[] = [];
  @state() private confirmingId: string | null = null;
  @state() private said = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('client') || changed.has('phase')) void this.#read();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { strings, records, said } = this;
    if (records.length === 0 && said === '') return nothing;
    return html`
      <h3 tabindex="-1">${strings.imports}</h3>
      <ul>
        ${records.map((record) => this.#entry(record))}
      </ul>
      <p class="muted" role="status">${said}</p>
    `;
  }

  #entry(record: ImportRecord): TemplateResult {
    const { strings } = this;
    const name = record.name || strings.importPasted;
    return html`<li>
      <span class="name" dir="auto">${name}</span>
      <span class="muted">${strings.importRows(record.added)}${record.endedAt === undefined ? ` (${strings.importUnfinished})` : nothing}</span>
      <time datetime=${new Date(record.startedAt).toISOString()}>${formatDay(record.startedAt, Date.now(), strings.locale)}</time>
      ${
        this.confirmingId === record.id
          ? this.#confirmation(record)
          : html`<button
              type="button"
              class="outlined small"
              part="button"
              data-import=${record.id}
              aria-label=${`${strings.importUndo}: ${name}`}
              @click=${() => this.#ask(record.id)}
            >${strings.importUndo}</button>`
      }
    </li>`;
  }

  #confirmation(record: ImportRecord): TemplateResult {
    const { strings } = this;
    return html`<div class="confirm" role="group" aria-labelledby="warning">
      <p id="warning">${icons.warning}<span>${strings.importUndoWarning(record.added)}</span></p>
      <button type="button" class="outlined cancel" part="button" @click=${() => this.#cancel(record.id)}>${strings.cancel}</button>
      <button type="button" class="outlined danger" part="button" @click=${onFirstClick(() => void this.#remove(record.id))}>${strings.trashEmptyConfirm}</button>
    </div>`;
  }

  async #read(): Promise<void> {
    const { client } = this;
    const records = (await client?.imports().catch(() => [])) ?? [];
    if (client !== this.client) return;
    this.records = records;
    if (!records.some(({ id }) => id === this.confirmingId)) this.confirmingId = null;
  }

  async #ask(id: string): Promise<void> {
    this.confirmingId = id;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
  }

  async #cancel(id: string): Promise<void> {
    this.confirmingId = null;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-import="${CSS.escape(id)}"]`)?.focus();
  }

  async #remove(id: string): Promise<void> {
    const { client, strings } = this;
    if (!client) return;
    this.confirmingId = null;
    try {
      this.said = strings.importUndone(await client.removeImport(id));
    } catch (error) {
      const isGone = isHybridSearchError(error, 'not-found');
      this.said = isGone ? strings.importUndone(0) : strings.importUndoFailed;
    }
    await this.#read();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('h3')?.focus();
  }
}
