/**
 * The `<hybrid-search>` element: its life in the page, and its controllers with what each of them needs to know. What
 * they do is in the folders beside this one; the class is registered by `define.ts` alone.
 */
import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Facets } from '../../core/filter/filters.ts';
import type { ChangeEvent, DurabilityMode, HybridSearchClient } from '../engine-access.ts';
import { HsErrorEvent, HsSearchEvent, HsSelectEvent } from '../events.ts';
import { Drafts, NEW_NOTE } from '../panels/drafts.ts';
import { ImportController } from '../panels/import-controller.ts';
import { NoteActions } from '../panels/note-actions.ts';
import { PendingClear } from '../panels/pending-clear.ts';
import { PendingDeletes } from '../panels/pending-deletes.ts';
import { SideController } from '../panels/side-controller.ts';
import { renderSidePanel } from '../panels/side-panel.ts';
import { StoreActions } from '../panels/store-actions.ts';
import { AnswerAnnouncer } from '../results/answer-announcer.ts';
import { Combobox } from '../results/combobox.ts';
import { EmptyKindKeeper } from '../results/empty-kind.ts';
import type { FiltersChangeEvent, SortChangeEvent } from '../results/filter-bar.ts';
import { hasFilters } from '../results/filter-values.ts';
import { listStyles } from '../results/list.styles.ts';
import { RecentSearches } from '../results/recent-searches.ts';
import { relevanceStyles } from '../results/relevance.styles.ts';
import { resultListStyles } from '../results/result-list.styles.ts';
import type { ResultRow } from '../results/result-row.ts';
import { ResultsController } from '../results/results-controller.ts';
import { renderResults } from '../results/results-view.ts';
import type { RowAction } from '../results/row-keys.ts';
import { SearchController } from '../results/search-controller.ts';
import { Announcer } from '../shared/announcer.ts';
import { controls } from '../shared/controls.styles.ts';
import { icons } from '../shared/icons.ts';
import { isUnfinished, type Meaning, meaningOf } from '../shared/meaning.ts';
import { Notices } from '../shared/notices.ts';
import type { PanelCommandEvent } from '../shared/panel-events.ts';
import { tokens } from '../shared/tokens.styles.ts';
import type { Strings } from '../strings/strings.ts';
import { Words } from '../strings/words.ts';
import { ClientSession } from './client-session.ts';
import { readDeepLink, writeDeepLink } from './deep-link.ts';
import { DropZone } from './drop-zone.ts';
import { hybridSearchStyles } from './hybrid-search.styles.ts';
import { chosenModel, keepChosenModel } from './model-choice.ts';
import { searchBoxStyles } from './search-box.styles.ts';
import { renderSearchBox, renderTools } from './search-box.ts';
import { ElementSettings } from './settings.ts';
import { Shortcut, shortcutHint } from './shortcuts.ts';
import { renderStorageNote } from './storage-note.ts';
import { toastStyles } from './toasts.styles.ts';
import { renderToasts } from './toasts.ts';

/** Properties that need another client. */
const REOPEN = ['name', 'client', 'assetBase', 'language'] as const;

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
export class HybridSearchElement extends ElementSettings {
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

  readonly #words = new Words(this);
  readonly #announcer = new Announcer(this);
  readonly #notices = new Notices(this);
  readonly #recents = new RecentSearches(this);
  readonly #drafts = new Drafts(this);
  readonly #session = new ClientSession(this, {
    onOpen: (client) => {
      this.#clearing.open(this.name);
      this.#search.attach(client);
    },
    onChange: (change) => this.#onChange(change),
    onFailed: () => this.#announcer.sayNow(this.#words.strings.openFailed),
    onMeaning: (pause) => {
      if (!this.#search.browsing) this.#search.refresh(pause);
    },
  });
  readonly #search: SearchController = new SearchController(this, {
    isUnfinished: () => isUnfinished(this.#meaning),
    pinnedId: () => this.#combobox.activeId ?? this.#results.hoveredId,
    onResponse: (query, response) => this.dispatchEvent(new HsSearchEvent(query, response)),
    onSettled: (again) => this.#answers.settled(again),
    onLate: () => this.#announcer.say(this.#words.strings.searching),
    onSearchError: (error) => {
      this.#announcer.sayNow(this.#words.strings.searchFailed);
      this.dispatchEvent(new HsErrorEvent(error));
    },
  });
  readonly #side: SideController = new SideController(this, (before) => {
    this.#notes.forgetFailure();
    this.#store.forgetExport();
    if (!this.#side.isOpen) this.#importing.reset();
    if (before.kind === 'form') this.#notes.tellOfDraft(before.memory?.id ?? null);
  });
  readonly #deletes: PendingDeletes = new PendingDeletes(this, (id) => this.#notes.removeNow(id));
  readonly #clearing: PendingClear = new PendingClear(this, (before) => this.#store.clearBefore(before));
  readonly #importing = new ImportController(this);
  readonly #results = new ResultsController(
    this,
    this.#search,
    (memory) => {
      const { clearing } = this.#clearing.state;
      return this.#deletes.has(memory.id) || (clearing !== null && memory.updatedAt <= clearing.at);
    },
    () => isUnfinished(this.#meaning),
  );
  readonly #answers = new AnswerAnnouncer(this.#announcer, this.#search, this.#results, {
    words: () => this.#words.strings,
    meaning: () => this.#meaning,
  });
  readonly #combobox: Combobox = new Combobox(this, {
    optionIds: () => this.#results.ids,
    onChoose: (id) => {
      const row = this.#results.row(id);
      if (row) this.#choose(row);
    },
    onSubmit: () => {
      this.#recents.remember(this.query);
      if (this.#search.state.phase !== 'done') this.#search.setQuery(this.query, false);
    },
    onEscape: () => {
      if (this.#side.isOpen) this.#side.close();
      else if (this.query) this.#ask('', false);
      else return false;
      return true;
    },
    onActiveChange: (id) => this.#scrollTo(id),
    onActions: () => this.renderRoot.querySelector<HTMLElement>('[data-active] .actions button')?.focus(),
  });
  readonly #notes: NoteActions = new NoteActions(this, {
    client: () => this.#session.state.client,
    words: () => this.#words.strings,
    side: this.#side,
    drafts: this.#drafts,
    deletes: this.#deletes,
    notices: this.#notices,
    announcer: this.#announcer,
    onGone: (id) => this.#search.drop([id]),
    onHold: (id) => this.#keepPlace(id),
  });
  readonly #store: StoreActions = new StoreActions(this, {
    client: () => (this.#session.state.phase === 'open' ? this.#session.state.client : null),
    words: () => this.#words.strings,
    side: this.#side,
    importing: this.#importing,
    clearing: this.#clearing,
    notices: this.#notices,
    onModel: (id) => {
      keepChosenModel(this.name, id);
      this.model = id;
    },
    onExported: () => this.#session.refreshStats(0),
  });
  readonly #drop = new DropZone(this, {
    acceptsFiles: () => this.#store.acceptsFiles,
    onFiles: (found) => this.#store.takeFiles(found),
    onDropError: this.#notices.report,
  });
  readonly #empty = new EmptyKindKeeper(this);
  #hadFocus = false;

  constructor() {
    super();
    new Shortcut(this, () => {
      this.#input?.focus();
      this.#input?.select();
    });
  }

  /** Resolves to the client when the store is open; rejects with a typed error where it cannot be opened. */
  get ready(): Promise<HybridSearchClient> {
    return this.#session.ready;
  }

  override focus(options?: FocusOptions): void {
    this.#input?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Not before the first update: only then are properties in place that were set before the element was known.
    void this.updateComplete.then(() => {
      if (this.isConnected && this.#session.state.phase === 'closed') this.#open();
    });
  }

  /** A move disconnects and connects again within one task: only what is still away afterwards is torn down. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) void this.#close();
    });
  }

  /** Nothing is shown before its words are there. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#words.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#hadFocus = this.matches(':focus-within');
    if (changed.has('limit')) this.#search.limit = Math.min(100, Math.max(1, Math.floor(this.limit) || 10));
    if (this.hasUpdated && REOPEN.some((key) => changed.has(key))) void this.#reopen();
    else if (this.#session.model !== null && this.model !== this.#session.model)
      this.#session.setModel(this.model).catch(this.#notices.report);
    if (changed.has('query') && this.query !== this.#search.state.query) this.#search.setQuery(this.query, false);
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
    const { progress, stats, storage } = this.#session.state;
    const side = this.#side.state.current;
    const search = this.#search.state;
    return html`
      <div class="frame" part="frame" data-side=${side.kind} lang=${strings.locale} dir=${strings.dir}>
        <header part="header">${this.#renderBox(strings)}</header>
        <hs-filter-bar
          .strings=${strings}
          .facets=${this.#facets}
          .filters=${search.filters}
          .sort=${search.sort}
          .browsing=${this.#search.browsing}
          @filters-change=${(event: FiltersChangeEvent) => this.#search.setFilters(event.filters)}
          @sort-change=${(event: SortChangeEvent) => this.#search.setSort(event.sort)}
        >
          <span class="panel-tools">
            ${renderTools({ strings, readonly: this.readonly, side: side.kind, onSide: (kind) => this.#side.toggle(kind) })}
          </span>
        </hs-filter-bar>
        ${renderStorageNote(strings, storage)}
        <div class="body" ?data-side=${this.#side.isOpen}>
          <div class="list" part="list" aria-busy=${search.phase === 'searching' ? 'true' : 'false'}>
            ${this.#renderResults(strings)}
          </div>
          ${this.#side.isOpen ? html`<section class="side" part="side">${this.#renderSide(strings)}</section>` : nothing}
        </div>
        <hs-status-bar
          part="status"
          .strings=${strings}
          .progress=${progress}
          .stats=${stats}
          .durability=${this.#durability}
          @panel-command=${(event: PanelCommandEvent) => this.#store.run(event.command)}
        ></hs-status-bar>
        ${renderToasts({
          strings,
          deletes: this.#deletes.memories,
          clearing: this.#clearing.state.clearing,
          notice: this.#notices.state.current,
          onUndo: (memory) => this.#notes.undo(memory),
          onUndoClear: () => this.#clearing.undo(),
          onDismiss: () => this.#notices.dismiss(),
          onHold: () => this.#notices.hold(),
          onResume: () => this.#notices.resume(),
        })}
        ${this.#drop.state.over ? html`<div class="drop" part="drop">${icons.upload}${strings.dropHere}</div>` : nothing}
      </div>
      <div class="visually-hidden" role="status" aria-live="polite" lang=${strings.locale}>${this.#announcer.state.polite}</div>
      <div class="visually-hidden" role="alert" lang=${strings.locale}>${this.#announcer.state.assertive}</div>
    `;
  }

  #renderBox(strings: Strings): TemplateResult {
    const expanded = this.#results.ids.length > 0;
    const { activeId } = this.#combobox;
    return renderSearchBox({
      strings,
      query: this.query,
      placeholder: this.placeholder ?? strings.placeholder,
      busy: this.#search.state.late,
      expanded,
      activeOption: expanded && activeId !== null ? this.#results.optionId(activeId) : null,
      readonly: this.readonly,
      side: this.#side.state.current.kind,
      draft: this.#drafts.get(NEW_NOTE) !== undefined,
      shortcutHint: shortcutHint(this.shortcut),
      onFocus: () => this.#search.expectTyping(),
      onInput: (text) => this.#ask(text, true),
      onKeydown: this.#onBoxKey,
      onClear: () => this.#ask('', false),
      onSide: (kind) => this.#side.toggle(kind),
    });
  }

  #renderResults(strings: Strings): TemplateResult {
    const { phase, error } = this.#session.state;
    const search = this.#search;
    const empty = this.#empty.read({
      session: phase,
      search: search.state,
      browsing: search.browsing,
      filtered: hasFilters(search.state.filters),
      rows: this.#results.ids.length > 0,
      unread: isUnfinished(this.#meaning),
    });
    return renderResults({
      strings,
      search,
      results: this.#results,
      recent: this.#recents.state.list,
      empty,
      failure: (empty === 'open-failed' ? error : search.state.error)?.message ?? '',
      meaning: this.#meaning,
      activeId: this.#combobox.activeId,
      openId: this.#side.openMemory?.id ?? null,
      readonly: this.readonly,
      onQuery: (text) => this.#ask(text, false),
      onClearRecent: () => {
        this.#recents.clear();
        this.focus();
      },
      onChoose: (row) => this.#choose(row),
      onAction: (action, row) => this.#act(action, row),
      onLeaveRow: () => this.focus(),
      onAdd: () => this.#side.toggle('form'),
      onImport: () => this.#side.toggle('import'),
      onRetry: () => {
        if (phase === 'failed') void this.#reopen();
        else search.retry();
      },
      onShowWeak: () => {
        this.#results.showWeak();
        this.focus();
      },
      onClearFilters: () => {
        search.setFilters({});
        this.focus();
      },
    });
  }

  #renderSide(strings: Strings): TemplateResult {
    return renderSidePanel({
      strings,
      side: this.#side.state.current,
      readonly: this.readonly,
      note: this.#notes.state,
      drafts: this.#drafts,
      exported: this.#store.state.exported,
      importState: this.#importing.state.current,
      stats: this.#session.state.stats,
      durability: this.#durability,
      model: this.model,
      onClose: () => this.#side.close(),
      onCommand: (command, memory) => this.#notes.run(command, memory),
      onDraft: (id, fields) => this.#notes.keepDraft(id, fields),
      onDiscard: (id) => this.#notes.discardDraft(id),
      onSave: (id, fields) => void this.#notes.save(id, fields),
      onPanelCommand: (command) => this.#store.run(command),
      onExample: (example) => {
        this.#side.close(false);
        this.#ask(example, false);
      },
      onKeydown: this.#side.onKeydown,
    });
  }

  #open(): void {
    this.#recents.open(this.name);
    this.#drafts.open(this.name);
    this.model = chosenModel(this.name) ?? this.model;
    if (!this.query) this.query = readDeepLink(this);
    if (this.query !== this.#search.state.query) this.#search.setQuery(this.query, false);
    this.#session.open();
  }

  async #close(): Promise<void> {
    this.#search.attach(null);
    this.#importing.cancel();
    this.#clearing.close();
    await this.#deletes.flush();
    this.#session.close();
  }

  async #reopen(): Promise<void> {
    await this.#close();
    if (this.isConnected) this.#open();
  }

  #ask(text: string, typing: boolean): void {
    this.#combobox.setActive(null);
    this.#results.forget();
    this.query = text;
    this.#search.setQuery(text, typing);
    if (!typing) this.focus();
    writeDeepLink(this, text);
  }

  /** Alt+Z takes the newest delete back: Ctrl+Z belongs to the text in the box. */
  readonly #onBoxKey = (event: KeyboardEvent): void => {
    const deleted = this.#deletes.memories.at(-1);
    if (event.altKey && event.code === 'KeyZ' && deleted) {
      event.preventDefault();
      this.#notes.undo(deleted);
    } else this.#combobox.onKeydown(event);
  };

  #choose(row: ResultRow): void {
    this.#recents.remember(this.query);
    this.#combobox.setActive(row.id);
    if (!this.dispatchEvent(new HsSelectEvent(row.memory, row.hit))) return;
    this.#side.open({ kind: 'memory', memory: row.memory, hit: row.hit });
    this.#session.state.client?.touch(row.id).catch(this.#notices.report);
  }

  #act(action: RowAction, row: ResultRow): void {
    if (action === 'open') this.#choose(row);
    else if (action === 'why') this.#results.toggleWhy(row.id);
    else this.#notes.run(action, row.memory);
  }

  /** A note is about to be hidden: the next row becomes active. */
  #keepPlace(id: string): void {
    if (this.#combobox.activeId !== id) return;
    const { ids } = this.#results;
    this.#combobox.setActive(ids[ids.indexOf(id) + 1] ?? null);
  }

  #onChange({ kind, ids }: ChangeEvent): void {
    if (kind === 'clear') this.#search.drop();
    else if (kind === 'remove') this.#search.drop(ids);
    this.#search.refresh();
    const open = this.#side.openMemory;
    if (open && (kind === 'clear' || ids.includes(open.id))) void this.#notes.reread(open.id);
  }

  #scrollTo(id: string | null): void {
    if (id === null) return;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector(`#${this.#results.optionId(id)}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  get #meaning(): Meaning {
    const { progress, stats } = this.#session.state;
    return meaningOf(progress, stats);
  }

  /** Those of the answer; while browsing, those of the store. */
  get #facets(): Partial<Facets> {
    const { facets } = this.#search.state;
    const { stats } = this.#session.state;
    if (!this.#search.browsing && facets) return facets;
    return stats ? { tags: stats.tags, type: stats.byType } : {};
  }

  get #durability(): DurabilityMode | null {
    const { storage, stats } = this.#session.state;
    return storage?.durability ?? stats?.storage.durability ?? null;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('#query');
  }
}
