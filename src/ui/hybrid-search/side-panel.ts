/** Which panel stands beside the results, with what it needs to know and whom it tells. */
import { html, type TemplateResult } from 'lit';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import type { ImportState } from '../controllers/import-controller.ts';
import type { Side } from '../controllers/side-controller.ts';
import type { DurabilityMode, Stats } from '../engine-access.ts';
import type { ExampleChooseEvent } from '../help-panel/help-panel.ts';
import type { MemoryCommand, MemoryCommandEvent, MemorySaveEvent, PanelCommandEvent } from '../shared/panel-events.ts';
import type { Strings } from '../strings/strings.ts';

export interface SidePanelView {
  strings: Strings;
  side: Side;
  readonly: boolean;
  failure: string | null;
  saving: boolean;
  exported: string | null;
  importState: ImportState;
  stats: Stats | null;
  durability: DurabilityMode | null;
  model: string;
  onClose: () => void;
  onCommand: (command: MemoryCommand, memory: Memory) => void;
  onSave: (id: string | null, input: MemoryInput) => void;
  onPanelCommand: (event: PanelCommandEvent) => void;
  onExample: (example: string) => void;
  onKeydown: (event: KeyboardEvent) => void;
}

export function renderSidePanel(view: SidePanelView): TemplateResult {
  const { strings, side } = view;
  switch (side.kind) {
    case 'memory':
      return html`<hs-memory-view
        .strings=${strings}
        .memory=${side.memory}
        .hit=${side.hit}
        .readonly=${view.readonly}
        @panel-close=${view.onClose}
        @memory-command=${(event: MemoryCommandEvent) => view.onCommand(event.command, event.memory)}
        @keydown=${view.onKeydown}
      ></hs-memory-view>`;
    case 'form':
      return html`<hs-memory-form
        .strings=${strings}
        .memory=${side.memory}
        .failure=${view.failure}
        .saving=${view.saving}
        @panel-close=${view.onClose}
        @memory-save=${(event: MemorySaveEvent) => view.onSave(event.id, event.input)}
        @keydown=${view.onKeydown}
      ></hs-memory-form>`;
    case 'import':
      return html`<hs-import-panel
        .strings=${strings}
        .state=${view.importState}
        .exported=${view.exported}
        @panel-close=${view.onClose}
        @panel-command=${view.onPanelCommand}
        @keydown=${view.onKeydown}
      ></hs-import-panel>`;
    case 'settings':
      return html`<hs-settings-panel
        .strings=${strings}
        .stats=${view.stats}
        .durability=${view.durability}
        .model=${view.model}
        .readonly=${view.readonly}
        @panel-close=${view.onClose}
        @panel-command=${view.onPanelCommand}
        @keydown=${view.onKeydown}
      ></hs-settings-panel>`;
    default:
      return html`<hs-help-panel
        .strings=${strings}
        @panel-close=${view.onClose}
        @example-choose=${(event: ExampleChooseEvent) => view.onExample(event.example)}
        @keydown=${view.onKeydown}
      ></hs-help-panel>`;
  }
}
