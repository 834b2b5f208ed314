/** @tagname hs-import-found */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { BuiltInFormat } from '../../../core/import/report.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import type {
  ImportContent,
  ImportFormat,
  ImportMapping,
  ImportPreview,
  ImportProblem,
  ImportTable,
} from '../../shared/engine-access.ts';
import { formatBytes, formatYears } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { PanelCommandEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import { PROGRAM_NAMES, programName } from '../../shared/program-names.ts';
import type { Strings } from '../../strings/strings.ts';
import { foundStyles } from './found.styles.ts';
import type { MappingChangedEvent } from './mapping-table.ts';
import { SourceChoice, type SourcesChosenEvent } from './source-list.ts';

export class ImportFoundElement extends LitElement {
  static override styles = [controls, contentStyles, foundStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) preview!: ImportPreview;
  @property({ type: Number }) skipped = 0;
  /** Number of files that the panel offers to split. They count neither as unreadable nor as nothing. */
  @property({ type: Number }) splittable = 0;
  /** Checked if the store keeps files, because importing a file again without keeping it removes the kept file. */
  @property({ type: Boolean }) keeps = false;
  @state() private choice = new SourceChoice([]);
  @state() private open: ReadonlySet<ImportContent['format']> = new Set();
  /** Mappings that aren't previewed yet. */
  @state() private mappings: ReadonlyMap<ImportTable, ImportMapping> = new Map();

  override focus(): void {
    const confirm = this.renderRoot.querySelector<HTMLElement>('.confirm');
    const table = this.renderRoot.querySelector<HTMLElement>('details[open] hs-mapping-table');
    (confirm ?? table ?? this.renderRoot.querySelector<HTMLElement>('.buttons button'))?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('preview')) return;
    this.choice = new SourceChoice(this.preview.sources);
    this.mappings = new Map();
  }

  protected override render(): TemplateResult {
    const { strings, preview, choice, skipped, splittable } = this;
    const found = preview.contents.filter(({ memories }) => memories > 0);
    const unreadable = unreadableFiles(preview.problems) - splittable;
    return html`
      ${
        found.length === 0
          ? splittable > 0
            ? nothing
            : html`<p>${strings.importNothing}</p>`
          : html`<ul class="found">
              ${found.map((content) => this.#kind(content))}
            </ul>`
      }
      ${preview.tables.map((table) => this.#table(table))}
      ${unreadable > 0 ? html`<p class="problem">${icons.warning}${strings.importUnreadable(unreadable)}</p>` : nothing}
      ${skipped > 0 ? html`<p class="hint">${strings.importSkipped(skipped)}</p>` : nothing}
      ${
        choice.documentBytes > 0
          ? html`<label>
              <input type="checkbox" name="keep-files" ?checked=${this.keeps} />${strings.importKeepFiles(formatBytes(choice.documentBytes, strings.locale))}
            </label>`
          : nothing
      }
      <div class="buttons">
        ${
          found.length > 0
            ? html`<button type="button" class="primary confirm" part="button primary" aria-disabled=${choice.memories === 0 ? 'true' : 'false'} @click=${this.#confirm}>
                ${strings.importConfirm(choice.memories)}
              </button>`
            : nothing
        }
        <button type="button" class="outlined" part="button" @click=${() => this.dispatchEvent(new PanelCommandEvent({ kind: 'cancel-import' }))}>
          ${strings.cancel}
        </button>
      </div>
    `;
  }

  #kind(content: ImportContent): TemplateResult {
    const { strings, choice } = this;
    const line = contentLine(content, strings);
    if (choice.sources.length < 2) return html`<li class="kind"><span>${line}</span></li>`;
    const { format } = content;
    const sources = choice.of(format);
    const coming = sources.filter((source) => choice.isChosen(source)).length;
    const open = this.open.has(format);
    return html`<li>
      <div class="kind">
        <label>
          <input
            type="checkbox"
            name=${format}
            .checked=${coming > 0}
            .indeterminate=${coming > 0 && coming < sources.length}
            @change=${(event: Event) => {
              this.choice = choice.with(sources, (event.target as HTMLInputElement).checked);
            }}
          />
          <span>${line}</span>
        </label>
        ${
          sources.length < 2
            ? nothing
            : html`<button
                type="button"
                class="outlined small choose"
                part="button"
                aria-expanded=${open ? 'true' : 'false'}
                aria-label=${`${strings.importChoose}: ${formatName(format, strings)}`}
                @click=${() => this.#toggle(format)}
              >${strings.importChoose}${icons.chevron}</button>`
        }
      </div>
      ${
        open
          ? html`<hs-source-list
              exportparts=${INNER_PARTS}
              .strings=${strings}
              .choice=${choice}
              .sources=${sources}
              .label=${formatName(format, strings)}
              @sources-chosen=${({ sources, chosen }: SourcesChosenEvent) => {
                this.choice = this.choice.with(sources, chosen);
              }}
            ></hs-source-list>`
          : nothing
      }
    </li>`;
  }

  /**
   * Open while there are changes without a preview. Also open if no column is the text, because records of JSON then
   * can't be imported, and rows of CSV get all their values as text.
   */
  #table(table: ImportTable): TemplateResult {
    const { strings } = this;
    const name = table.program ? `${table.program} (${table.file})` : table.file;
    const unknown = !Object.values(table.mapping).includes('text');
    const changed = this.mappings.get(table);
    return html`<details ?open=${unknown || changed !== undefined}>
      <summary>
        <bdi>${strings.importColumns(name)}</bdi>${table.files > 1 ? ` (${strings.importFiles(table.files)})` : nothing}
      </summary>
      <hs-mapping-table
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .table=${table}
        .mapping=${changed ?? table.mapping}
        @mapping-changed=${({ mapping }: MappingChangedEvent) => {
          this.mappings = new Map(this.mappings).set(table, mapping);
        }}
      ></hs-mapping-table>
      <div class="buttons">
        <button type="button" class="outlined use-columns" part="button" aria-disabled=${changed ? 'false' : 'true'} @click=${this.#useColumns}>
          ${strings.importUseColumns}
        </button>
      </div>
    </details>`;
  }

  #toggle(format: ImportContent['format']): void {
    const open = new Set(this.open);
    if (!open.delete(format)) open.add(format);
    this.open = open;
  }

  /** Previews the files again, because other columns may give other notes and fewer problems. */
  readonly #useColumns = (): void => {
    if (this.mappings.size === 0) return;
    this.dispatchEvent(new PanelCommandEvent({ kind: 'map-import', mappings: [...this.mappings.values()] }));
  };

  readonly #confirm = (): void => {
    const { choice } = this;
    if (choice.memories === 0) return;
    const leaveOut = choice.leftOut;
    const keepFiles = this.renderRoot.querySelector<HTMLInputElement>('[name=keep-files]')?.checked === true;
    const mappings = [...this.mappings.values()];
    this.dispatchEvent(new PanelCommandEvent({ kind: 'confirm-import', leaveOut, mappings, keepFiles }));
  };
}

type NamedFormat = Exclude<BuiltInFormat, keyof Strings['importFormats']>;

const FORMAT_NAMES: { readonly [format in NamedFormat]: string } = {
  json: 'JSON',
  jsonl: 'JSON Lines',
  markdown: 'Markdown',
  csv: 'CSV',
  ...PROGRAM_NAMES,
  html: 'HTML',
  mhtml: 'MHTML',
  enex: 'Evernote',
  epub: 'EPUB',
  docx: 'Word',
  pdf: 'PDF',
};

/** Returns the format as written if it's from a page's own reader, which isn't in the tables. */
export function formatName(format: ImportFormat, strings: Strings): string {
  const names: { readonly [format: string]: string } = { ...FORMAT_NAMES, ...strings.importFormats };
  return Object.hasOwn(names, format) ? names[format]! : format;
}

/** Returns, for example, "ChatGPT: 1,204 conversations, 31,880 messages, 2019–2026". */
export function contentLine(content: ImportContent, strings: Strings): string {
  const { format, files, memories, threads, notes = 0, from, to } = content;
  const name = formatName(format, strings);
  const isChat = threads > 0 && format !== 'mail';
  const rows = isChat ? notes : memories;
  const parts = [
    // The number of files in a program's export says nothing about the content.
    ...(files > 1 && !programName(format) ? [strings.importFiles(files)] : []),
    ...(isChat ? [strings.importChats(threads, memories - notes)] : []),
    ...(rows > 0 || !isChat ? [format === 'pdf' ? strings.importPages(rows) : strings.importRows(rows)] : []),
    ...(from === undefined || to === undefined ? [] : [formatYears(from, to, strings.locale)]),
  ];
  return `${name}: ${new Intl.ListFormat(strings.locale, { type: 'unit', style: 'short' }).format(parts)}`;
}

/** A problem in line 0 is about the whole file. */
export const unreadableFiles = (problems: readonly ImportProblem[]): number =>
  new Set(
    problems
      .filter(({ line, code }) => line === 0 && code !== 'left-out' && code !== 'file-not-found')
      .map(({ file }) => file),
  ).size;
