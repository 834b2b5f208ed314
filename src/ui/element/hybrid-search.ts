/** Only `define.ts` registers the class. The frame is drawn right away; its content is in a separate script. */
import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { holdDrops } from '../notes/desk/early-drops.ts';
import { KeepFocus } from '../session/keep-focus.ts';
import type { Session } from '../session/session.ts';
import type { SessionHost } from '../session/session-host.ts';
import { provideSession } from '../session/session-providers.ts';
import { controls } from '../shared/controls.styles.ts';
import { defineInner } from '../shared/define-inner.ts';
import type { HybridSearchClient } from '../shared/engine-access.ts';
import { HsErrorEvent } from '../shared/error-event.ts';
import { hostStyles } from '../shared/host.styles.ts';
import { nextTask } from '../shared/next-task.ts';
import { tokens } from '../shared/tokens.styles.ts';
import { Words } from '../strings/words.ts';
import { renderAdd } from './add-button.ts';
import { emptyBody, renderFrame } from './frame.ts';
import { hybridSearchStyles } from './hybrid-search.styles.ts';
import { CONSTANT_PARTS, PART_ELEMENTS, READER } from './part-elements.ts';
import { fetchBody, type Opened, type Scripts } from './scripts.ts';
import { ElementSettings, restoreDefaults } from './settings.ts';

const REOPEN = ['name', 'client', 'assetBase', 'language'] as const;

/**
 * @tagname hybrid-search
 * @summary Search over personal memory by word and by meaning, entirely in the browser.
 * @slot tools - Your own buttons next to the search box.
 * @slot empty - Shown instead of rows while there are no notes.
 * @slot no-match - Shown when a search without filters finds nothing.
 * @slot row - A `template` that draws each row. Its elements with `data-text` show the value that the attribute names,
 * as text.
 * @fires hs-select - The user chose a result; cancelable.
 * @fires hs-open - A note is about to be shown; cancelable.
 * @fires hs-edit - The user wants to change a note; cancelable.
 * @fires hs-remove - The user wants to delete a note; cancelable.
 * @fires hs-create - The user wants to write a new note; cancelable.
 * @fires hs-import - The user chose, dropped or pasted files; cancelable.
 * @fires hs-export - The user saved a backup of all notes.
 * @fires hs-search - A search was answered.
 * @fires hs-change - The store changed, here or in another tab.
 * @fires hs-progress - Progress of loading the model, embedding notes or reading pictures.
 * @fires hs-error - Something failed.
 * @fires hs-storage - The state of the store changed, for example because it was opened, restored or full.
 * @csspart frame - The outer border.
 * @csspart header - Contains the search box.
 * @csspart search-box - The box around the input.
 * @csspart input - The input.
 * @csspart add - The button that writes a new note.
 * @csspart filters - The line with filters and sort order.
 * @csspart filter-bar - Contains the filters.
 * @csspart chip - A filter's button, or a chosen filter.
 * @csspart chosen - A chosen filter; clicking it removes the filter.
 * @csspart sort - The button that opens the sort order.
 * @csspart filter-panel - The list that a filter's button opens.
 * @csspart storage-note - A message about the state of the store, or the reminder to save a backup.
 * @csspart language-offer - The offer of a model that reads more of the notes.
 * @csspart list - The column of results.
 * @csspart summary - The line above the results.
 * @csspart recent - Recent searches.
 * @csspart completions - The list of completions for the end of the query.
 * @csspart completion - One completion.
 * @csspart results - The rows.
 * @csspart weak - Rows that are only loosely related; also the label of a weak match.
 * @csspart row - One result with its buttons.
 * @csspart option - The part of a row that opens it.
 * @csspart active - The option or completion that the keys act on.
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
 * @csspart doubtful - The heading that says that the rows probably don't answer, or that an answer may be missing.
 * @csspart empty - Shown instead of rows.
 * @csspart side - The column next to the results.
 * @csspart panel - The panel next to the results: an open note, a form, import, settings, help or judging.
 * @csspart panel-head - The line above a panel.
 * @csspart panel-title - The title of a panel, or of the open note.
 * @csspart panel-body - The content of a panel.
 * @csspart text - The text of the open note.
 * @csspart trash - The trash, in the settings.
 * @csspart imports - The list of imports, in the import panel.
 * @csspart picture - A picture of the open note, or of the form.
 * @csspart field - A field of a form.
 * @csspart button - A button of a panel, a message or an empty list.
 * @csspart primary - The main button of a panel.
 * @csspart status - The status bar.
 * @csspart status-line - The line in the status bar.
 * @csspart keys - The line of keyboard shortcuts at the bottom.
 * @csspart toasts - Contains the short messages.
 * @csspart toast - A short message.
 * @csspart drop - The overlay while files are dragged over the element.
 * @cssproperty --hs-font - Font family.
 * @cssproperty --hs-font-mono - Font family of code and of queries shown as such.
 * @cssproperty --hs-font-size - Base size; default 0.9375rem.
 * @cssproperty --hs-accent - Colour of focus, links and primary buttons.
 * @cssproperty --hs-on-accent - Text on the accent. Default: black or white, whichever has more contrast.
 * @cssproperty --hs-danger - Colour of controls that delete, and of failures.
 * @cssproperty --hs-surface - Background.
 * @cssproperty --hs-surface-sunken - Background of the status bar, of weak matches and of code. Default: mixed from the
 * background, like the next three.
 * @cssproperty --hs-surface-raised - Background of lists that open, and of buttons over a row.
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
export class HybridSearchElement extends ElementSettings implements SessionHost {
  static override styles = [tokens, hostStyles, controls, hybridSearchStyles];

  /** @internal */
  readonly words = new Words(this);
  readonly #session: Promise<Session>;
  #onSession!: (session: Session) => void;
  #opened: Opened | null = null;
  #endDrops: Opened['endDrops'] = null;
  #failed = false;
  #bodyDrawn = false;
  #notesFetched: Promise<void> | null = null;

  constructor() {
    super();
    this.#session = new Promise((resolve) => {
      this.#onSession = resolve;
    });
    provideSession(this, { around: true, words: this.words, session: () => this.#session });
    this.words.subscribe(() => this.requestUpdate());
    new KeepFocus(
      this,
      () => this.focus(),
      async () => this.#opened?.session.places.rendered(),
    );
  }

  /** Resolves to the client when the store is open. Rejects with a typed error if it can't be opened. */
  get ready(): Promise<HybridSearchClient> {
    return this.#opened?.session.connection.ready ?? this.#session.then(({ connection }) => connection.ready);
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('#query')?.focus(options);
  }

  override connectedCallback(): void {
    for (const [tag, element] of PART_ELEMENTS) defineInner(tag, element);
    super.connectedCallback();
    this.#opened?.notes?.connect();
    void this.#load();
  }

  /** Moving the element disconnects and reconnects it within one task. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#opened?.notes?.disconnect();
    queueMicrotask(() => {
      if (!this.isConnected) void this.#close();
    });
  }

  /** If the element is in the page again once the session has closed, opens the session again. */
  async #close(): Promise<void> {
    const session = this.#opened?.session;
    await session?.close();
    if (this.isConnected && session?.connection.state.phase === 'closed') session.open();
  }

  /**
   * Draws the body for the first time in a separate task. Together with `#load`, it took 18 ms of computing. On a busy
   * machine, that grows far beyond 50 ms, the longest that a task may keep the page from responding.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#opened) await this.words.load();
    if (this.#opened && !this.#bodyDrawn) {
      this.#bodyDrawn = true;
      await nextTask();
    }
    await super.scheduleUpdate();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    if (!this.#opened) return complete;
    const parts = [...this.renderRoot.querySelectorAll<LitElement>(CONSTANT_PARTS)];
    await Promise.all([this.#notesFetched, ...parts.map((part) => part.updateComplete)]);
    return complete;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    restoreDefaults(this);
    // Comes first, so that the parts already offer to write when they are drawn.
    this.#expectNotes();
    this.#opened?.script.reportWrongSettings(this, changed);
    this.#opened?.session.onSettings(
      changed,
      this.hasUpdated && REOPEN.some((key) => changed.has(key)),
      () => this.isConnected,
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    // Parts read these settings through the session. The session stays the same object, so the parts have to be drawn
    // again.
    if (changed.size > 0) this.#opened?.session.places.requestUpdate(this);
  }

  protected override render(): TemplateResult {
    const { frame } = this.words;
    const opened = this.#opened;
    const session = opened?.session ?? null;
    const whole = this.#isWhole;
    return renderFrame(frame, {
      whole,
      box: html`<hybrid-search-box
        .query=${this.query}
        .placeholder=${this.placeholder}
        .shortcut=${this.shortcut}
        @query-typed=${this.#onTyped}
      ></hybrid-search-box>`,
      add: whole && !this.readonly ? renderAdd(frame, session) : nothing,
      body: opened
        ? opened.script.renderBody(this.words.strings, opened.session, opened.whole, opened.notes)
        : emptyBody(frame, this.#failed ? () => void this.#load() : null),
    });
  }

  get #isWhole(): boolean {
    return this.parts !== 'search';
  }

  readonly #onTyped = (event: Event): void => {
    this.query = (event.target as HTMLElement & { query: string }).query;
  };

  /** Properties that were set before the upgrade are in place only after the first update. */
  async #load(): Promise<void> {
    try {
      this.#failed = false;
      if (this.#isWhole) this.#endDrops ??= holdDrops(this);
      const [scripts] = await Promise.all([this.#opened ?? fetchBody(this.#isWhole), this.words.load()]);
      await this.updateComplete;
      await nextTask();
      if (!this.isConnected) return;
      if (!this.#opened) this.#open(scripts);
    } catch (error) {
      this.#failed = true;
      this.requestUpdate();
      this.dispatchEvent(new HsErrorEvent(error as Error));
      return;
    }
    const { session } = this.#opened!;
    if (session.connection.state.phase === 'closed') session.open();
    this.#onSession(session);
  }

  #open(scripts: Scripts): void {
    const { script, whole } = scripts;
    const root = this.renderRoot as ShadowRoot;
    const session = script.createSession(this, root);
    whole?.addStyles(root);
    session.places.opens = (tag) => whole !== null || tag === READER;
    session.places.reserve();
    session.places.join(this);
    this.#opened = { ...scripts, session, notes: null, endDrops: this.#endDrops };
    this.#expectNotes();
    // Checks all settings, because the script that checks them has only now been loaded.
    script.reportWrongSettings(this, { has: () => true });
    for (const state of script.watched(session)) state.subscribe(() => this.requestUpdate());
    script.loadPanelsAfterAnswer(session, whole);
    this.requestUpdate();
  }

  #expectNotes(): void {
    const opened = this.#opened;
    if (!opened?.whole || this.readonly || this.#notesFetched) return;
    const { session, whole } = opened;
    const fetchNotes = async (): Promise<void> => {
      if (!(await whole.openNotes(this, opened))) return;
      for (const state of opened.notes!.watched) state.subscribe(() => this.requestUpdate());
      this.requestUpdate();
    };
    session.writing.offer(fetchNotes);
    this.#notesFetched = fetchNotes().catch(session.notices.report);
  }
}
