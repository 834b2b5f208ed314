/** @tagname hs-import-panel */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { isHybridSearchError } from '../../../core/errors.ts';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { renderBar } from '../../shared/bar.ts';
import { defineInner } from '../../shared/define-inner.ts';
import type { HybridSearchClient, ImportFindings, ImportProblem, ImportProgress } from '../../shared/engine-access.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { notesIcons } from '../../shared/notes-icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { PanelCloseEvent, type PanelCommand, PanelCommandEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { Strings } from '../../strings/strings.ts';
import { BACKUP_DUE_MS } from '../desk/backup-reminder.ts';
import { type Desk, deskOf } from '../desk/desk.ts';
import { DropZone } from '../desk/drop-zone.ts';
import { type ImportState, legacyFilesOf } from '../desk/import-controller.ts';
import { lastBackup } from '../desk/last-backup.ts';
import { renderEncodingOffer } from './encoding-offer.ts';
import { contentLine, ImportFoundElement } from './import-found.ts';
import { ImportListElement } from './import-list.ts';
import { importPanelStyles } from './import-panel.styles.ts';
import { MappingTableElement } from './mapping-table.ts';
import { ProblemList } from './problem-list.ts';
import { SourceListElement } from './source-list.ts';

/** Codes of errors that the files didn't cause, so importing the same files again may help. */
const STORE_CODES: ReadonlySet<string> = new Set(['timeout', 'quota', 'storage', 'closed', 'worker-died', 'internal']);

export class ImportPanelElement extends LitElement {
  static override styles = [panelStyles, importPanelStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) state: ImportState = { phase: 'none' };
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  /** Milliseconds since 1970. Null: never. */
  @property({ attribute: false }) backupAt: number | null = null;
  @property({ type: Boolean }) readsPictures = false;
  @property({ type: Boolean }) keepsFiles = false;
  @property({ attribute: false }) exported: string | null = null;
  readonly #problems = new ProblemList(this);

  /** The preview may already be there when the panel opens. */
  override focus(): void {
    if (this.state.phase === 'found') void this.#focusFound();
    else this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  /**
   * When the preview is left, or a stopped import resumes, the button is gone, so focuses the heading. When a preview
   * appears while the focus is in the panel, focuses the button that imports it.
   */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('state')?.phase;
    const { phase } = this.state;
    if (before === undefined || before === phase) return;
    if (before === 'found' || (before === 'done' && phase === 'running')) this.focus();
    else if (phase === 'found' && this.matches(':focus-within')) void this.#focusFound();
  }

  async #focusFound(): Promise<void> {
    const found = this.renderRoot.querySelector<ImportFoundElement>('hs-import-found');
    await found?.updateComplete;
    found?.focus();
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    const running = this.#running;
    return html`
      <div class="panel-head" part="panel-head">
        <h2 tabindex="-1" part="panel-title">${strings.importHeading}</h2>
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${() => this.dispatchEvent(new PanelCloseEvent())}>
          ${icons.clear}
        </button>
      </div>
      <div class="content" part="panel-body">
        <div class="well">
          <span class="well-icon">${notesIcons.upload}</span>
          <p class="hint">${strings.importHint}</p>
          <div class="buttons">
            <button type="button" class="primary" part="button primary" aria-disabled=${running ? 'true' : 'false'} @click=${() => this.#choose('choose-files')}>
              ${strings.chooseFiles}
            </button>
            <button type="button" class="outlined" part="button" aria-disabled=${running ? 'true' : 'false'} @click=${() => this.#choose('choose-folder')}>
              ${strings.chooseFolder}
            </button>
          </div>
        </div>
        <div aria-live="polite">${this.#outcome()}</div>
        <hs-import-list part="imports" exportparts=${INNER_PARTS} .strings=${strings} .client=${this.client} .phase=${this.state.phase}></hs-import-list>
        <section class="export">
          <div>
            <h3>${strings.backup}</h3>
            <p class="hint">${this.exported ?? strings.exportHint}</p>
            <p class=${this.#backupIsDue() ? 'hint due' : 'hint'}>
              ${this.backupAt === null ? strings.backupNever : strings.backupLast(formatDay(this.backupAt, Date.now(), strings.locale))}
            </p>
            <label class="vectors">
              <input type="checkbox" name="vectors" />${strings.exportVectors}
            </label>
          </div>
          <button type="button" class="outlined" part="button" @click=${this.#export}>
            ${strings.export}
          </button>
        </section>
      </div>
    `;
  }

  #backupIsDue(): boolean {
    return this.backupAt === null || Date.now() - this.backupAt > BACKUP_DUE_MS;
  }

  readonly #export = (): void => {
    const vectors = this.renderRoot.querySelector<HTMLInputElement>('[name=vectors]')?.checked === true;
    this.#send({ kind: 'export', vectors });
  };

  #outcome(): TemplateResult | typeof nothing {
    const { strings, state } = this;
    switch (state.phase) {
      case 'none':
        return nothing;
      case 'looking':
        return this.#progress(state.progress, strings.importLooking);
      case 'found':
        return html`<section class="outcome">
          <hs-import-found
            exportparts=${INNER_PARTS}
            .strings=${strings}
            .preview=${state.preview}
            .skipped=${state.skipped}
            .splittable=${state.splittable}
            .keeps=${this.keepsFiles}
            @panel-command=${({ command }: PanelCommandEvent) => this.#send(command)}
          ></hs-import-found>
          ${this.#scans(state.preview)} ${state.preview.problems.length > 0 ? this.#problems.render(state.preview.problems) : nothing}
          ${this.#encodingOffer(state)} ${state.splittable > 0 ? this.#splitButton(state.splittable) : nothing}
        </section>`;
      case 'running':
        return this.#progress(state.progress, '');
      case 'failed':
        return html`<section class="outcome">
          <p class="problem" role="alert">${icons.warning}${strings.importFailed}</p>
          ${this.#failure(state.error)}
        </section>`;
      case 'nothing':
        return html`<section class="outcome">
          <p>${strings.importNothing}</p>
          ${state.skipped > 0 ? html`<p class="hint">${strings.importSkipped(state.skipped)}</p>` : nothing}
        </section>`;
      case 'done': {
        const { report } = state;
        const whole = report.problems.length === 0 && state.skipped === 0;
        return html`<section class="outcome">
          <p class="row">
            ${report.cancelled ? nothing : whole ? icons.check : icons.warning}<strong
              >${report.cancelled ? strings.importStopped : strings.importDone(report.added, report.updated, report.unchanged)}</strong
            >
          </p>
          ${
            report.cancelled && report.added + report.updated > 0
              ? html`<p class="hint">${strings.importDone(report.added, report.updated, report.unchanged)}</p>`
              : nothing
          }
          ${
            report.cancelled
              ? html`<button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'resume-import' })}>${strings.resume}</button>`
              : nothing
          }
          ${state.skipped > 0 ? html`<p class="hint">${strings.importSkipped(state.skipped)}</p>` : nothing}
          ${this.#missing(report.problems)}
          ${this.#scans(report)} ${report.problems.length > 0 ? this.#problems.render(report.problems) : nothing}
          ${this.#encodingOffer(state)} ${state.splittable > 0 ? this.#splitButton(state.splittable) : nothing}
        </section>`;
      }
    }
  }

  /** Other errors tell the page's developer, in English, what to change. */
  #failure(error: Error): TemplateResult {
    const code = isHybridSearchError(error) ? error.code : 'internal';
    if (!STORE_CODES.has(code)) return html`<p class="hint" lang="en" dir="ltr">${error.message}</p>`;
    const { importAgain, importFull } = this.strings;
    return html`<p class="hint">${code === 'quota' ? importFull : importAgain}</p>`;
  }

  #missing(problems: readonly ImportProblem[]): TemplateResult | typeof nothing {
    const codes = problems.map(({ code }) => code).filter((code) => STORE_CODES.has(code));
    if (codes.length === 0) return nothing;
    const { importAgain, importFull } = this.strings;
    return html`<p role="alert">${codes.includes('quota') ? importFull : importAgain}</p>`;
  }

  #progress(progress: ImportProgress, doing: string): TemplateResult {
    const { strings } = this;
    const share = progress.bytesTotal > 0 ? progress.bytesDone / progress.bytesTotal : 0;
    const found = progress.contents?.filter(({ memories }) => memories > 0) ?? [];
    return html`<section class="outcome">
      ${doing === '' ? nothing : html`<p class="hint">${doing}</p>`}
      <div class="row">
        <strong>${strings.importing(progress.filesDone, progress.filesTotal)}</strong>
        ${progress.contents ? nothing : html`<span class="hint">${strings.importRows(progress.rows)}</span>`}
        <button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'cancel-import' })}>${strings.cancel}</button>
      </div>
      <div role="progressbar" aria-label=${strings.importHeading} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share * 100)}>${renderBar(share)}</div>
      ${found.map((content) => html`<p class="found">${contentLine(content, strings)}</p>`)}
      <p class="hint file" dir="auto">${progress.file || '\u00a0'}</p>
    </section>`;
  }

  #scans({ contents }: ImportFindings): TemplateResult | typeof nothing {
    const pages = contents.reduce((sum, { scans = 0 }) => sum + scans, 0);
    if (pages === 0 || this.readsPictures) return nothing;
    return html`<div class="row scans">
      <p class="hint">${this.strings.importScans(pages)}</p>
      <button type="button" class="outlined" part="button" @click=${this.#readPictures}>${this.strings.picturesRead}</button>
    </div>`;
  }

  readonly #readPictures = (): void => {
    this.focus();
    this.#send({ kind: 'read-pictures', on: true });
  };

  #encodingOffer(state: ImportState): TemplateResult | typeof nothing {
    const files = legacyFilesOf(state);
    const chosen = state.phase === 'found' ? state.legacy?.encoding : undefined;
    if (files === 0) return nothing;
    return renderEncodingOffer(files, chosen, this.strings, (encoding) =>
      this.#send({ kind: 'decode-import', encoding }),
    );
  }

  #splitButton(files: number): TemplateResult {
    return html`<button type="button" class="outlined" part="button" @click=${() => this.#send({ kind: 'split-import' })}>
      ${this.strings.importSplit(files)}
    </button>`;
  }

  /** The buttons aren't disabled while an import runs, because a disabled button loses focus. */
  #choose(kind: 'choose-files' | 'choose-folder'): void {
    if (!this.#running) this.#send({ kind });
  }

  get #running(): boolean {
    return this.state.phase === 'running' || this.state.phase === 'looking';
  }

  #send(command: PanelCommand): void {
    this.dispatchEvent(new PanelCommandEvent(command));
  }
}

export class ImportPanel extends PanelView {
  readonly watched;
  readonly #desk: Desk;
  readonly #drop: DropZone;

  constructor(part: Part, session: Session) {
    defineInner('hs-import-list', ImportListElement);
    defineInner('hs-source-list', SourceListElement);
    defineInner('hs-mapping-table', MappingTableElement);
    defineInner('hs-import-found', ImportFoundElement);
    defineInner('hs-import-panel', ImportPanelElement);
    super(part, session, 'import', 'hs-import-panel');
    this.#desk = deskOf(session);
    this.#drop = new DropZone(part, this.#desk.store, session.notices.report);
    // Inside `<hybrid-search>`, files may be dropped anywhere.
    if (part.alone) this.#drop.connect();
    this.watched = [session.panel, session.connection, this.#desk.importing, this.#desk.store, this.#drop];
  }

  close(): void {
    this.#drop.disconnect();
  }

  render(strings: Strings): TemplateResult {
    const { importing, store } = this.#desk;
    const { connection } = this.session;
    return html`<hs-import-panel
      part="panel"
      exportparts=${INNER_PARTS}
      ?data-stays=${this.stays}
      ?data-over=${this.#drop.state.over}
      .strings=${strings}
      .state=${importing.state.current}
      .client=${connection.state.client}
      .readsPictures=${connection.state.stats?.pictures !== undefined}
      .keepsFiles=${(connection.state.stats?.storage.files ?? 0) > 0}
      .exported=${store.state.exported}
      .backupAt=${lastBackup(this.session.host.name)}
      @panel-close=${this.onClose}
      @panel-command=${(event: PanelCommandEvent) => store.run(event.command)}
      @keydown=${this.onKeydown}
    ></hs-import-panel>`;
  }
}
