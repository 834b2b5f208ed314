/** Every tag of the element with its class, for the one module that registers them. No side effect. */
import { FilterBarElement } from './filter-bar/filter-bar.ts';
import { HelpPanelElement } from './help-panel/help-panel.ts';
import { HybridSearchElement } from './hybrid-search/hybrid-search.ts';
import { ImportPanelElement } from './import-panel/import-panel.ts';
import { MemoryFormElement } from './memory-form/memory-form.ts';
import { MemoryViewElement } from './memory-view/memory-view.ts';
import { SettingsPanelElement } from './settings/settings-panel.ts';
import { StatusBarElement } from './status-bar/status-bar.ts';
import { WhyPanelElement } from './why-panel/why-panel.ts';

/** The inner elements first, so that the outer one upgrades with all its parts known. */
export const UI_ELEMENTS: readonly (readonly [tag: string, element: CustomElementConstructor])[] = [
  ['hs-why-panel', WhyPanelElement],
  ['hs-filter-bar', FilterBarElement],
  ['hs-status-bar', StatusBarElement],
  ['hs-memory-form', MemoryFormElement],
  ['hs-memory-view', MemoryViewElement],
  ['hs-import-panel', ImportPanelElement],
  ['hs-settings-panel', SettingsPanelElement],
  ['hs-help-panel', HelpPanelElement],
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
    'hybrid-search': HybridSearchElement;
  }
}
