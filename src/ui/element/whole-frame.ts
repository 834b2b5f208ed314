/** What `parts="search"` doesn't have: tools, panels that change something, the line of keys and the status line. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DroppedEntry } from '../notes/desk/early-drops.ts';
import { renderKeyLine } from '../search/status/key-line.ts';
import { renderLanguageOffer } from '../search/status/language-offer.ts';
import { addStyles } from '../session/add-styles.ts';
import type { PanelKind, SideKind } from '../session/panel.ts';
import type { Session } from '../session/session.ts';
import { statusIcons } from '../shared/status-icons.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import type { NotesSide } from './notes-side.ts';
import { wholeFrameStyles } from './whole-frame.styles.ts';

export interface Opening {
  readonly session: Session;
  notes: NotesSide | null;
  /** Null for `parts="search"`, which takes no files. */
  readonly endDrops: (() => readonly DroppedEntry[]) | null;
}

const loadHelp = () => import('../search/help/help-panel.ts');

/** With `readonly`, settings and judging load only when they're opened. */
const loadWriters: readonly (() => Promise<unknown>)[] = [
  () => import('../notes/editor/editor-panel.ts'),
  () => import('../notes/import/import-panel.ts'),
  () => import('../notes/settings/settings-panel.ts'),
  () => import('../notes/judge/judge-view.ts'),
];

function renderTools(strings: SearchStrings, session: Session): TemplateResult {
  const tool = (kind: SideKind, label: string, icon: TemplateResult | null): TemplateResult => {
    const expanded = session.panel.state.current.kind === kind;
    return html`<button
      type="button"
      class=${icon ? 'icon-only quiet tool' : 'quiet tool worded'}
      data-tool=${kind}
      aria-label=${label}
      title=${icon ? label : ''}
      aria-expanded=${expanded ? 'true' : 'false'}
      @click=${() => session.commands.toggle(kind)}
    >${icon ?? label}</button>`;
  };
  return html`<span class="panel-tools"
    >${session.offers('import') ? tool('import', strings.import, null) : nothing}
    ${tool('settings', strings.settings, statusIcons.settings)} ${tool('help', strings.help, statusIcons.help)}</span
  >`;
}

function renderPanel(kind: PanelKind): TemplateResult | typeof nothing {
  switch (kind) {
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
    default:
      return nothing;
  }
}

function renderStatus(strings: SearchStrings, session: Session): TemplateResult {
  // The offer appears only once the notes are counted, and above the rows it would push them down.
  return html`${renderLanguageOffer(session, strings)}${renderKeyLine(session, strings)}<hybrid-search-status></hybrid-search-status>`;
}

/** Returns false if it was already open. After a failure, the next call imports what was dropped in between. */
async function openNotes(host: Element, opened: Opening): Promise<boolean> {
  const script = await import('./notes-side.ts');
  const notes = await script.NotesSide.load(host, opened.session);
  if (opened.notes) return false;
  opened.notes = notes;
  if (host.isConnected) notes.connect();
  notes.take(opened.endDrops?.() ?? []);
  return true;
}

export const wholeFrame = {
  panels: ({ writes }: Session) => (writes ? [loadHelp, ...loadWriters] : [loadHelp]),
  renderTools,
  renderPanel,
  renderStatus,
  openNotes,
  addStyles: (root: ShadowRoot): void => addStyles(root, [wholeFrameStyles]),
};

export type WholeFrame = typeof wholeFrame;
