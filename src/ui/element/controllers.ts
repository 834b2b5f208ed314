/**
 * The element's controllers, each with what it needs to know of the others: the one place where they meet. What they
 * do is in their own files, what is drawn of it in `frame.ts`.
 */

import { Drafts } from '../notes/desk/drafts.ts';
import { DropZone } from '../notes/desk/drop-zone.ts';
import { ImportController } from '../notes/desk/import-controller.ts';
import { NoteActions } from '../notes/desk/note-actions.ts';
import { PendingClear } from '../notes/desk/pending-clear.ts';
import { PendingDeletes } from '../notes/desk/pending-deletes.ts';
import { StoreActions } from '../notes/desk/store-actions.ts';
import { Combobox } from '../search/box/combobox.ts';
import { completionId } from '../search/results/completion-list.ts';
import { EmptyKindKeeper } from '../search/results/empty-kind.ts';
import { FirstRows } from '../search/results/first-rows.ts';
import { GlidingRows } from '../search/results/gliding-rows.ts';
import { RestedRows } from '../search/results/rested-rows.ts';
import { RowActions } from '../search/results/row-actions.ts';
import { RowTemplate } from '../search/results/row-template.ts';
import { KeyLine } from '../search/status/key-line.ts';
import { Announcer } from '../session/announcer.ts';
import { AnswerAnnouncer } from '../session/answer-announcer.ts';
import { chosenAlpha, chosenModel, keepChosenAlpha, keepChosenModel } from '../session/choices.ts';
import { type Completion, completions, type KnownValues } from '../session/completion.ts';
import { ClientSession } from '../session/connection.ts';
import { noteLink, readDeepLink, readNoteLink, writeDeepLink, writeNoteLink } from '../session/deep-link.ts';
import { withoutHalfTyped } from '../session/half-typed.ts';
import { Notices } from '../session/notices.ts';
import { SideController } from '../session/panel.ts';
import { RecentSearches } from '../session/recent-searches.ts';
import { ResultsController } from '../session/results-controller.ts';
import { RowInHand } from '../session/row-in-hand.ts';
import { SearchController } from '../session/search-controller.ts';
import type { ElementHost } from '../session/session-host.ts';
import type { ChangeEvent } from '../shared/engine-access.ts';
import { HsErrorEvent, HsSearchEvent } from '../shared/events.ts';
import { isUnfinished } from '../shared/meaning.ts';
import type { Words } from '../strings/words.ts';
import { limitOf } from './check-settings.ts';
import { loadPanelsWhenIdle } from './load-panel.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

export class Controllers {
  readonly #host: ElementHost;
  readonly words: Words;
  readonly announcer: Announcer;
  readonly notices: Notices;
  readonly recents: RecentSearches;
  readonly drafts: Drafts;
  readonly session: ClientSession;
  readonly search: SearchController;
  readonly side: SideController;
  readonly deletes: PendingDeletes;
  readonly clearing: PendingClear;
  readonly importing: ImportController;
  readonly results: ResultsController;
  readonly combobox: Combobox;
  readonly notes: NoteActions;
  readonly rows: RowActions;
  readonly rowTemplate: RowTemplate;
  readonly store: StoreActions;
  readonly rested: RestedRows;
  readonly inHand: RowInHand;
  readonly firstRows: FirstRows;
  readonly drop: DropZone;
  readonly empty: EmptyKindKeeper;
  readonly keys: KeyLine;

  constructor(host: ElementHost, words: Words) {
    this.#host = host;
    this.words = words;
    const strings = (): Words['strings'] => words.strings;
    const linked = readNoteLink(host);
    this.announcer = new Announcer(host);
    this.notices = new Notices(host);
    this.recents = new RecentSearches(host);
    this.drafts = new Drafts(host);
    this.session = new ClientSession(host, {
      onOpen: (client) => {
        this.clearing.open(host.name);
        this.search.attach(client);
        void this.notes.openLinked(linked.splice(0));
      },
      onChange: (change) => this.#onChange(change),
      onFailed: () => {
        void loadPanelsWhenIdle();
        this.announcer.sayNow(words.strings.openFailed);
      },
      onMeaning: (pause) => {
        if (!this.search.browsing) this.search.refresh(pause);
      },
    });
    this.search = new SearchController(host, {
      isUnfinished: () => isUnfinished(this.session.meaning),
      pinnedId: () => (this.search.byMatch ? (this.combobox.activeId ?? this.inHand.id) : null),
      onResponse: (query, response) => {
        void loadPanelsWhenIdle();
        host.dispatchEvent(new HsSearchEvent(query, response));
      },
      onSettled: (again) => {
        void loadPanelsWhenIdle();
        answers.settled(again);
      },
      onMore: () => answers.more(),
      onLate: () => this.announcer.say(words.strings.searching),
      onSearchError: (error) => {
        void loadPanelsWhenIdle();
        this.announcer.sayNow(words.strings.searchFailed);
        host.dispatchEvent(new HsErrorEvent(error));
      },
    });
    this.search.setLimit(limitOf(host.limit));
    this.side = new SideController(host, {
      onChange: (before) => {
        writeNoteLink(host, this.side.openMemory?.id ?? null);
        this.notes.forgetFailure();
        this.store.forgetExport();
        if (!this.side.isOpen) {
          this.importing.reset();
          this.rows.findPlace();
        }
        if (before.kind === 'form') this.notes.tellOfDraft(before.memory?.id ?? null);
      },
      onMissing: this.notices.report,
    });
    this.deletes = new PendingDeletes(
      host,
      (id, before) => this.notes.removeNow(id, before),
      () => this.session.state.client?.position(),
    );
    this.clearing = new PendingClear(host, (before) => this.store.clearBefore(before));
    this.importing = new ImportController(host, () => this.#settleDeletes());
    this.results = new ResultsController(host, this.search, {
      isHidden: (memory) => this.deletes.has(memory.id) || this.clearing.takes(memory),
      isUnfinished: () => isUnfinished(this.session.meaning),
      onMissing: this.notices.report,
    });
    this.rested = new RestedRows(host, () => this.results.ids);
    this.inHand = new RowInHand(host, () => this.search.unpin());
    this.firstRows = new FirstRows(host, this.results);
    new GlidingRows(host, this.search, this.firstRows);
    const answers = new AnswerAnnouncer(this.announcer, this.search, this.results, {
      words: strings,
      meaning: () => this.session.meaning,
    });
    this.combobox = new Combobox(host, {
      optionIds: () => this.optionIds,
      onChoose: (id) => {
        const completion = this.completions.find((one) => completionId(one) === id);
        if (completion) return this.complete(completion);
        const row = this.results.row(id);
        if (row) this.rows.choose(row);
      },
      onSubmit: () => {
        this.recents.remember(host.query);
        const { phase, asked } = this.search.state;
        if (phase !== 'done' || asked !== host.query) this.search.setQuery(host.query, false);
        answers.submitted();
      },
      onEscape: () => {
        if (this.side.isOpen) this.side.close();
        else if (host.query) this.ask('', false);
        else return false;
        return true;
      },
      onActiveChange: (id) => this.rows.scrollTo(id),
      onActions: () => this.rows.focusActions(),
    });
    this.notes = new NoteActions(host, {
      client: () => this.session.state.client,
      words: strings,
      side: this.side,
      drafts: this.drafts,
      deletes: this.deletes,
      notices: this.notices,
      announcer: this.announcer,
      onGone: (id) => this.search.drop([id]),
      onHold: (id) => {
        this.rows.keepPlace(id);
        // It was the last one shown: the next page takes the place of this one.
        if (this.results.rows.length <= 1) void this.search.loadMore();
      },
      linkTo: (id) => noteLink(host, id),
    });
    this.rows = new RowActions(host, {
      results: this.results,
      combobox: this.combobox,
      side: this.side,
      notes: this.notes,
      onChoose: () => this.recents.remember(host.query),
      onOpened: (id) => void this.notes.opened(id),
    });
    this.rowTemplate = new RowTemplate(host, this.notices.report);
    this.store = new StoreActions(host, {
      client: () => (this.session.state.phase === 'open' ? this.session.state.client : null),
      words: strings,
      side: this.side,
      importing: this.importing,
      clearing: this.clearing,
      notices: this.notices,
      onModel: (id) => {
        keepChosenModel(host.name, id);
        host.model = id;
      },
      onExported: () => this.session.refreshStats(0),
    });
    this.drop = new DropZone(host, {
      acceptsFiles: () => this.store.acceptsFiles,
      onFiles: (found) => this.store.takeFiles(found),
      onDropError: this.notices.report,
    });
    this.empty = new EmptyKindKeeper(host);
    this.keys = new KeyLine(host);
  }

  /** What the end of the query may be completed to, with values of the person's own. */
  get completions(): readonly Completion[] {
    return completions(this.#host.query, this.#knownValues, today());
  }

  get #knownValues(): KnownValues {
    const { stats } = this.session.state;
    return {
      tag: stats?.tags ?? {},
      type: stats?.byType ?? {},
      source: this.search.state.facets?.source ?? {},
    };
  }

  /** Of all options in visual order. */
  get optionIds(): readonly string[] {
    return [...this.completions.map(completionId), ...this.results.ids];
  }

  /** The weight of meaning that the person chose; null: automatic. */
  takeAlpha(alpha: number | null): void {
    keepChosenAlpha(this.#host.name, alpha);
    this.search.setAlpha(alpha);
  }

  complete({ query }: Completion): void {
    this.ask(query, true);
  }

  /** While the pointer or the focus is on them, messages and what they can take back stay. */
  holdToasts(): void {
    this.notices.hold();
    this.deletes.wait();
    this.clearing.wait();
  }

  releaseToasts(): void {
    this.notices.resume();
    this.deletes.goOn();
    this.clearing.goOn();
  }

  /** Opens the store by the element's settings, with what the person left in the page's storage. */
  open(): void {
    const host = this.#host;
    this.recents.open(host.name);
    this.drafts.open(host.name);
    host.model = chosenModel(host.name) ?? host.model;
    this.search.setAlpha(chosenAlpha(host.name));
    if (!host.query) host.query = readDeepLink(host);
    if (host.query !== this.search.state.query) this.search.setQuery(host.query, false);
    this.session.open();
  }

  async close(): Promise<void> {
    this.search.attach(null);
    this.importing.cancel();
    this.clearing.close();
    await this.deletes.flush();
    this.session.close();
  }

  async reopen(): Promise<void> {
    await this.close();
    if (this.#host.isConnected) this.open();
  }

  /** Settings have changed; `reopen`: some of them that need another client. */
  onSettings(changed: { has(name: keyof ElementHost): boolean }, reopen: boolean): void {
    const { model, query, limit, readonly } = this.#host;
    if (changed.has('limit')) this.search.setLimit(limitOf(limit));
    if (reopen) void this.reopen();
    else if (this.session.model !== null && model !== this.session.model)
      this.session.setModel(model).catch(this.notices.report);
    if (changed.has('query') && query !== this.search.state.query) {
      this.search.setQuery(query, false);
      writeDeepLink(this.#host, query);
    }
    const { kind } = this.side.state.current;
    const elsewhere = reopen && (changed.has('name') || changed.has('client'));
    if (kind === 'none' || !(elsewhere || (readonly && (kind === 'form' || kind === 'import')))) return;
    // A note of another store, or what would write. The draft is kept, and not offered here.
    this.side.close(false);
    this.notices.dismiss();
  }

  /** `typing`: a key may follow; otherwise the question is asked at once and the box has the focus. */
  ask(text: string, typing: boolean): void {
    const host = this.#host;
    this.combobox.setActive(null);
    this.results.forget();
    this.inHand.forget();
    this.rows.uncover();
    host.query = text;
    this.search.setQuery(text, typing, typing ? withoutHalfTyped(text, this.#knownValues, today()) : text);
    if (!typing) host.focus();
    writeDeepLink(host, text);
  }

  /** Of the box. Alt+Z takes the newest delete back: Ctrl+Z belongs to the text in the box. */
  readonly onBoxKey = (event: KeyboardEvent): void => {
    const deleted = this.deletes.memories.at(-1);
    if (event.altKey && event.code === 'KeyZ' && deleted) {
      event.preventDefault();
      this.notes.undo(deleted);
    } else this.combobox.onKeydown(event);
  };

  /** What an import brings may be what was to be deleted: it neither goes afterwards nor counts as there already. */
  async #settleDeletes(): Promise<void> {
    await this.deletes.flush();
    if (await this.clearing.end()) this.notices.tell(this.words.strings.deleteAllEnded);
  }

  #onChange({ kind, ids }: ChangeEvent): void {
    if (kind === 'clear') this.search.drop();
    else if (kind === 'remove') this.search.drop(ids);
    else {
      this.deletes.spare(ids);
      this.clearing.spare(ids);
    }
    this.search.refresh();
    const open = this.side.openMemory;
    if (open && (kind === 'clear' || ids.includes(open.id))) void this.notes.reread(open.id);
  }
}
