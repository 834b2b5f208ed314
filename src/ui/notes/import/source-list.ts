/** @tagname hs-source-list */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ImportContent, ImportSource } from '../../shared/engine-access.ts';
import { formatYears } from '../../shared/format.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import type { Strings } from '../../strings/strings.ts';
import { foundStyles } from './found.styles.ts';

/** Each change makes a new object, because only a new object renders the list again. */
export class SourceChoice {
  readonly sources: readonly ImportSource[];
  readonly #leftOut: ReadonlySet<ImportSource>;

  constructor(sources: readonly ImportSource[], leftOut: ReadonlySet<ImportSource> = new Set()) {
    this.sources = sources;
    this.#leftOut = leftOut;
  }

  isChosen(source: ImportSource): boolean {
    return !this.#leftOut.has(source);
  }

  of(format: ImportContent['format']): ImportSource[] {
    return this.sources.filter((source) => source.format === format);
  }

  with(sources: readonly ImportSource[], chosen: boolean): SourceChoice {
    const leftOut = new Set(this.#leftOut);
    for (const source of sources) {
      if (chosen) leftOut.delete(source);
      else leftOut.add(source);
    }
    return new SourceChoice(this.sources, leftOut);
  }

  get memories(): number {
    return this.sources.reduce((sum, source) => sum + (this.isChosen(source) ? source.memories : 0), 0);
  }

  get documentBytes(): number {
    return this.sources.reduce((sum, source) => sum + (this.isChosen(source) ? (source.bytes ?? 0) : 0), 0);
  }

  get leftOut(): ImportSource[] {
    return [...this.#leftOut];
  }
}

const PAGE = 100;
/** Shorter lists have no filter. */
const FILTER_FROM = 12;

export class SourcesChosenEvent extends Event {
  static readonly eventName = 'sources-chosen';
  readonly sources: readonly ImportSource[];
  readonly chosen: boolean;
  constructor(sources: readonly ImportSource[], chosen: boolean) {
    super(SourcesChosenEvent.eventName);
    this.sources = sources;
    this.chosen = chosen;
  }
}

export class SourceListElement extends LitElement {
  static override styles = [panelStyles, foundStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) choice!: SourceChoice;
  @property({ attribute: false }) sources: readonly ImportSource[] = [];
  @property() label = '';
  @state() private filter = '';
  @state() private shown = PAGE;

  protected override render(): TemplateResult {
    const { strings, sources } = this;
    const matching = this.#matching();
    return html`
      <div class="tools">
        ${
          sources.length < FILTER_FROM
            ? nothing
            : html`<input
                class="input"
                part="field"
                type="search"
                aria-label=${`${strings.importFilter}: ${this.label}`}
                placeholder=${strings.importFilter}
                .value=${this.filter}
                @input=${this.#onFilter}
              />`
        }
        <button type="button" class="outlined small" part="button" @click=${() => this.#choose(matching, true)}>${strings.importAll}</button>
        <button type="button" class="outlined small" part="button" @click=${() => this.#choose(matching, false)}>${strings.importNone}</button>
      </div>
      <ul class="sources" aria-label=${this.label}>
        ${matching.slice(0, this.shown).map((source) => this.#row(source))}
      </ul>
      ${
        matching.length > this.shown
          ? html`<button type="button" class="outlined small more" part="button" @click=${this.#showMore}>
              ${strings.loadMore} (${strings.resultsFor(this.shown, matching.length)})
            </button>`
          : nothing
      }
    `;
  }

  #row(source: ImportSource): TemplateResult {
    const { strings, choice } = this;
    const { title, memories, from, to } = source;
    const years = from === undefined || to === undefined ? '' : ` · ${formatYears(from, to, strings.locale)}`;
    return html`<li>
      <label>
        <input
          type="checkbox"
          .checked=${choice.isChosen(source)}
          @change=${(event: Event) => this.#choose([source], (event.target as HTMLInputElement).checked)}
        />
        <span class="name" dir="auto">${title}</span>
        <span class="muted">${strings.importRows(memories)}${years}</span>
      </label>
    </li>`;
  }

  #matching(): readonly ImportSource[] {
    const words = this.filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.sources;
    return this.sources.filter(({ title }) => {
      const name = title.toLocaleLowerCase();
      return words.every((word) => name.includes(word));
    });
  }

  readonly #onFilter = (event: Event): void => {
    this.filter = (event.target as HTMLInputElement).value;
    this.shown = PAGE;
  };

  readonly #showMore = async (): Promise<void> => {
    const first = this.shown;
    this.shown += PAGE;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('li input')[first]?.focus();
  };

  #choose(sources: readonly ImportSource[], chosen: boolean): void {
    this.dispatchEvent(new SourcesChosenEvent(sources, chosen));
  }
}
