/** Every tag of the element, and the one that is there from the start, for the module that registers it. No side effect. */

import { HybridSearchElement } from './element/hybrid-search.ts';
import type { MemoryFormElement } from './notes/editor/memory-form.ts';
import type { ImportPanelElement } from './notes/import/import-panel.ts';
import type { JudgePanelElement } from './notes/judge/judge-panel.ts';
import type { SettingsPanelElement } from './notes/settings/settings-panel.ts';
import type { FilterBarElement } from './search/filters/filter-bar.ts';
import type { HelpPanelElement } from './search/help/help-panel.ts';
import type { MemoryViewElement } from './search/reader/memory-view.ts';
import type { WhyPanelElement } from './search/results/why-panel.ts';
import type { StatusBarElement } from './search/status/status-bar.ts';

/** What stands in it is registered with the script that brings it (`element/body.ts`, `panels/load-panel.ts`). */
export const UI_ELEMENTS: readonly (readonly [tag: string, element: CustomElementConstructor])[] = [
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
    'hybrid-search': HybridSearchElement;
  }
}
