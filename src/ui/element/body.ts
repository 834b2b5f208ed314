/** What stands in the frame once its script is there: filters, rows with a panel beside them, status and toasts. */
import { adoptStyles, type CSSResultOrNative, html, nothing, type TemplateResult } from 'lit';
import type { Facets } from '../../core/filter/filters.ts';
import { putOffBackup, renderBackupReminder } from '../notes/desk/backup-reminder.ts';
import { NEW_NOTE } from '../notes/desk/drafts.ts';
import { renderTools, type SearchBoxView } from '../search/box/search-box.ts';
import { shortcutHint } from '../search/box/shortcuts.ts';
import { FilterBarElement } from '../search/filters/filter-bar.ts';
import type { FiltersChangeEvent, SearchByChangeEvent, SortChangeEvent } from '../search/filters/filter-events.ts';
import type { EmptyKind } from '../search/results/empty-kind.ts';
import { listStyles } from '../search/results/list.styles.ts';
import { rehearseRows } from '../search/results/rehearsal.ts';
import { relevanceStyles } from '../search/results/relevance.styles.ts';
import { resultListStyles } from '../search/results/result-list.styles.ts';
import { renderResults } from '../search/results/results-view.ts';
import { rowActionsStyles } from '../search/results/row-actions.styles.ts';
import { renderKeyLine } from '../search/status/key-line.ts';
import { StatusBarElement } from '../search/status/status-bar.ts';
import { isTrouble, renderStorageNote, sentenceOf } from '../search/status/storage-note.ts';
import { toastStyles } from '../search/status/toasts.styles.ts';
import { renderToasts } from '../search/status/toasts.ts';
import { hasFilters } from '../session/filter-values.ts';
import type { ElementHost } from '../session/session-host.ts';
import { icons } from '../shared/icons.ts';
import { isUnfinished } from '../shared/meaning.ts';
import type { PanelCommandEvent } from '../shared/panel-events.ts';
import { INNER_PARTS } from '../shared/parts.ts';
import type { Strings } from '../strings/strings.ts';
import type { Words } from '../strings/words.ts';
import { Controllers } from './controllers.ts';
import type { FrameView } from './frame.ts';
import { renderSidePanel } from './side-panel.ts';

/** Registers what stands in the frame and adds its styles: called once for each element, with its script at hand. */
export function createBody(host: ElementHost, words: Words, frameStyles: CSSResultOrNative[]): Controllers {
  for (const [tag, element] of [
    ['hs-filter-bar', FilterBarElement],
    ['hs-status-bar', StatusBarElement],
  ] as const) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
  adoptStyles(host.renderRoot as ShadowRoot, [
    ...frameStyles,
    listStyles,
    resultListStyles,
    rowActionsStyles,
    relevanceStyles,
    toastStyles,
  ]);
  return new Controllers(host, words);
}

/** Before the first answer, once the page has drawn the frame. */
export function rehearse(host: ElementHost, { words, results }: Controllers): void {
  void host.updateComplete.then(() => rehearseRows(words.strings, host.renderRoot, () => results.ids.length > 0));
}

export function frameOf(host: ElementHost, parts: Controllers): FrameView {
  const { announcer, deletes, notices, notes, clearing, search, session, side } = parts;
  const { strings } = parts.words;
  const { progress, stats } = session.state;
  const { kind } = side.state.current;
  const empty = emptyKindOf(parts);
  return {
    box: boxOf(host, parts, strings),
    side: kind,
    searching: search.state.phase === 'searching',
    filters: html`<hs-filter-bar
      part="filters"
      exportparts=${INNER_PARTS}
      .strings=${strings}
      .facets=${facetsOf(parts)}
      .filters=${search.state.filters}
      .sort=${search.state.sort}
      .searchBy=${search.state.searchBy}
      .browsing=${search.browsing}
      @filters-change=${(event: FiltersChangeEvent) => search.setFilters(event.filters)}
      @sort-change=${(event: SortChangeEvent) => search.setSort(event.sort)}
      @search-by-change=${(event: SearchByChangeEvent) => search.setSearchBy(event.searchBy)}
    >
      <span class="panel-tools">
        ${renderTools({ strings, readonly: host.readonly, side: kind, onSide: (next) => side.toggle(next) })}
      </span>
    </hs-filter-bar>`,
    // Where nothing else is to be seen, the list says it.
    note: empty === 'storage' ? nothing : renderNote(host, parts, strings),
    list: renderList(host, parts, strings, empty),
    panel: side.isOpen ? renderSide(host, parts, strings) : nothing,
    // The keys work on the active row, so without one they'd be noise.
    status: html`${parts.combobox.activeId === null ? nothing : renderKeyLine(strings, host.readonly, parts.keys)}<hs-status-bar
      part="status"
      exportparts=${INNER_PARTS}
      .strings=${strings}
      .progress=${progress}
      .later=${host.modelLoad === 'idle'}
      .stats=${stats}
      .leaving=${clearing.state.clearing === null ? deletes.memories.length : (stats?.memories ?? 0)}
      .durability=${parts.session.durability}
      @panel-command=${(event: PanelCommandEvent) => parts.store.run(event.command)}
    ></hs-status-bar>`,
    above: html`${renderToasts({
      strings,
      deletes: deletes.memories,
      clearing: clearing.state.clearing,
      notice: notices.state.current,
      onUndo: (memory) => notes.undo(memory),
      onUndoClear: () => clearing.undo(),
      onDismiss: () => notices.dismiss(),
      onHold: () => parts.holdToasts(),
      onResume: () => parts.releaseToasts(),
    })}
    ${parts.drop.state.over ? html`<div class="drop" part="drop">${icons.upload}${strings.dropHere}</div>` : nothing}`,
    polite: announcer.state.polite,
    assertive: announcer.state.assertive,
  };
}

/** What has happened to the store; where nothing has, that its backup is old. */
function renderNote(host: ElementHost, { session, store }: Controllers, strings: Strings): FrameView['note'] {
  const said = renderStorageNote(strings, session.state.storage);
  if (said !== nothing || host.readonly) return said;
  return renderBackupReminder({
    strings,
    store: host.name,
    notes: session.state.stats?.memories ?? 0,
    onExport: () => store.run({ kind: 'export' }),
    onLater: () => {
      putOffBackup(host.name, Date.now());
      host.focus();
      host.requestUpdate();
    },
  });
}

function boxOf(host: ElementHost, parts: Controllers, strings: Strings): SearchBoxView {
  const { results, combobox, search, side } = parts;
  const expanded = parts.optionIds.length > 0;
  const { activeId } = combobox;
  return {
    strings,
    query: host.query,
    placeholder: host.placeholder ?? strings.placeholder,
    busy: search.state.late,
    expanded,
    activeOption: expanded && activeId !== null ? results.optionId(activeId) : null,
    readonly: host.readonly,
    side: side.state.current.kind,
    draft: parts.drafts.get(NEW_NOTE) !== undefined,
    shortcutHint: shortcutHint(host.shortcut),
    onFocus: () => search.expectTyping(),
    onInput: (text) => parts.ask(text, true),
    onKeydown: parts.onBoxKey,
    onClear: () => parts.ask('', false),
    onSide: (kind) => side.toggle(kind),
  };
}

function emptyKindOf({ clearing, empty, search, session, results }: Controllers): EmptyKind | null {
  return empty.read({
    session: session.state.phase,
    search: search.state,
    browsing: search.browsing,
    filtered: hasFilters(search.state.filters),
    // Held back by a delete are those of this page alone: there are others.
    rows: results.ids.length > 0 || (search.state.hasMore && clearing.state.clearing === null),
    unread: isUnfinished(session.meaning),
    trouble: isTrouble(session.state.storage),
  });
}

function renderList(host: ElementHost, parts: Controllers, strings: Strings, empty: EmptyKind | null): TemplateResult {
  const { search, session, results, side, rows, recents } = parts;
  const { phase, error } = session.state;
  return renderResults({
    strings,
    search,
    results,
    rested: parts.rested,
    most: parts.firstRows.most,
    recent: recents.state.list,
    empty,
    detail:
      empty === 'storage' && session.state.storage
        ? sentenceOf(strings, session.state.storage)
        : ((empty === 'open-failed' ? error : search.state.error)?.message ?? ''),
    meaning: parts.session.meaning,
    own: parts.rowTemplate.read(strings),
    onOwnChange: () => host.requestUpdate(),
    activeId: parts.combobox.activeId,
    openId: side.openMemory?.id ?? null,
    readonly: host.readonly,
    completions: parts.completions,
    onComplete: (completion) => parts.complete(completion),
    onQuery: (text) => parts.ask(text, false),
    onClearRecent: () => {
      recents.clear();
      host.focus();
    },
    onChoose: (row) => rows.choose(row),
    onAction: (action, row) => rows.act(action, row),
    onPointer: (id) => parts.inHand.take(id),
    onLeaveRow: () => host.focus(),
    onAdd: () => side.toggle('form'),
    onImport: () => side.toggle('import'),
    onRetry: () => {
      if (phase === 'failed') void parts.reopen();
      else search.retry();
    },
    onShowWeak: () => {
      results.showWeak();
      host.focus();
    },
    onClearFilters: () => {
      search.setFilters({});
      host.focus();
    },
  });
}

function renderSide(host: ElementHost, parts: Controllers, strings: Strings): TemplateResult {
  const { side, notes, store } = parts;
  return renderSidePanel({
    strings,
    side: side.state.current,
    readonly: host.readonly,
    linkable: host.deepLink !== null,
    note: notes.state,
    drafts: parts.drafts,
    exported: store.state.exported,
    importState: parts.importing.state.current,
    stats: parts.session.state.stats,
    queued: parts.session.state.progress?.embedding.queued ?? 0,
    durability: parts.session.durability,
    model: host.model,
    onClose: () => side.close(),
    onCommand: (command, memory) => notes.run(command, memory),
    onDraft: (id, fields) => notes.keepDraft(id, fields),
    onDiscard: (id) => notes.discardDraft(id),
    onSave: (id, fields) => void notes.save(id, fields),
    client: parts.session.state.client,
    store: host.name,
    query: host.query,
    alpha: parts.search.alpha,
    onAlpha: (alpha) => parts.takeAlpha(alpha),
    onError: parts.notices.report,
    keysHidden: parts.keys.state.hidden,
    onShowKeys: () => parts.keys.setHidden(false),
    onPanelCommand: (command) => store.run(command),
    onExample: (example) => {
      side.close(false);
      parts.ask(example, false);
    },
    onKeydown: side.onKeydown,
  });
}

/** Those of the answer; while browsing, and where nothing matches, those of the store: no filter goes away. */
function facetsOf({ search, session, results }: Controllers): Partial<Facets> {
  const { facets } = search.state;
  const { stats } = session.state;
  if (!search.browsing && facets && results.ids.length > 0) return facets;
  return stats ? { tags: stats.tags, type: stats.byType } : {};
}
