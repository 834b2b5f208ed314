/**
 * The form that writes a note. It checks what the user can correct right away. The engine validates the rest, and the
 * form shows the engine's error message.
 * @tagname hs-memory-form
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { Memory, MemoryImage } from '../../../core/record/memory.ts';
import { MAX_IMAGES } from '../../../core/record/memory-limits.ts';
import { icons } from '../../shared/icons.ts';
import { notesIcons } from '../../shared/notes-icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { PanelCloseEvent } from '../../shared/panel-events.ts';
import { pictureKey, pictureMark, pictureMarks, withAlt, withoutPicture } from '../../shared/picture-marks.ts';
import { pickFiles } from '../../shared/save-file.ts';
import type { Strings } from '../../strings/strings.ts';
import type { Draft } from '../desk/drafts.ts';
import {
  EVERGREEN,
  type FieldName,
  fieldsOf,
  NO_FIELDS,
  type NoteFields,
  type SaveConflict,
} from '../desk/note-fields.ts';
import { unsavedPictures } from '../desk/unsaved-pictures.ts';
import { renderFormConflict } from './form-conflict.ts';
import { DraftChangeEvent, DraftDiscardEvent, MemorySaveEvent } from './form-events.ts';
import { picturesIn, readPicture, renderFormPictures } from './form-pictures.ts';
import { renderFormTags, suggestedTags, withTag } from './form-tags.ts';
import { memoryFormStyles } from './memory-form.styles.ts';

export class MemoryFormElement extends LitElement {
  static override styles = [panelStyles, memoryFormStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) memory: Memory | null = null;
  @property({ attribute: false }) draft: Draft | null = null;
  @property({ attribute: false }) conflict: SaveConflict | null = null;
  @property({ attribute: false }) failure: string | null = null;
  @property({ type: Boolean }) saving = false;
  @property({ attribute: false }) tags: { readonly [tag: string]: number } = {};
  @property() store = '';
  @state() private fields: NoteFields = NO_FIELDS;
  @state() private textMissing = false;
  @state() private unsaved: ReadonlyMap<string, MemoryImage> = new Map();
  @state() private pictureProblem: string | null = null;

  @query('#text') private textField!: HTMLTextAreaElement;
  @query('form') private form!: HTMLFormElement;

  override focus(): void {
    const first = this.memory ? this.textField : this.renderRoot.querySelector<HTMLElement>('#title');
    first?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const opened = !this.hasUpdated || (changed.has('memory') && changed.get('memory')?.id !== this.memory?.id);
    if (opened) {
      this.textMissing = false;
      this.pictureProblem = null;
      this.unsaved = unsavedPictures(this.store).pictures;
      this.fields = this.draft?.fields ?? (this.memory ? fieldsOf(this.memory) : NO_FIELDS);
    } else if (changed.has('draft') && this.draft) {
      // If the form reported this draft itself, its fields are the same object and nothing changes. Otherwise, a draft
      // is resumed.
      this.fields = this.draft.fields;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('conflict') && this.conflict) this.renderRoot.querySelector<HTMLElement>('.conflict')?.focus();
  }

  protected override render(): TemplateResult {
    const { strings, memory } = this;
    const heading = memory ? strings.editHeading : strings.addHeading;
    return html`
      <div class="panel-head" part="panel-head">
        <h2 id="heading" part="panel-title">${heading}</h2>
        ${
          this.draft
            ? html`<button type="button" class="quiet" part="button" @click=${() => this.dispatchEvent(new DraftDiscardEvent(memory?.id ?? null))}>
                ${strings.draftDiscard}
              </button>`
            : nothing
        }
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${this.#close}>
          ${icons.clear}
        </button>
      </div>
      <form part="panel-body" aria-labelledby="heading" novalidate @submit=${this.#submit} @keydown=${this.#onKeydown} @paste=${this.#onPaste}>
        ${this.conflict ? renderFormConflict({ strings, conflict: this.conflict, text: this.fields.text, onUse: (name, value) => this.#set(name, value) }) : nothing}
        ${this.#line('title', strings.fieldTitle, strings.optional, { maxlength: 500 })}
        <div class="field">
          <label for="text">${strings.fieldText}</label>
          <textarea
            class="input" part="field"
            id="text"
            name="text"
            dir="auto"
            rows="8"
            required
            aria-invalid=${this.textMissing ? 'true' : 'false'}
            aria-describedby=${this.textMissing ? 'text-problem' : nothing}
            .value=${live(this.fields.text)}
            @input=${this.#onInput}
          ></textarea>
          ${this.textMissing ? html`<p class="problem" id="text-problem" role="alert">${icons.warning}${strings.textMissing}</p>` : nothing}
          ${renderFormPictures({
            strings,
            marks: pictureMarks(this.fields.text),
            pictures: this.#pictures(),
            onAlt: (key, alt) => this.#set('text', withAlt(this.fields.text, key, alt)),
            onRemove: (key) => {
              this.#set('text', withoutPicture(this.fields.text, key));
              this.textField.focus();
            },
            onDone: () => this.textField.focus(),
          })}
          ${this.pictureProblem ? html`<p class="problem" role="alert">${icons.warning}${this.pictureProblem}</p>` : nothing}
          <button type="button" class="quiet add-picture" part="button" @click=${this.#choosePictures}>${notesIcons.picture}${strings.addPicture}</button>
        </div>
        <div class="pair">
          <div>${this.#line('tags', strings.fieldTags, strings.fieldTagsHint)}${renderFormTags({ strings, tags: suggestedTags(this.fields.tags, this.tags), onAdd: (tag) => this.#addTag(tag) })}</div>
          ${this.#line('type', strings.fieldType)}
        </div>
        ${this.#line('url', strings.fieldUrl, strings.optional, { type: 'url', dir: 'ltr' })}
        <label class="evergreen">
          <input
            type="checkbox"
            name="evergreen"
            .checked=${live(this.fields.evergreen === EVERGREEN)}
            @change=${(event: Event) => this.#set('evergreen', (event.target as HTMLInputElement).checked ? EVERGREEN : '')}
          />
          <span>${strings.fieldEvergreen} <span class="hint">${strings.fieldEvergreenHint}</span></span>
        </label>
        ${this.failure ? html`<p class="problem" role="alert">${icons.warning}<span>${this.failure}</span></p>` : nothing}
        <div class="buttons">
          <button type="submit" class="primary" part="button primary" aria-disabled=${this.saving ? 'true' : 'false'}>${this.saving ? strings.saving : strings.save}</button>
          <button type="button" class="close" part="button" @click=${this.#close}>${strings.close}</button>
        </div>
      </form>
    `;
  }

  #line(
    name: FieldName,
    label: string,
    hint = '',
    {
      maxlength,
      type = 'text',
      dir = 'auto',
    }: { maxlength?: number; type?: 'text' | 'url'; dir?: 'auto' | 'ltr' } = {},
  ): TemplateResult {
    return html`<div class="field">
      <label for=${name}>${label} ${hint ? html`<span class="hint">${hint}</span>` : nothing}</label>
      <input
        class="input" part="field"
        id=${name}
        name=${name}
        type=${type}
        dir=${dir}
        autocomplete="off"
        maxlength=${ifDefined(maxlength)}
        .value=${live(this.fields[name])}
        @input=${this.#onInput}
      />
    </div>`;
  }

  #pictures(): ReadonlyMap<string, MemoryImage> {
    const stored = (this.memory?.images ?? []).map((image) => [pictureKey(image), image] as const);
    return new Map([...stored, ...this.unsaved]);
  }

  #addTag(tag: string): void {
    this.#set('tags', withTag(this.fields.tags, tag));
    this.renderRoot.querySelector<HTMLElement>('#tags')?.focus();
  }

  #onPaste(event: ClipboardEvent): void {
    const files = picturesIn(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    void this.#addPictures(files);
  }

  async #choosePictures(): Promise<void> {
    await this.#addPictures(await pickFiles('pictures'));
  }

  async #addPictures(files: readonly File[]): Promise<void> {
    const { strings, memory } = this;
    this.pictureProblem = null;
    for (const file of files) {
      if (pictureMarks(this.fields.text).length >= MAX_IMAGES) {
        this.pictureProblem = strings.picturesFull(MAX_IMAGES);
        return;
      }
      const image = await readPicture(file).catch(() => null);
      // By now the form may show another note.
      if (this.memory?.id !== memory?.id || !this.isConnected) return;
      if (!image) {
        this.pictureProblem = strings.pictureUnreadable;
        continue;
      }
      const key = pictureKey(image);
      const unsaved = unsavedPictures(this.store);
      unsaved.put(image);
      this.unsaved = unsaved.pictures;
      this.#insert(pictureMark({ key, alt: '' }));
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(`#alt-${key}`)?.focus();
    }
  }

  #insert(mark: string): void {
    const { text } = this.fields;
    const { selectionStart, selectionEnd } = this.textField;
    const before = text.slice(0, selectionStart);
    const line = before === '' || before.endsWith('\n') ? '' : '\n';
    const inserted = `${line}${mark}\n`;
    this.#set('text', before + inserted + text.slice(selectionEnd));
    const caret = before.length + inserted.length;
    void this.updateComplete.then(() => this.textField.setSelectionRange(caret, caret));
  }

  #onInput(event: Event): void {
    const { name, value } = event.target as HTMLInputElement | HTMLTextAreaElement;
    if (name === 'text') this.textMissing = false;
    this.#set(name as FieldName, value);
  }

  #set(name: FieldName, value: string): void {
    this.fields = { ...this.fields, [name]: value };
    this.dispatchEvent(new DraftChangeEvent(this.memory?.id ?? null, this.fields));
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.fields.text.trim() === '') {
      this.textMissing = true;
      this.textField.focus();
      return;
    }
    this.dispatchEvent(new MemorySaveEvent(this.memory?.id ?? null, this.fields));
  }

  #close(): void {
    this.dispatchEvent(new PanelCloseEvent());
  }
}
