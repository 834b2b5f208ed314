/** The tags of the element and its parts, for the module that registers them. Importing this has no side effects. */
import { HybridSearchElement } from './element/hybrid-search.ts';
import { PART_ELEMENTS } from './element/part-elements.ts';
import type { MemoryFormElement } from './notes/editor/memory-form.ts';
import type { ImportPanelElement } from './notes/import/import-panel.ts';
import type { JudgePanelElement } from './notes/judge/judge-panel.ts';
import type {
  HybridSearchEditorElement,
  HybridSearchImportElement,
  HybridSearchJudgeElement,
  HybridSearchSettingsElement,
} from './notes/parts.ts';
import type { SettingsPanelElement } from './notes/settings/settings-panel.ts';
import type { InviteElement } from './notes/sync/invite.ts';
import type { KeptVersionsElement } from './notes/sync/kept-versions.ts';
import type { ManageElement } from './notes/sync/manage.ts';
import type { PassphraseFormElement } from './notes/sync/passphrase-form.ts';
import type { PlaceFormElement } from './notes/sync/place-form.ts';
import type { RecoveryKitElement } from './notes/sync/recovery-kit.ts';
import type { SyncPanelElement } from './notes/sync/sync-panel.ts';
import type { SyncStatusElement } from './notes/sync/sync-status.ts';
import type { HybridSearchBoxElement } from './search/box/box.ts';
import type { FilterBarElement } from './search/filters/filter-bar.ts';
import type { HelpPanelElement } from './search/help/help-panel.ts';
import type {
  HybridSearchFiltersElement,
  HybridSearchHelpElement,
  HybridSearchReaderElement,
  HybridSearchResultsElement,
  HybridSearchStatusElement,
} from './search/parts.ts';
import type { MemoryViewElement } from './search/reader/memory-view.ts';
import type { WhyPanelElement } from './search/results/why-panel.ts';
import type { StatusBarElement } from './search/status/status-bar.ts';

export const UI_ELEMENTS: readonly (readonly [tag: string, element: CustomElementConstructor])[] = [
  ...PART_ELEMENTS,
  ['hybrid-search', HybridSearchElement],
];

declare global {
  interface HTMLElementTagNameMap {
    'hs-why-panel': WhyPanelElement;
    'hs-filter-bar': FilterBarElement;
    'hs-status-bar': StatusBarElement;
    'hs-memory-form': MemoryFormElement;
    'hs-memory-view': MemoryViewElement;
    'hs-import-panel': ImportPanelElement;
    'hs-settings-panel': SettingsPanelElement;
    'hs-help-panel': HelpPanelElement;
    'hs-judge-panel': JudgePanelElement;
    'hs-sync-panel': SyncPanelElement;
    'hs-sync-place': PlaceFormElement;
    'hs-sync-passphrase': PassphraseFormElement;
    'hs-sync-kit': RecoveryKitElement;
    'hs-sync-invite': InviteElement;
    'hs-sync-manage': ManageElement;
    'hs-kept-versions': KeptVersionsElement;
    'hs-sync-status': SyncStatusElement;
    'hybrid-search-box': HybridSearchBoxElement;
    'hybrid-search-filters': HybridSearchFiltersElement;
    'hybrid-search-results': HybridSearchResultsElement;
    'hybrid-search-reader': HybridSearchReaderElement;
    'hybrid-search-status': HybridSearchStatusElement;
    'hybrid-search-help': HybridSearchHelpElement;
    'hybrid-search-editor': HybridSearchEditorElement;
    'hybrid-search-import': HybridSearchImportElement;
    'hybrid-search-settings': HybridSearchSettingsElement;
    'hybrid-search-judge': HybridSearchJudgeElement;
    'hybrid-search': HybridSearchElement;
  }
}
