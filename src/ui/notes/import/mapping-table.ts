/** @tagname hs-mapping-table */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { MAPPED_FIELDS, type MappedField } from '../../../core/import/mapped-fields.ts';
import { mapRecord } from '../../../core/import/mapping.ts';
import { valueInColumn } from '../../../core/import/nested-keys.ts';
import type { JsonObject, JsonValue } from '../../../core/record/memory.ts';
import { parseIsoTime } from '../../../core/record/time.ts';
import type { ImportMapping, ImportTable } from '../../shared/engine-access.ts';
import { formatDateTime } from '../../shared/format.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import type { Strings } from '../../strings/strings.ts';
import { foundStyles } from './found.styles.ts';

const FIELDS: readonly MappedField[] = [
  ...new Set<MappedField>(['text', 'title', 'tags', 'createdAt', 'url', 'thread', ...MAPPED_FIELDS]),
];

export class MappingChangedEvent extends Event {
  static readonly eventName = 'mapping-changed';
  readonly mapping: ImportMapping;
  constructor(mapping: ImportMapping) {
    super(MappingChangedEvent.eventName);
    this.mapping = mapping;
  }
}

export class MappingTableElement extends LitElement {
  static override styles = [panelStyles, foundStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) table!: ImportTable;
  @property({ attribute: false }) mapping: ImportMapping = {};

  override focus(): void {
    this.renderRoot.querySelector('select')?.focus();
  }

  protected override render(): TemplateResult {
    const { strings, table } = this;
    const hasText = Object.values(this.mapping).includes('text');
    return html`
      <p class="hint">${strings.importColumnsHint}</p>
      <div class="columns" role="region" tabindex="0" aria-label=${strings.importColumns(table.file)}>
        <table>
          <thead>
            <tr>
              <th scope="col">${strings.importColumn}</th>
              <th scope="col">${strings.importField}</th>
              <th scope="col">${strings.importFirstRows}</th>
            </tr>
          </thead>
          <tbody>
            ${table.columns.map((column) => this.#column(column))}
          </tbody>
        </table>
      </div>
      <h3>${strings.importFirstNotes}</h3>
      ${hasText ? nothing : html`<p class="hint" role="status">${strings.importNoText}</p>`}
      <ul class="first-notes">
        ${table.rows.map((row) => this.#note(row))}
      </ul>
    `;
  }

  #column(column: string): TemplateResult {
    const { strings, table, mapping } = this;
    const values = table.rows.map((row) => shown(valueInColumn(row, column))).filter((value) => value !== '');
    const chosen = mapping[column] ?? 'metadata';
    return html`<tr>
      <th scope="row" dir="auto">${column}</th>
      <td>
        <select class="input" part="field" aria-label=${`${strings.importField}: ${column}`} @change=${(event: Event) => this.#assign(column, event)}>
          ${FIELDS.map(
            (field) =>
              html`<option value=${field} ?selected=${field === chosen}>${strings.mappedFields[field]}</option>`,
          )}
        </select>
      </td>
      <td class="values" dir="auto">${values.join(' · ')}</td>
    </tr>`;
  }

  #note(row: JsonObject): TemplateResult {
    const { title, text, tags, createdAt } = mapRecord(row, this.mapping);
    const time = typeof createdAt === 'string' ? parseIsoTime(createdAt) : createdAt;
    const { strings } = this;
    return html`<li>
      <strong dir="auto">${shown(title) || strings.untitled}</strong>
      <span class="muted">
        ${typeof time === 'number' ? formatDateTime(time, strings.locale) : nothing}
        ${Array.isArray(tags) ? tags.map((tag) => html`<span class="tag">${tag}</span> `) : nothing}
      </span>
      <span class="note-text" dir="auto">${shown(text)}</span>
    </li>`;
  }

  #assign(column: string, event: Event): void {
    const field = (event.target as HTMLSelectElement).value as MappedField;
    const mapping: { [column: string]: MappedField } = { ...this.mapping, [column]: field };
    for (const other of Object.keys(mapping))
      if (other !== column && mapping[other] === field && field !== 'text') mapping[other] = 'metadata';
    this.dispatchEvent(new MappingChangedEvent(mapping));
  }
}

const shown = (value: JsonValue | undefined): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value)
      ? value.map(shown).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
