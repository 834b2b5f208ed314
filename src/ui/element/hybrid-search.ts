/**
 * The `<hybrid-search>` element: its life in the page. The frame with its box is drawn at once; what stands in it is a
 * script of its own, fetched beside the words. The class is registered by `define.ts` alone.
 */
import type { LitElement, PropertyValues, TemplateResult } from 'lit';
import { searchBoxStyles } from '../search/box/search-box.styles.ts';
import { Shortcut, shortcutHint } from '../search/box/shortcuts.ts';
import { controls } from '../shared/controls.styles.ts';
import type { HybridSearchClient } from '../shared/engine-access.ts';
import { HsErrorEvent } from '../shared/events.ts';
import { nextTask } from '../shared/next-task.ts';
import { tokens } from '../shared/tokens.styles.ts';
import { Words } from '../strings/words.ts';
import { wrongSettings } from './check-settings.ts';
import type { Controllers } from './controllers.ts';
import { emptyFrame, renderFrame } from './frame.ts';
import { hybridSearchStyles } from './hybrid-search.styles.ts';
import { ElementSettings, restoreDefaults } from './settings.ts';

/** Properties that need another client. */
const REOPEN = ['name', 'client', 'assetBase', 'language'] as const;

/**
 * @tagname hybrid-search
 * @summary Search over personal memory by word and by meaning, wholly in the browser.
 * @slot tools - Own buttons beside the search box.
 * @slot empty - What stands in place of rows while there are no notes.
 * @slot no-match - What stands in place of rows where nothing answers.
 * @slot row - A `template` that draws each row: what its elements with `data-text` name is filled in as text.
 * @fires hs-select - A person chose a result; cancelable.
 * @fires hs-search - A search was answered.
 * @fires hs-change - The store changed, here or in another tab.
 * @fires hs-progress - Progress of the model download or of embedding.
 * @fires hs-error - Something failed.
 * @fires hs-storage - The store was opened, restored or lost, or its durability changed.
 * @csspart frame - The outer border.
 * @csspart header - What holds the search box.
 * @csspart search-box - The box around the input.
 * @csspart input - The input.
 * @csspart add - The button that writes a new note.
 * @csspart filters - The line of filters and of the sort order.
 * @csspart chip - A filter's button, or one that is chosen.
 * @csspart chosen - A chosen filter; a press takes it off.
 * @csspart sort - The button of the sort order.
 * @csspart filter-panel - The list that a filter's button opens.
 * @csspart storage-note - What is said of the store where it matters.
 * @csspart list - The column of results.
 * @csspart summary - The line above the results.
 * @csspart recent - Recent searches.
 * @csspart completions - What the end of the query may be completed to.
 * @csspart completion - One of them.
 * @csspart results - The rows.
 * @csspart weak - Rows that are only loosely related; also the label of a weak match.
 * @csspart row - One result with its buttons.
 * @csspart option - The part of a row that opens it.
 * @csspart active - The option or completion that the keys are on.
 * @csspart title - Title of a row.
 * @csspart passage - Excerpt of a row.
 * @csspart tag - A tag of a row or of the open note.
 * @csspart mark - A matched word.
 * @csspart semantic - The sentence that matched by meaning.
 * @csspart label - Relevance of a row.
 * @csspart strong - Label of a strong match.
 * @csspart likely - Label of a possible match.
 * @csspart action - A button of a row.
 * @csspart why - The reasons below a row.
 * @csspart bar - A bar, in reasons, meters and progress.
 * @csspart doubtful - What is said above rows that probably do not answer.
 * @csspart empty - What stands in place of rows.
 * @csspart side - The column beside the results.
 * @csspart panel - The panel in it: an open note, a form, import, settings, help or judging.
 * @csspart panel-head - The line above a panel.
 * @csspart panel-title - The title of a panel, or of the open note.
 * @csspart panel-body - What a panel holds.
 * @csspart text - The text of the open note.
 * @csspart trash - The trash, in the settings.
 * @csspart picture - A picture of the open note, or of the form.
 * @csspart field - A field of a form.
 * @csspart button - A button of a panel, a message or an empty list.
 * @csspart primary - The one button that a panel is about.
 * @csspart status - The status bar.
 * @csspart status-line - The line in it.
 * @csspart keys - The keys at the foot.
 * @csspart toasts - What holds the short messages.
 * @csspart toast - A short message.
 * @csspart drop - What covers the element while files are dragged over it.
 * @cssproperty --hs-font - Font family.
 * @cssproperty --hs-font-mono - Font family of code and of queries shown as such.
 * @cssproperty --hs-font-size - Base size; default 0.9375rem.
 * @cssproperty --hs-accent - Colour of focus, links and primary buttons.
 * @cssproperty --hs-on-accent - Text on the accent; black or white, whichever can be read, where not given.
 * @cssproperty --hs-danger - Colour of what deletes and of what failed.
 * @cssproperty --hs-surface - Background.
 * @cssproperty --hs-surface-sunken - Background of the bars above and below; mixed from the background where not given, as the next three.
 * @cssproperty --hs-surface-raised - Background of lists that open and of messages.
 * @cssproperty --hs-surface-hover - Background of a row under the pointer.
 * @cssproperty --hs-surface-selected - Background of the active row.
 * @cssproperty --hs-text - Text colour.
 * @cssproperty --hs-text-muted - Secondary text colour.
 * @cssproperty --hs-line - Hairlines.
 * @cssproperty --hs-line-strong - Outlines of buttons and fields.
 * @cssproperty --hs-word - Colour of words, in bars and marks.
 * @cssproperty --hs-mark - Background of matched words.
 * @cssproperty --hs-meaning - Colour of meaning, in bars and underlines.
 * @cssproperty --hs-meaning-line - Underline of the sentence that matched by meaning.
 * @cssproperty --hs-radius - Corner radius of the frame; inner radii follow.
 * @cssproperty --hs-shadow - Shadow of the frame.
 */
export class HybridSearchElement extends ElementSettings {
  static override styles = [tokens, controls, hybridSearchStyles, searchBoxStyles];

  readonly #words = new Words(this);
  readonly #ready: Promise<void>;
  #onReady!: () => void;
  #body: typeof import('./body.ts') | null = null;
  #parts: Controllers | null = null;
  #bodyFailed = false;
  #bodyDrawn = false;
  #hadFocus = false;

  constructor() {
    super();
    this.#ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
    new Shortcut(this, () => {
      this.focus();
      this.renderRoot.querySelector<HTMLInputElement>('#query')?.select();
    });
  }

  /** Resolves to the client when the store is open; rejects with a typed error where it cannot be opened. */
  get ready(): Promise<HybridSearchClient> {
    return this.#parts?.session.ready ?? this.#ready.then(() => this.#parts!.session.ready);
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('#query')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#loadBody();
  }

  /** A move disconnects and connects again within one task: only what is still away afterwards is torn down. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) void this.#closeParts();
    });
  }

  /** It may be back in the page before the last delete is written: then it opens again. */
  async #closeParts(): Promise<void> {
    await this.#parts?.close();
    if (this.isConnected && this.#parts?.session.state.phase === 'closed') this.#parts.open();
  }

  /**
   * Nothing is shown before its words are there. The body is first drawn in a task of its own: with what comes before it
   * (`#loadBody`) it was one of 18 ms of computing, on a busy machine far over the 50 ms in which a page still answers.
   */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#words.load();
    if (this.#parts && !this.#bodyDrawn) {
      this.#bodyDrawn = true;
      await nextTask();
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#hadFocus = this.matches(':focus-within');
    restoreDefaults(this);
    const wrong = wrongSettings(this, changed, this.#words.wrong);
    for (const error of wrong) this.dispatchEvent(new HsErrorEvent(error));
    this.#parts?.onSettings(changed, this.hasUpdated && REOPEN.some((key) => changed.has(key)));
  }

  /** What had the focus may be gone with this rendering, here or in a panel: then the box has it, never the page. */
  protected override updated(): void {
    if (!this.#hadFocus) return;
    const panels = [...this.renderRoot.querySelectorAll<LitElement>('hs-filter-bar, hs-status-bar, .side > *')];
    void Promise.all(panels.map((panel) => panel.updateComplete)).then(() => {
      if (this.isConnected && document.activeElement === document.body) this.focus();
    });
  }

  protected override render(): TemplateResult {
    const { strings } = this.#words;
    if (this.#body && this.#parts) return renderFrame(strings, this.#body.frameOf(this, this.#parts));
    const box = {
      query: this.query,
      placeholder: this.placeholder ?? strings.placeholder,
      readonly: this.readonly,
      shortcutHint: shortcutHint(this.shortcut),
      onInput: (text: string) => {
        this.query = text;
      },
    };
    return renderFrame(strings, emptyFrame(strings, box, this.#bodyFailed ? () => void this.#loadBody() : null));
  }

  /** Not before the first update is it used: only then are properties in place that were set before the upgrade. */
  async #loadBody(): Promise<void> {
    try {
      this.#bodyFailed = false;
      this.#body ??= await import('./body.ts');
      await this.updateComplete;
      await nextTask();
    } catch (error) {
      this.#bodyFailed = true;
      this.requestUpdate();
      this.dispatchEvent(new HsErrorEvent(error as Error));
      return;
    }
    if (!this.isConnected) return;
    if (!this.#parts) {
      this.#parts = this.#body.createBody(this, this.#words, HybridSearchElement.elementStyles);
      this.requestUpdate();
    }
    if (this.#parts.session.state.phase === 'closed') this.#parts.open();
    this.#onReady();
    this.#body.rehearse(this, this.#parts);
  }
}
