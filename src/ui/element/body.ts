/** The content of the frame, in a separate script: filters, rows with a panel next to them, status and toasts. */
import { html, nothing, type TemplateResult } from 'lit';
import { loadWhyPanel } from '../search/results/load-why-panel.ts';
import { renderSessionSummary } from '../search/results/summary.ts';
import { warmUpRows } from '../search/results/warm-up.ts';
import { renderKeyLine } from '../search/status/key-line.ts';
import { renderLanguageOffer } from '../search/status/language-offer.ts';
import { renderStorageNote } from '../search/status/storage-note.ts';
import { toastStyles } from '../search/status/toasts.styles.ts';
import { renderToasts } from '../search/status/toasts.ts';
import { addStyles } from '../session/add-styles.ts';
import { hasFilters } from '../session/filter-values.ts';
import type { PanelKind } from '../session/panel.ts';
import { Session } from '../session/session.ts';
import type { SessionHost } from '../session/session-host.ts';
import { isTrouble } from '../session/storage-trouble.ts';
import { contentStyles } from '../shared/content.styles.ts';
import { FILTER_PARTS } from '../shared/parts.ts';
import type { Watchable } from '../shared/state.ts';
import type { Strings } from '../strings/strings.ts';
import { bodyStyles } from './body.styles.ts';
import { reportWrongSettings } from './check-settings.ts';
import type { Body } from './frame.ts';
import { loadPanelsWhenIdle } from './load-panel.ts';
import type { NotesSide } from './notes-side.ts';
import { renderTools } from './toolbar.ts';

const SEARCH_PANELS: readonly (() => Promise<unknown>)[] = [
  () => import('../search/reader/reader-panel.ts'),
  loadWhyPanel,
];

const NOTES_PANELS: readonly (() => Promise<unknown>)[] = [
  () => import('../notes/editor/editor-panel.ts'),
  () => import('../notes/import/import-panel.ts'),
  () => import('../notes/settings/settings-panel.ts'),
  () => import('../notes/judge/judge-view.ts'),
  () => import('../search/help/help-panel.ts'),
];

function loadPanelsAfterAnswer({ search, connection }: Session, whole: boolean): void {
  const onAnswer = (): void => {
    const { phase } = search.state;
    if (phase === 'done' || phase === 'partial' || phase === 'failed' || connection.state.phase === 'failed')
      void loadPanelsWhenIdle(whole ? [...SEARCH_PANELS, ...NOTES_PANELS] : SEARCH_PANELS);
  };
  search.subscribe(onAnswer);
  connection.subscribe(onAnswer);
}

const watched = ({
  panel,
  notices,
  writing,
  connection,
  selection,
  keys,
  search,
  results,
}: Session): readonly Watchable[] => [panel, notices, writing, connection, selection, keys, search, results];

function createSession(host: SessionHost, root: ShadowRoot): Session {
  addStyles(root, [contentStyles, bodyStyles, toastStyles]);
  return new Session(host);
}

function warmUp(strings: Strings, root: ParentNode, { results }: Session): void {
  void warmUpRows(strings, root, () => results.ids.length > 0);
}

function renderBody(strings: Strings, session: Session, whole: boolean, notes: NotesSide | null): Body {
  const { kind } = session.panel.state.current;
  const { storage } = session.connection.state;
  const trouble = renderStorageNote(strings, storage);
  return {
    side: kind,
    filters: html`<hybrid-search-filters part="filters" exportparts=${FILTER_PARTS}>${renderSessionSummary(strings, session)}${whole ? renderTools(strings, session) : nothing}</hybrid-search-filters>`,
    note: trouble === nothing ? (notes?.renderReminder(strings) ?? nothing) : isSaidByList(session) ? nothing : trouble,
    list: html`<hybrid-search-results></hybrid-search-results>`,
    panel: kind === 'none' ? nothing : renderPanel(kind),
    // Appears only once the notes are counted, and above the rows it would push them down.
    status: html`${renderLanguageOffer(session, strings)}${renderKeyLine(session, strings)}<hybrid-search-status></hybrid-search-status>`,
    messages: renderToasts(session, strings),
    above: notes?.renderDrop(strings) ?? nothing,
  };
}

function isSaidByList({ connection, search, results }: Session): boolean {
  const { phase, filters, late } = search.state;
  const empty = search.browsing && results.ids.length === 0 && !hasFilters(filters);
  return empty && phase === 'done' && !late && isTrouble(connection.state.storage);
}

function renderPanel(kind: PanelKind): TemplateResult {
  switch (kind) {
    case 'memory':
      return html`<hybrid-search-reader></hybrid-search-reader>`;
    case 'form':
      return html`<hybrid-search-editor></hybrid-search-editor>`;
    case 'import':
      return html`<hybrid-search-import></hybrid-search-import>`;
    case 'settings':
      return html`<hybrid-search-settings></hybrid-search-settings>`;
    case 'judge':
      return html`<hybrid-search-judge></hybrid-search-judge>`;
    case 'help':
      return html`<hybrid-search-help></hybrid-search-help>`;
  }
}

export const body = { createSession, reportWrongSettings, watched, loadPanelsAfterAnswer, warmUp, renderBody };

export type BodyScript = typeof body;
