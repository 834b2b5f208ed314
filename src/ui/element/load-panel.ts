/**
 * Panels are no part of the script before the first answer: each is fetched when it is first opened, and all of them
 * once the store has answered and the page has nothing else to do, so that a page that then loses its network still has
 * them.
 */
import { idle } from '../shared/idle.ts';

const PANELS = {
  'hs-memory-view': async () => (await import('../search/reader/memory-view.ts')).MemoryViewElement,
  'hs-memory-form': async () => (await import('../notes/editor/memory-form.ts')).MemoryFormElement,
  'hs-import-panel': async () => (await import('../notes/import/import-panel.ts')).ImportPanelElement,
  'hs-settings-panel': async () => {
    const { SettingsPanelElement, TrashListElement } = await import('../notes/settings/settings-panel.ts');
    if (!customElements.get('hs-trash-list')) customElements.define('hs-trash-list', TrashListElement);
    return SettingsPanelElement;
  },
  'hs-judge-panel': async () => (await import('../notes/judge/judge-panel.ts')).JudgePanelElement,
  'hs-help-panel': async () => (await import('../search/help/help-panel.ts')).HelpPanelElement,
  'hs-why-panel': async () => (await import('../search/results/why-panel.ts')).WhyPanelElement,
} satisfies { [tag: string]: () => Promise<CustomElementConstructor> };

export type PanelTag = keyof typeof PANELS;

/** Resolves when elements of the tag work; rejects where the script cannot be fetched. */
export async function loadPanel(tag: PanelTag): Promise<void> {
  if (customElements.get(tag)) return;
  const panel = await PANELS[tag]();
  if (!customElements.get(tag)) customElements.define(tag, panel);
}

let asked = false;

/**
 * Called with every answer, and works once: while the engine starts, the page is idle too, and its script would come behind
 * theirs. One after the other, each in an idle moment of its own: all at once they stood before the keys of whoever had
 * begun to type. What cannot be fetched now is asked for again, and told of, when it is opened.
 */
export async function loadPanelsWhenIdle(): Promise<void> {
  if (asked) return;
  asked = true;
  for (const tag of Object.keys(PANELS) as PanelTag[]) {
    await idle();
    await loadPanel(tag).catch(() => {});
  }
}
