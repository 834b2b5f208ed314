/** Every tag of the element with its class, for the one module that registers them. No side effect. */

import { HybridSearchElement } from './element/hybrid-search.ts';
import { StatusBarElement } from './element/status-bar.ts';
import { HelpPanelElement } from './panels/help-panel.ts';
import { ImportPanelElement } from './panels/import-panel.ts';
import { MemoryFormElement } from './panels/memory-form.ts';
import { MemoryViewElement } from './panels/memory-view.ts';
import { SettingsPanelElement } from './panels/settings-panel.ts';
import { FilterBarElement } from './results/filter-bar.ts';
import { WhyPanelElement } from './results/why-panel.ts';

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
