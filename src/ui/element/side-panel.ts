/** Which panel stands beside the results, with what it needs to know and whom it tells. */
import { html, type TemplateResult } from 'lit';
import type { Memory } from '../../core/record/memory.ts';
import { type Drafts, NEW_NOTE } from '../notes/desk/drafts.ts';
import type { ImportState } from '../notes/desk/import-controller.ts';
import { lastBackup } from '../notes/desk/last-backup.ts';
import type { NoteActionsState } from '../notes/desk/note-actions.ts';
import type { NoteFields } from '../notes/desk/note-fields.ts';
import type { DraftChangeEvent, DraftDiscardEvent, MemorySaveEvent } from '../notes/editor/form-events.ts';
import type { AlphaChangeEvent, JudgeErrorEvent } from '../notes/judge/judge-panel.ts';
import type { ExampleChooseEvent } from '../search/help/help-panel.ts';
import type { Side } from '../session/panel.ts';
import type { DurabilityMode, HybridSearchClient, Stats } from '../shared/engine-access.ts';
import type { MemoryCommand, MemoryCommandEvent, PanelCommand, PanelCommandEvent } from '../shared/panel-events.ts';
import { INNER_PARTS } from '../shared/parts.ts';
import type { Strings } from '../strings/strings.ts';

export interface SidePanelView {
  strings: Strings;
  side: Side;
  readonly: boolean;
  linkable: boolean;
  note: NoteActionsState;
  drafts: Drafts;
  exported: string | null;
  importState: ImportState;
  stats: Stats | null;
  /** Notes that wait to be read for their meaning. */
  queued: number;
  durability: DurabilityMode | null;
  model: string;
  onClose: () => void;
  onCommand: (command: MemoryCommand, memory: Memory) => void;
  onDraft: (id: string | null, fields: NoteFields) => void;
  onDiscard: (id: string | null) => void;
  onSave: (id: string | null, fields: NoteFields) => void;
  client: HybridSearchClient | null;
  /** Name of the store. */
  store: string;
  query: string;
  /** The weight of meaning in use; null: automatic. */
  alpha: number | null;
  onAlpha: (alpha: number | null) => void;
  onError: (error: Error) => void;
  keysHidden: boolean;
  onShowKeys: () => void;
  onPanelCommand: (command: PanelCommand) => void;
  onExample: (example: string) => void;
  onKeydown: (event: KeyboardEvent) => void;
}

export function renderSidePanel(view: SidePanelView): TemplateResult {
  const { strings, side } = view;
  const onPanelCommand = (event: PanelCommandEvent): void => view.onPanelCommand(event.command);
  switch (side.kind) {
    case 'memory':
      return html`<hs-memory-view
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .memory=${side.memory}
        .hit=${side.hit}
        .readonly=${view.readonly}
        .linkable=${view.linkable}
        .client=${view.client}
        .queued=${view.queued}
        @panel-close=${view.onClose}
        @memory-command=${(event: MemoryCommandEvent) => view.onCommand(event.command, event.memory)}
        @keydown=${view.onKeydown}
      ></hs-memory-view>`;
    case 'form':
      return html`<hs-memory-form
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .memory=${side.memory}
        .draft=${view.drafts.get(side.memory?.id ?? NEW_NOTE) ?? null}
        .conflict=${view.note.conflict}
        .failure=${view.note.failure}
        .saving=${view.note.saving}
        .store=${view.store}
        .tags=${view.stats?.tags ?? {}}
        @panel-close=${view.onClose}
        @draft-change=${(event: DraftChangeEvent) => view.onDraft(event.id, event.fields)}
        @draft-discard=${(event: DraftDiscardEvent) => view.onDiscard(event.id)}
        @memory-save=${(event: MemorySaveEvent) => view.onSave(event.id, event.fields)}
        @keydown=${view.onKeydown}
      ></hs-memory-form>`;
    case 'import':
      return html`<hs-import-panel
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .state=${view.importState}
        .exported=${view.exported}
        .backupAt=${lastBackup(view.store)}
        @panel-close=${view.onClose}
        @panel-command=${onPanelCommand}
        @keydown=${view.onKeydown}
      ></hs-import-panel>`;
    case 'settings':
      return html`<hs-settings-panel
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .stats=${view.stats}
        .durability=${view.durability}
        .model=${view.model}
        .readonly=${view.readonly}
        .client=${view.client}
        .backupAt=${lastBackup(view.store)}
        @panel-close=${view.onClose}
        @panel-command=${onPanelCommand}
        @keydown=${view.onKeydown}
      ></hs-settings-panel>`;
    case 'judge':
      return html`<hs-judge-panel
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .client=${view.client}
        .store=${view.store}
        .query=${view.query}
        .alpha=${view.alpha}
        @panel-close=${view.onClose}
        @alpha-change=${(event: AlphaChangeEvent) => view.onAlpha(event.alpha)}
        @judge-error=${(event: JudgeErrorEvent) => view.onError(event.error)}
        @keydown=${view.onKeydown}
      ></hs-judge-panel>`;
    default:
      return html`<hs-help-panel
        part="panel"
        exportparts=${INNER_PARTS}
        .strings=${strings}
        .keysHidden=${view.keysHidden}
        @panel-close=${view.onClose}
        @show-keys=${view.onShowKeys}
        @example-choose=${(event: ExampleChooseEvent) => view.onExample(event.example)}
        @keydown=${view.onKeydown}
      ></hs-help-panel>`;
  }
}
