/** The content of the frame, in a separate script: filters, rows with a panel next to them, status and toasts. */
import { html, nothing } from 'lit';
import { loadWhyPanel } from '../search/results/row-actions.ts';
import { renderSessionSummary } from '../search/results/summary.ts';
import { renderStorageNote } from '../search/status/storage-note.ts';
import { toastStyles } from '../search/status/toasts.styles.ts';
import { renderToasts } from '../search/status/toasts.ts';
import { addStyles } from '../session/add-styles.ts';
import { hasFilters } from '../session/answer/filter-values.ts';
import type { PanelKind } from '../session/panel.ts';
import { Session } from '../session/session.ts';
import type { SessionHost } from '../session/session-host.ts';
import { isTrouble } from '../session/storage-trouble.ts';
import { contentStyles } from '../shared/content.styles.ts';
import { FILTER_PARTS } from '../shared/parts.ts';
import type { Watchable } from '../shared/state.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import { bodyStyles } from './body.styles.ts';
import { reportWrongSettings } from './check-settings.ts';
import type { Body, FrameRegion } from './frame.ts';
import { loadPanelsWhenIdle } from './load-panel.ts';
import type { NotesSide } from './notes-side.ts';
import type { WholeFrame } from './whole-frame.ts';

const SEARCH_PANELS: readonly (() => Promise<unknown>)[] = [
  () => import('../search/reader/reader-panel.ts'),
  loadWhyPanel,
];

function loadPanelsAfterAnswer(session: Session, whole: WholeFrame | null): void {
  const { search, connection } = session;
  const onAnswer = (): void => {
    const { phase } = search.state;
    if (phase === 'done' || phase === 'partial' || phase === 'failed' || connection.state.phase === 'failed')
      void loadPanelsWhenIdle([...SEARCH_PANELS, ...(whole?.panels(session) ?? [])]);
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

/** @param whole null for `parts="search"` */
function renderBody(strings: SearchStrings, session: Session, whole: WholeFrame | null, notes: NotesSide | null): Body {
  const { kind } = session.panel.state.current;
  const trouble = renderStorageNote(strings, session.connection.state.storage);
  return {
    side: kind,
    filters: html`<hybrid-search-filters part="filters" exportparts=${FILTER_PARTS}>${renderSessionSummary(strings, session)}${whole?.renderTools(strings, session)}</hybrid-search-filters>`,
    note: trouble === nothing ? (notes?.renderReminder() ?? nothing) : isSaidByList(session) ? nothing : trouble,
    list: html`<hybrid-search-results></hybrid-search-results>`,
    panel: kind === 'none' ? nothing : renderPanel(kind, whole),
    status: whole?.renderStatus(strings, session) ?? nothing,
    messages: renderToasts(session, strings, isFirstSearch(session)),
    above: notes?.renderDrop() ?? nothing,
  };
}

function renderPanel(kind: PanelKind, whole: WholeFrame | null): FrameRegion {
  return kind === 'memory'
    ? html`<hybrid-search-reader></hybrid-search-reader>`
    : (whole?.renderPanel(kind) ?? nothing);
}

function isFirstSearch({ search }: Session): boolean {
  const { phase, response, late } = search.state;
  return phase === 'searching' && !response && !late;
}

function isSaidByList({ connection, search, results }: Session): boolean {
  const { phase, filters, late } = search.state;
  const empty = search.browsing && results.ids.length === 0 && !hasFilters(filters);
  return empty && phase === 'done' && !late && isTrouble(connection.state.storage);
}

export const body = { createSession, reportWrongSettings, watched, loadPanelsAfterAnswer, renderBody };

export type BodyScript = typeof body;
