/** @tagname hs-memory-view */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Memory, MemoryImage } from '../../../core/record/memory.ts';
import { foundLines, type LineBox } from '../../../core/record/picture-words.ts';
import { placeOf } from '../../../core/record/place.ts';
import type { Highlight, Hit } from '../../../core/results/response.ts';
import { originOf, titleOf } from '../../session/title.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatBytes, formatDateTime } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { joinWords, renderSegments, segments, shownHighlights } from '../../shared/marked-text.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { type MemoryCommand, MemoryCommandEvent, PanelCloseEvent } from '../../shared/panel-events.ts';
import { markLines, renderPicture } from '../../shared/picture-canvas.ts';
import { pictureKey, pictureMarks } from '../../shared/picture-marks.ts';
import { markdownMarks } from '../../shared/plain-markdown.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { KeptFile } from './kept-file.ts';
import { memoryViewStyles } from './memory-view.styles.ts';
import { ThreadNeighbours } from './thread-neighbours.ts';

/** UTF-16 units shown at first, and added by each click on "show more". Laying out more takes noticeably long. */
const STEP = 200_000;
/** Maximum number of UTF-16 units to format. Longer texts are shown as written. */
const MAX_MARKDOWN = 100_000;

export class MemoryViewElement extends LitElement {
  static override styles = [panelStyles, memoryViewStyles];

  @property({ attribute: false }) strings!: SearchStrings;
  @property({ attribute: false }) memory!: Memory;
  @property({ attribute: false }) hit: Hit | null = null;
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean }) linkable = false;
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  @property({ attribute: false }) under: unknown = null;
  /** Number of notes waiting to be embedded. When it changes, this note may have been embedded. */
  @property({ attribute: false }) queued = 0;
  @state() private embedded: boolean | null = null;
  @state() private shown = STEP;
  @state() private isMarkdown = false;
  @state() private asWritten = false;
  @state() private pictures: ReadonlyMap<string, MemoryImage> = new Map();
  readonly #file = new KeptFile(this);
  readonly #neighbours = new ThreadNeighbours(this, (memory) => this.#send('open', memory));
  #shownPicture: string | undefined;
  @state() private format: typeof import('./markdown.ts').renderMarkdown | null = null;

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus({ preventScroll: this.#passageStart > 0 });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('memory') || changed.has('queued') || changed.has('client')) void this.#askMeaning();
    if (!changed.has('memory')) return;
    const { text } = this.memory;
    if (changed.get('memory')?.id !== this.memory.id) {
      this.shown = Math.max(STEP, this.hit?.passage.end ?? 0);
      this.asWritten = false;
      this.embedded = null;
    }
    this.pictures = new Map((this.memory.images ?? []).map((image) => [pictureKey(image), image]));
    this.isMarkdown = text.length <= MAX_MARKDOWN && markdownMarks(text).length > 0;
    if (this.isMarkdown && !this.format) void this.#loadFormat();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const drawn: ReadonlyMap<PropertyKey, unknown> = changed;
    const found = this.#foundPicture();
    const opened = drawn.has('memory') || drawn.has('format');
    if (found !== undefined) this.#showPicture(found, opened || found !== this.#shownPicture);
    else if (opened) this.#scrollToPassage();
    this.#shownPicture = found;
  }

  protected override render(): TemplateResult {
    const { strings, memory } = this;
    const { locale } = strings;
    const highlights = this.hit ? shownHighlights(this.hit, false) : [];
    const end = this.#end();
    const rest = memory.text.length - end;
    const formatted = this.asWritten || !this.isMarkdown ? null : this.format;
    return html`
      ${this.#head()}
      <article part="panel-body" tabindex="0" aria-labelledby="heading">
        ${this.#titleAndFacts(highlights)}
        ${
          memory.tags.length > 0
            ? html`<p class="tags">${memory.tags.map((tag) => html`<span class="tag" part="tag" dir="auto">${tag}</span>`)}</p>`
            : nothing
        }
        ${
          formatted
            ? html`<div class="markdown" part="text" dir=${memory.dir ?? 'auto'} lang=${ifDefined(memory.lang)}>
                ${formatted(memory.text, highlights, this.pictures)}
              </div>`
            : html`<div class="text" part="text" dir=${memory.dir ?? 'auto'} lang=${ifDefined(memory.lang)}
                >${renderSegments(segments(memory.text.slice(0, end), 0, highlights, 'text'))}</div
              >`
        }
        ${this.#pictures(formatted !== null)} ${this.under}
        ${
          rest > 0 && !formatted
            ? html`<button type="button" class="outlined" part="button" @click=${() => {
                this.shown += STEP;
              }}>${strings.showMore(formatBytes(rest, locale))}</button>`
            : nothing
        }
        ${this.#neighbours.render(strings)}
      </article>
    `;
  }

  #head(): TemplateResult {
    const { strings, memory } = this;
    return html`
      <div class="panel-head" part="panel-head">
        <button type="button" class="icon-only quiet back" part="button" aria-label=${strings.back} title=${strings.back} @click=${this.#close}>
          ${icons.back}
        </button>
        <span class="spacer"></span>
        ${
          this.readonly
            ? nothing
            : html`<button type="button" class="quiet" part="button" title=${strings.edit} @click=${onFirstClick(() => this.#send('edit'))}>${icons.edit}<span>${strings.edit}</span></button>`
        }
        ${
          this.isMarkdown
            ? html`<button
                type="button"
                class="quiet" part="button"
                aria-pressed=${this.asWritten ? 'true' : 'false'}
                @click=${() => {
                  this.asWritten = !this.asWritten;
                }}
                title=${strings.asWritten}
              >${icons.text}<span>${strings.asWritten}</span></button>`
            : nothing
        }
        <button type="button" class="quiet" part="button" title=${strings.copy} @click=${onFirstClick(() => this.#send('copy'))}>${icons.copy}<span>${strings.copy}</span></button>
        ${
          this.linkable
            ? html`<button type="button" class="quiet" part="button" title=${strings.copyLink} @click=${onFirstClick(() => this.#send('copy-link'))}>${icons.link}<span>${strings.copyLink}</span></button>`
            : nothing
        }
        ${
          this.readonly
            ? nothing
            : html`<button
                type="button"
                class="quiet" part="button"
                aria-pressed=${memory.pinned ? 'true' : 'false'}
                title=${strings.pin}
                @click=${onFirstClick(() => this.#send('pin'))}
              >${icons.pin}<span>${strings.pin}</span></button>`
        }
        ${
          this.readonly
            ? nothing
            : html`<button type="button" class="quiet" part="button" title=${strings.remove} @click=${onFirstClick(() => this.#send('remove'))}>${icons.trash}<span>${strings.remove}</span></button>`
        }
      </div>
    `;
  }

  #titleAndFacts(highlights: readonly Highlight[]): TemplateResult {
    const { strings, memory } = this;
    const { locale } = strings;
    // The text begins with the heading of an untitled note, so only screen readers need it.
    const isRepeated = !memory.title?.trim() && memory.type !== 'conversation';
    return html`
      <h2
        id="heading"
        class=${isRepeated ? 'visually-hidden' : ''}
        tabindex="-1"
        part="panel-title"
        dir="auto"
        lang=${ifDefined(memory.lang)}
      >
        ${memory.title?.trim() ? renderSegments(segments(memory.title, 0, highlights, 'title')) : titleOf(memory, strings)}
      </h2>
      <p class="facts">
        <time datetime=${new Date(memory.createdAt).toISOString()} title=${strings.created}>${formatDateTime(memory.createdAt, locale)}</time>
        ${originOf(memory, this.hit, strings).map((word) => html`<span><bdi>${word}</bdi></span>`)}
        ${this.embedded === null ? nothing : html`<span>${this.embedded ? strings.foundByMeaning : strings.foundByWords}</span>`}
        ${this.#link()} ${this.#fileLink()}
      </p>
    `;
  }

  get #passageStart(): number {
    return this.hit?.passage.start ?? 0;
  }

  #scrollToPassage(): void {
    if (this.#passageStart === 0) return;
    const before = segments(this.memory.text.slice(0, this.#passageStart), 0, this.hit!.highlights, 'text');
    const marks = this.renderRoot.querySelectorAll('[part=text] mark');
    const nth = joinWords(before).filter(({ keyword }) => keyword).length;
    const mark = marks[nth] ?? marks[marks.length - 1] ?? this.renderRoot.querySelector('.semantic');
    mark?.scrollIntoView({ block: 'nearest' });
  }

  /** Marks the picture after every update, because the hit may come from a later answer. */
  #showPicture(key: string, scroll: boolean): void {
    for (const picture of this.renderRoot.querySelectorAll<HTMLElement>('.picture')) {
      const isFound = picture.dataset.key === key;
      picture.toggleAttribute('data-found', isFound);
      markLines(picture.querySelector('canvas')!, isFound ? this.#foundLines() : []);
      // The picture may not be drawn yet. When it is, it grows downwards from here.
      if (isFound && scroll) picture.scrollIntoView({ block: 'center' });
    }
  }

  #foundPicture(): string | undefined {
    const { place } = this.hit ?? {};
    const image = place?.kind === 'picture' ? this.memory.images?.[place.number - 1] : undefined;
    return image && pictureKey(image);
  }

  #foundLines(): LineBox[] {
    const { memory, hit } = this;
    if (hit?.place?.kind !== 'picture') return [];
    const { number } = hit.place;
    const matched = foundLines(
      memory,
      number,
      shownHighlights(hit, false).filter(({ field }) => field === 'text'),
    );
    return matched.length > 0 ? matched : foundLines(memory, number, [hit.passage]);
  }

  #pictures(formatted: boolean): TemplateResult[] {
    const words = new Map(pictureMarks(this.memory.text).map(({ key, alt }) => [key, alt]));
    return [...this.pictures]
      .filter(([key]) => !formatted || !words.has(key))
      .map(([key, image]) => html`<p>${renderPicture(key, image, words.get(key) ?? image.alt)}</p>`);
  }

  /** Only web addresses become links, because a `javascript:` address would run a script. */
  #link(): TemplateResult | typeof nothing {
    const { url } = this.memory;
    if (!url) return nothing;
    if (!/^https?:\/\//i.test(url)) return html`<span dir="ltr">${url}</span>`;
    return html`<span><a href=${url} target="_blank" rel="noopener noreferrer">${icons.link}${this.strings.openLink}</a></span>`;
  }

  /** Opens only PDFs. Other files could run scripts in this origin, so they're downloaded. */
  #fileLink(): TemplateResult | typeof nothing {
    const file = this.#file.current;
    if (!file) return nothing;
    const { strings, memory } = this;
    if (!file.isPdf) {
      const { path } = memory.metadata;
      const name = typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : titleOf(memory, strings);
      return html`<span><a href=${file.url} download=${name}>${icons.link}${strings.downloadFile}</a></span>`;
    }
    const place = this.hit?.place ?? placeOf(memory, 0);
    const page = place?.kind === 'page' ? place.number : place?.kind === 'picture' ? place.page : undefined;
    const url = page === undefined ? file.url : `${file.url}#page=${page}`;
    return html`<span><a href=${url} target="_blank" rel="noopener">${icons.link}${strings.openFile}</a></span>`;
  }

  async #askMeaning(): Promise<void> {
    const { client, memory } = this;
    const embedded = await client?.embedded(memory.id).catch(() => null);
    if (this.memory.id === memory.id) this.embedded = embedded ?? null;
  }

  async #loadFormat(): Promise<void> {
    try {
      this.format = (await import('./markdown.ts')).renderMarkdown;
    } catch {
      this.isMarkdown = false;
    }
  }

  /** Never inside a surrogate pair. */
  #end(): number {
    const { text } = this.memory;
    if (this.shown >= text.length) return text.length;
    const last = text.charCodeAt(this.shown - 1);
    return last >= 0xd800 && last <= 0xdbff ? this.shown - 1 : this.shown;
  }

  #send(command: MemoryCommand, memory = this.memory): void {
    this.dispatchEvent(new MemoryCommandEvent(command, memory));
  }

  #close(): void {
    this.dispatchEvent(new PanelCloseEvent());
  }
}
