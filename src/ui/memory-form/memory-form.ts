/**
 * The form that writes a new memory or changes one (DESIGN U4). It checks what a person can put right at once; the
 * rest of the validation is the engine's, whose message the element shows here. Emits `memory-save`, `panel-close`.
 * @tagname hs-memory-form
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Memory } from '../../core/record/memory.ts';
import { controls } from '../shared/controls.styles.ts';
import { icons } from '../shared/icons.ts';
import { MemorySaveEvent, PanelCloseEvent } from '../shared/panel-events.ts';
import type { Strings } from '../strings/strings.ts';
import { memoryFormStyles } from './memory-form.styles.ts';

export class MemoryFormElement extends LitElement {
  static override styles = [controls, memoryFormStyles];

  @property({ attribute: false }) strings!: Strings;
  /** The memory to change; null for a new one. */
  @property({ attribute: false }) memory: Memory | null = null;
  /** What the engine refused, in words. */
  @property({ attribute: false }) failure: string | null = null;
  @property({ type: Boolean }) saving = false;
  @state() private textMissing = false;

  @query('#text') private textField!: HTMLTextAreaElement;
  @query('form') private form!: HTMLFormElement;

  /** The field that a person fills first. */
  override focus(): void {
    const first = this.memory ? this.textField : this.renderRoot.querySelector<HTMLElement>('#title');
    first?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('memory')) this.textMissing = false;
  }

  protected override render(): TemplateResult {
    const { strings, memory } = this;
    const heading = memory ? strings.editHeading : strings.addHeading;
    return html`
      <div class="panel-head">
        <h2 id="heading">${heading}</h2>
        <button type="button" class="icon-only quiet" aria-label=${strings.close} title=${strings.close} @click=${this.#close}>
          ${icons.clear}
        </button>
      </div>
      <form aria-labelledby="heading" novalidate @submit=${this.#submit} @keydown=${this.#onKeydown}>
        <div class="field">
          <label for="title">${strings.fieldTitle} <span class="hint">${strings.optional}</span></label>
          <input class="input" id="title" name="title" dir="auto" autocomplete="off" maxlength="500" .value=${memory?.title ?? ''} />
        </div>
        <div class="field">
          <label for="text">${strings.fieldText}</label>
          <textarea
            class="input"
            id="text"
            name="text"
            dir="auto"
            rows="8"
            required
            aria-invalid=${this.textMissing ? 'true' : 'false'}
            aria-describedby=${this.textMissing ? 'text-problem' : nothing}
            .value=${memory?.text ?? ''}
            @input=${() => {
              this.textMissing = false;
            }}
          ></textarea>
          ${this.textMissing ? html`<p class="problem" id="text-problem" role="alert">${icons.warning}${strings.textMissing}</p>` : nothing}
        </div>
        <div class="pair">
          <div class="field">
            <label for="tags">${strings.fieldTags} <span class="hint">${strings.fieldTagsHint}</span></label>
            <input class="input" id="tags" name="tags" dir="auto" autocomplete="off" .value=${memory?.tags.join(', ') ?? ''} />
          </div>
          <div class="field">
            <label for="type">${strings.fieldType}</label>
            <input class="input" id="type" name="type" autocomplete="off" .value=${memory?.type ?? 'note'} />
          </div>
        </div>
        <div class="field">
          <label for="url">${strings.fieldUrl} <span class="hint">${strings.optional}</span></label>
          <input class="input" id="url" name="url" type="url" dir="ltr" autocomplete="off" .value=${memory?.url ?? ''} />
        </div>
        ${this.failure ? html`<p class="problem" role="alert">${icons.warning}${this.failure}</p>` : nothing}
        <div class="buttons">
          <button type="submit" class="primary" ?disabled=${this.saving}>${this.saving ? strings.saving : strings.save}</button>
          <button type="button" @click=${this.#close}>${strings.cancel}</button>
        </div>
      </form>
    `;
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  #submit(event: Event): void {
    event.preventDefault();
    const data = new FormData(this.form);
    const field = (name: string): string => String(data.get(name) ?? '').trim();
    const text = String(data.get('text') ?? '');
    if (text.trim() === '') {
      this.textMissing = true;
      this.textField.focus();
      return;
    }
    const tags = [
      ...new Set(
        field('tags')
          .split(/[,،、]/)
          .map((tag) => tag.trim().replace(/^#/, ''))
          .filter(Boolean),
      ),
    ];
    const { memory } = this;
    // An emptied field must reach `update` as an empty value, or the old one would stay.
    const optional = (name: 'title' | 'url'): { [key: string]: string } => {
      const value = field(name);
      return value || memory?.[name] ? { [name]: value } : {};
    };
    this.dispatchEvent(
      new MemorySaveEvent(memory?.id ?? null, {
        text,
        tags,
        type: field('type') || 'note',
        ...optional('title'),
        ...optional('url'),
        ...(memory ? {} : { source: 'user' }),
      }),
    );
  }

  #close(): void {
    this.dispatchEvent(new PanelCloseEvent());
  }
}
