/** The whole of the element: box, filters, list, side panel, status bar, messages, live regions. */
import { html, nothing, type TemplateResult } from 'lit';
import { type ElementHost, wordsOf } from '../controllers/element-host.ts';
import type { ElementParts } from '../controllers/element-parts.ts';
import type { EmptyKind } from '../controllers/empty-kind.ts';
import type { FiltersChangeEvent, SortChangeEvent } from '../filter-bar/filter-bar.ts';
import { hasFilters } from '../filter-bar/filter-values.ts';
import { renderResultList } from '../result-list/result-list.ts';
import { icons } from '../shared/icons.ts';
import type { Strings } from '../strings/strings.ts';
import { renderEmptyState } from './empty-state.ts';
import { renderRecent } from './recent.ts';
import { renderSearchBox } from './search-box.ts';
import { renderSidePanel } from './side-panel.ts';
import { durabilityOf, facetsOf, renderStorageNote } from './store-state.ts';
import { renderSummary } from './summary.ts';
import { renderToasts } from './toasts.ts';

/** The attributes that only rendering reads. */
export interface FrameHost extends ElementHost {
  readonly placeholder: string | null;
}

export function renderFrame(host: FrameHost, parts: ElementParts): TemplateResult {
  const strings = wordsOf(host);
  const { announcer, deletes, drop, memories, notices, panels, search, session, side } = parts;
  return html`
    <div class="frame" part="frame" data-side=${side.current.kind}>
      <header part="header">${renderBox(host, parts, strings)}</header>
      <hs-filter-bar
        .strings=${strings}
        .facets=${facetsOf(parts)}
        .filters=${search.filters}
        .sort=${search.sort}
        .browsing=${search.browsing}
        @filters-change=${(event: FiltersChangeEvent) => search.setFilters(event.filters)}
        @sort-change=${(event: SortChangeEvent) => search.setSort(event.sort)}
      ></hs-filter-bar>
      ${renderStorageNote(strings, session.storage)}
      <div class="body" ?data-side=${side.isOpen}>
        <div class="list" part="list" aria-busy=${search.phase === 'searching' ? 'true' : 'false'}>
          ${renderList(host, parts, strings)}
        </div>
        ${side.isOpen ? html`<section class="side" part="side">${renderSide(host, parts, strings)}</section>` : nothing}
      </div>
      <hs-status-bar
        part="status"
        .strings=${strings}
        .progress=${session.progress}
        .stats=${session.stats}
        .durability=${durabilityOf(parts)}
        @panel-command=${panels.onCommand}
      ></hs-status-bar>
      ${renderToasts(
        strings,
        deletes.memories,
        notices.current,
        (memory) => memories.undo(memory),
        () => notices.dismiss(),
      )}
      ${drop.over ? html`<div class="drop" part="drop">${icons.upload}${strings.dropHere}</div>` : nothing}
    </div>
    <div class="visually-hidden" role="status" aria-live="polite">${announcer.polite}</div>
    <div class="visually-hidden" role="alert">${announcer.assertive}</div>
  `;
}

function renderBox(host: FrameHost, parts: ElementParts, strings: Strings): TemplateResult {
  const { combobox, interaction, search, side } = parts;
  const expanded = interaction.optionIds().length > 0;
  const { activeId } = combobox;
  return renderSearchBox({
    strings,
    query: host.query,
    placeholder: host.placeholder ?? strings.placeholder,
    busy: search.late,
    expanded,
    activeOption: expanded && activeId !== null ? interaction.optionId(activeId) : null,
    readonly: host.readonly,
    side: side.current.kind,
    shortcutHint: shortcutHint(host.shortcut),
    onFocus: () => search.expectTyping(),
    onInput: (text) => interaction.setQuery(text, true),
    onKeydown: combobox.onKeydown,
    onClear: () => interaction.setQuery('', false),
    onSide: (kind) => side.toggle(kind),
  });
}

function renderList(host: FrameHost, parts: ElementParts, strings: Strings): TemplateResult {
  const { combobox, interaction, search, side } = parts;
  const { rows, weak } = interaction;
  const empty = parts.empty.read(parts);
  return html`
    ${renderSummary({
      strings,
      search,
      shown: rows.length,
      hidden: search.rows.length - rows.length,
      onVerbatim: () => search.searchVerbatim(),
    })}
    ${search.browsing && interaction.recent.length > 0 ? renderRecent(strings, interaction) : nothing}
    ${
      rows.length + weak.length > 0
        ? renderResultList({
            strings,
            rows,
            weak,
            activeId: combobox.activeId,
            openId: side.openMemory?.id ?? null,
            whyIds: interaction.whyIds,
            readonly: host.readonly,
            now: Date.now(),
            optionId: (id) => interaction.optionId(id),
            onChoose: (row) => interaction.choose(row),
            onAction: (action, row) => interaction.act(action, row),
            onHover: (id) => interaction.hover(id),
          })
        : empty === null
          ? nothing
          : renderEmpty(host, parts, empty, strings)
    }
    ${
      search.hasMore && rows.length > 0
        ? html`<div class="load-more">
            <button type="button" class="outlined" ?disabled=${search.loadingMore} @click=${() => search.loadMore()}>
              ${search.loadingMore ? strings.loadingMore : strings.loadMore}
            </button>
          </div>`
        : nothing
    }
  `;
}

function renderEmpty(host: FrameHost, parts: ElementParts, kind: EmptyKind, strings: Strings): TemplateResult {
  const { lifecycle, search, session, side } = parts;
  const error = kind === 'open-failed' ? session.error : search.error;
  return renderEmptyState({
    strings,
    kind,
    detail: error?.message ?? '',
    readonly: host.readonly,
    filtered: hasFilters(search.filters),
    onAdd: () => side.toggle('form'),
    onImport: () => side.toggle('import'),
    onRetry: () => {
      if (kind === 'open-failed') void lifecycle.reopen();
      else search.retry();
    },
    onClearFilters: () => {
      search.setFilters({});
      host.focus();
    },
  });
}

function renderSide(host: FrameHost, parts: ElementParts, strings: Strings): TemplateResult {
  const { importing, interaction, memories, panels, session, side } = parts;
  return renderSidePanel({
    strings,
    side: side.current,
    readonly: host.readonly,
    failure: memories.failure,
    saving: memories.saving,
    exported: panels.exported,
    importState: importing.state,
    stats: session.stats,
    durability: durabilityOf(parts),
    model: host.model,
    onClose: () => side.close(),
    onCommand: (command, memory) => memories.run(command, memory),
    onSave: (id, input) => void memories.save(id, input),
    onPanelCommand: panels.onCommand,
    onExample: (example) => {
      side.close(false);
      interaction.setQuery(example, false);
    },
    onKeydown: side.onKeydown,
  });
}

/** The key that the empty box shows; none where no key is asked for. */
function shortcutHint(shortcut: string | null): string {
  if (shortcut === null) return '';
  if (shortcut.trim() === '' || shortcut.includes('/')) return '/';
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
}
