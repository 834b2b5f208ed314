/**
 * The `<hybrid-search>` element: its attributes, its life in the page and its parts. What the parts do is in
 * `controllers/`, what they look like in the templates beside this file; the class is registered by `define.ts` alone.
 */
import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ElementParts } from '../controllers/element-parts.ts';
import type { HybridSearchClient, ModelLoad } from '../engine-access.ts';
import { relevanceStyles } from '../result-list/relevance.styles.ts';
import { resultListStyles } from '../result-list/result-list.styles.ts';
import { controls } from '../shared/controls.styles.ts';
import { tokens } from '../shared/tokens.styles.ts';
import type { Strings } from '../strings/strings.ts';
import { renderFrame } from './frame.ts';
import { hybridSearchStyles } from './hybrid-search.styles.ts';
import { listStyles } from './list.styles.ts';
import { searchBoxStyles } from './search-box.styles.ts';
import { toastStyles } from './toasts.styles.ts';

/** Properties that need another client. */
const REOPEN = ['name', 'client', 'modelBase', 'language'] as const;

/**
 * @tagname hybrid-search
 * @summary Search over personal memory by word and by meaning, wholly in the browser.
 * @slot tools - Own buttons beside the search box.
 * @fires hs-select - A person chose a result; cancelable.
 * @fires hs-search - A search was answered.
 * @fires hs-change - The store changed, here or in another tab.
 * @fires hs-progress - Progress of the model download or of embedding.
 * @fires hs-error - Something failed.
 * @fires hs-storage - The store was opened, restored or lost, or its durability changed.
 * @csspart frame - The outer border.
 * @csspart search-box - The box around the input.
 * @csspart input - The input.
 * @csspart add - The button that writes a new note.
 * @csspart list - The column of results.
 * @csspart summary - The line above the results.
 * @csspart row - One result with its buttons.
 * @csspart option - The part of a row that opens it.
 * @csspart title - Title of a row.
 * @csspart passage - Excerpt of a row.
 * @csspart mark - A matched word.
 * @csspart semantic - The sentence that matched by meaning.
 * @csspart label - Relevance of a row.
 * @csspart side - The panel beside the results.
 * @csspart empty - What stands in place of rows.
 * @csspart toast - A short message.
 * @cssproperty --hs-font - Font family.
 * @cssproperty --hs-font-size - Base size.
 * @cssproperty --hs-accent - Colour of focus, links and primary buttons.
 * @cssproperty --hs-surface - Background.
 * @cssproperty --hs-text - Text colour.
 * @cssproperty --hs-text-muted - Secondary text colour.
 * @cssproperty --hs-line - Hairlines.
 * @cssproperty --hs-mark - Background of matched words.
 * @cssproperty --hs-meaning-line - Underline of the sentence that matched by meaning.
 * @cssproperty --hs-radius - Corner radius of the frame; inner radii follow.
 * @cssproperty --hs-shadow - Shadow of the frame.
 */
export class HybridSearchElement extends LitElement {
  static override styles = [
    tokens,
    controls,
    listStyles,
    toastStyles,
    hybridSearchStyles,
    searchBoxStyles,
    resultListStyles,
    relevanceStyles,
  ];

  /** Store name; elements of one name share one store and one engine. */
  @property() name = 'default';
  /** `auto`, or the id of a model. */
  @property() model = 'auto';
  /** When the model is fetched: `auto`, `idle`, `ask` or `manual`. */
  @property({ attribute: 'model-load' }) modelLoad: ModelLoad = 'auto';
  /** Folder of the models; default beside the module. */
  @property({ attribute: 'model-base' }) modelBase: string | null = null;
  /** BCP 47 tag of interface and notes; default the page's. */
  @property() language: string | null = null;
  /** Text of the empty box; default by language. */
  @property() placeholder: string | null = null;
  /** `auto` follows the system. */
  @property({ reflect: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** Keys that focus the box: `/`, `mod+k` or both; the bare attribute means both. */
  @property() shortcut: string | null = null;
  /** What stands in the box; set it to search. */
  @property() query = '';
  /** Results a page, 1–100. */
  @property({ type: Number }) limit = 10;
  /** Hides all that writes. */
  @property({ type: Boolean, reflect: true }) readonly = false;
  /** Reads the query from the address (`?q=`, or the parameter that the attribute names) and keeps it there. */
  @property({ attribute: 'deep-link' }) deepLink: string | null = null;
  /** A client to use instead of one of its own; whoever gives it closes it. */
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  /** Words to show instead of the bundled ones. */
  @property({ attribute: false }) strings: Partial<Strings> = {};

  readonly #parts = new ElementParts(this, () => {
    this.#input?.focus();
    this.#input?.select();
  });

  /** Resolves to the client when the store is open; rejects with a typed error where it cannot be opened. */
  get ready(): Promise<HybridSearchClient> {
    return this.#parts.lifecycle.ready;
  }

  override focus(options?: FocusOptions): void {
    this.#input?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Not before the first update: only then are properties in place that were set before the element was known.
    void this.updateComplete.then(() => {
      if (this.isConnected && this.#parts.session.state === 'closed') this.#parts.lifecycle.open();
    });
  }

  /** A move disconnects and connects again within one task: only what is still away afterwards is torn down. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) void this.#parts.lifecycle.close();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { lifecycle, notices, search, session } = this.#parts;
    if (changed.has('limit')) search.limit = Math.min(100, Math.max(1, Math.floor(this.limit) || 10));
    if (this.hasUpdated && REOPEN.some((key) => changed.has(key))) void lifecycle.reopen();
    else if (this.hasUpdated && changed.has('model')) session.client?.setModel(this.model).catch(notices.report);
    if (changed.has('query') && this.query !== search.query) search.setQuery(this.query, false);
  }

  protected override render(): TemplateResult {
    return renderFrame(this, this.#parts);
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('#query');
  }
}
