import type { ChangeEvent } from '../shared/engine-access.ts';
import { HsErrorEvent } from '../shared/error-event.ts';
import { HsSearchEvent } from '../shared/events.ts';
import { isUnfinished } from '../shared/meaning.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import { Announcer, AnswerAnnouncer } from './announcer.ts';
import { type Completion, completionId, completions, type KnownValues, withoutHalfTyped } from './answer/completion.ts';
import { unreadNotes } from './answer/missing-answers.ts';
import type { ResultRow } from './answer/result-row.ts';
import { ResultsController, Selection } from './answer/results-controller.ts';
import { SearchController } from './answer/search-controller.ts';
import type { SearchListener } from './answer/search-state.ts';
import { Commands } from './commands.ts';
import { ClientConnection, type ConnectionListener } from './connection.ts';
import { readDeepLink, readNoteLink, writeDeepLink, writeNoteLink } from './deep-link.ts';
import { Notices } from './notices.ts';
import { PANEL_TAGS, Panel, type PanelKind, type Side } from './panel.ts';
import { Places } from './places.ts';
import { Reader } from './reader.ts';
import { chosenAlpha, chosenModel, KeyHints, keepChosenAlpha, keepChosenModel, RecentSearches } from './remembered.ts';
import type { SessionHost } from './session-host.ts';
import { Syncing, Writing } from './writer.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

export class Session {
  readonly host: SessionHost;
  readonly announcer = new Announcer();
  readonly recents = new RecentSearches();
  readonly keys = new KeyHints();
  readonly places = new Places();
  readonly writing = new Writing();
  readonly syncing = new Syncing();
  readonly notices: Notices;
  readonly connection: ClientConnection;
  readonly search: SearchController;
  readonly results: ResultsController;
  readonly selection: Selection;
  readonly panel: Panel;
  readonly reader: Reader;
  readonly commands: Commands;
  readonly #answers: AnswerAnnouncer;
  readonly #linked: string[];

  constructor(host: SessionHost) {
    this.host = host;
    this.#linked = readNoteLink(host);
    this.notices = new Notices(host);
    this.connection = new ClientConnection(host, this.#connectionListener());
    this.search = new SearchController(this.#searchListener());
    this.search.setLimit(host.limit);
    this.results = new ResultsController(this.search, {
      isHidden: (memory) => this.writing.hides(memory),
      isUnfinished: () => this.isUnfinished,
      unreadNotes: () => unreadNotes(this.connection.state.stats),
    });
    this.selection = new Selection(() => this.optionIds);
    this.panel = new Panel(this.places, (before) => this.#onPanel(before));
    const words = (): SearchStrings => this.strings;
    this.reader = new Reader(host, {
      client: () => this.connection.state.client,
      words,
      panel: this.panel,
      notices: this.notices,
      onGone: (id) => this.search.drop([id]),
    });
    const { panel, places, reader, writing, notices } = this;
    this.commands = new Commands(host, { panel, places, reader, writing, notices });
    this.#answers = new AnswerAnnouncer(this.announcer, this.search, this.results, {
      words,
      meaning: () => this.connection.meaning,
    });
  }

  get strings(): SearchStrings {
    return this.host.words.strings;
  }

  /** Whether notes are still being embedded, so that a new answer may have more rows. */
  get isUnfinished(): boolean {
    return isUnfinished(this.connection.meaning);
  }

  get writes(): boolean {
    return this.writing.offered && !this.host.readonly;
  }

  offers(kind: PanelKind): boolean {
    return this.places.has(PANEL_TAGS[kind]) && (this.writes || (kind !== 'form' && kind !== 'import'));
  }

  get completions(): readonly Completion[] {
    return completions(this.search.state.query, this.knownValues, today());
  }

  get optionIds(): readonly string[] {
    return [...this.completions.map(completionId), ...this.results.ids];
  }

  get knownValues(): KnownValues {
    const { stats } = this.connection.state;
    return { tag: stats?.tags ?? {}, type: stats?.byType ?? {}, source: this.search.state.facets?.source ?? {} };
  }

  open(): void {
    const { host } = this;
    this.recents.open(host.name);
    this.writing.state.writer?.open();
    host.model = chosenModel(host.name) ?? host.model;
    this.search.setAlpha(chosenAlpha(host.name));
    if (!host.query) host.query = readDeepLink(host);
    if (host.query !== this.search.state.query) this.search.setQuery(host.query, false);
    this.connection.open();
  }

  async close(): Promise<void> {
    this.announcer.stop();
    this.search.attach(null);
    await this.writing.state.writer?.close();
    this.connection.close();
  }

  /** @param stays returns whether to open again, once the previous client is closed */
  async reopen(stays: () => boolean): Promise<void> {
    await this.close();
    if (stays()) this.open();
  }

  /** @param typing whether another keystroke may follow; if not, the box gets the focus */
  ask(text: string, typing: boolean): void {
    this.selection.setActive(null);
    this.results.forget();
    this.places.list?.releaseHovered();
    this.#uncover();
    this.host.query = text;
    this.search.setQuery(text, typing, typing ? withoutHalfTyped(text, this.knownValues, today()) : text);
    if (!typing) this.places.focusBox();
    writeDeepLink(this.host, text);
  }

  /** @param reopen whether some settings need another client */
  onSettings(changed: { has(name: keyof SessionHost): boolean }, reopen: boolean, stays: () => boolean): void {
    const { model, query, limit, readonly } = this.host;
    if (changed.has('limit')) this.search.setLimit(limit);
    if (reopen) void this.reopen(stays);
    else if (this.connection.model !== null && model !== this.connection.model)
      this.connection.setModel(model).catch(this.notices.report);
    if (changed.has('query')) this.takeQuery(query);
    const { kind } = this.panel.state.current;
    const elsewhere = reopen && (changed.has('name') || changed.has('client'));
    if (kind === 'none' || !(elsewhere || (readonly && (kind === 'form' || kind === 'import')))) return;
    // The panel shows another store's note, or would write although that's no longer allowed.
    this.panel.close(false);
    this.notices.dismiss();
  }

  takeQuery(query: string): void {
    if (query === this.search.state.query) return;
    this.search.setQuery(query, false);
    writeDeepLink(this.host, query);
  }

  /** Handles Enter without an active option. */
  submit(): void {
    const { phase, asked, query } = this.search.state;
    this.recents.remember(query);
    if (phase !== 'done' || asked !== query) this.search.setQuery(query, false);
    this.#answers.submitted();
  }

  escape(): boolean {
    if (this.panel.isOpen) this.panel.close();
    else if (this.search.state.query) this.ask('', false);
    else return false;
    return true;
  }

  activate(id: string | null): void {
    this.selection.setActive(id);
    if (id !== null) this.places.list?.scrollTo(id);
  }

  chooseOption(id: string): void {
    const completion = this.completions.find((one) => completionId(one) === id);
    const row = this.results.row(id);
    if (completion) this.ask(completion.query, true);
    else if (row) this.choose(row);
  }

  choose(row: ResultRow, keepsFocus = false): void {
    this.recents.remember(this.search.state.query);
    this.activate(row.id);
    this.commands.select(row, keepsFocus);
  }

  async setModel(id: string): Promise<void> {
    keepChosenModel(this.host.name, id);
    this.host.model = id;
    if (this.connection.model !== null && id !== this.connection.model) await this.connection.setModel(id);
  }

  setAlpha(alpha: number | null): void {
    keepChosenAlpha(this.host.name, alpha);
    this.search.setAlpha(alpha);
  }

  /** If the hidden note's row was active, the next row becomes active. Without one, the next page is loaded. */
  keepPlace(id: string): void {
    const { ids, rows } = this.results;
    if (this.selection.activeId === id) this.activate(ids[ids.indexOf(id) + 1] ?? null);
    if (rows.length <= 1) void this.search.loadMore();
  }

  /** Closes a panel that covers the rows, because someone who searches wants to see the first rows. */
  #uncover(): void {
    const { list } = this.places;
    if (!this.panel.isOpen || !list?.isCovered) return;
    this.panel.close(false);
    void this.places.rendered().then(() => list.scrollToStart());
  }

  #onPanel(before: Side): void {
    writeNoteLink(this.host, this.panel.openMemory?.id ?? null);
    this.writing.state.writer?.onPanel(before);
    const { activeId } = this.selection;
    const { list } = this.places;
    if (!this.panel.isOpen && activeId !== null && list?.isCovered)
      void this.places.rendered().then(() => list.scrollTo(activeId));
  }

  #onChange({ kind, ids }: ChangeEvent): void {
    if (kind === 'clear') this.search.drop();
    else if (kind === 'remove') this.search.drop(ids);
    this.writing.state.writer?.onChange({ kind, ids } as ChangeEvent);
    this.search.refresh();
    const open = this.panel.openMemory;
    if (open && (kind === 'clear' || ids.includes(open.id))) void this.reader.reread(open.id);
  }

  #connectionListener(): ConnectionListener {
    return {
      onOpen: (client) => {
        this.writing.state.writer?.onReady();
        this.search.attach(client);
        void this.reader.openLinked(this.#linked.splice(0), (memory) => void this.commands.show(memory));
      },
      onChange: (change) => this.#onChange(change),
      onFailed: () => this.announcer.sayNow(this.strings.openFailed),
      onMeaning: (pause) => {
        if (!this.search.browsing) this.search.refresh(pause);
      },
    };
  }

  #searchListener(): SearchListener {
    return {
      isUnfinished: () => this.isUnfinished,
      pinnedId: () => (this.search.byMatch ? (this.selection.activeId ?? this.places.list?.hoveredId ?? null) : null),
      onResponse: (query, response) => void this.host.dispatchEvent(new HsSearchEvent(query, response)),
      onSettled: (again) => this.#answers.settled(again),
      onMore: () => this.#answers.more(),
      onLate: () => this.announcer.say(this.strings.searching),
      onSearchError: (error) => {
        this.announcer.sayNow(this.strings.searchFailed);
        this.host.dispatchEvent(new HsErrorEvent(error));
      },
    };
  }
}
