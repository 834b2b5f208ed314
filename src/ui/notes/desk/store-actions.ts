/** What the panels, the status bar and a drop of files ask for: import, export, the model, the whole store. */

import type { Notices } from '../../session/notices.ts';
import type { SideController } from '../../session/panel.ts';
import type { ElementHost } from '../../session/session-host.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { formatBytes } from '../../shared/format.ts';
import type { PanelCommand } from '../../shared/panel-events.ts';
import { downloadBlob, pickFiles } from '../../shared/save-file.ts';
import { StateController } from '../../shared/state-controller.ts';
import type { Strings } from '../../strings/strings.ts';
import type { ImportController } from './import-controller.ts';
import { type FoundFiles, filesOfList } from './import-files.ts';
import { keepLastBackup } from './last-backup.ts';
import type { PendingClear } from './pending-clear.ts';

export interface StoreActionsNeeds {
  /** Null until the store is open. */
  client: () => HybridSearchClient | null;
  words: () => Strings;
  side: SideController;
  importing: ImportController;
  clearing: PendingClear;
  notices: Notices;
  onModel: (id: string) => void;
  onExported: () => void;
}

/** `exported`: what the last export said. */
export class StoreActions extends StateController<{ exported: string | null }> {
  readonly #host: ElementHost;
  readonly #needs: StoreActionsNeeds;

  constructor(host: ElementHost, needs: StoreActionsNeeds) {
    super(host, { exported: null });
    this.#host = host;
    this.#needs = needs;
  }

  forgetExport(): void {
    this.set({ exported: null });
  }

  get acceptsFiles(): boolean {
    const { client, importing } = this.#needs;
    return !this.#host.readonly && client() !== null && !importing.running;
  }

  takeFiles(found: FoundFiles): void {
    const { client: open, importing, side } = this.#needs;
    const client = open();
    if (!client || found.files.length + found.skipped === 0) return;
    if (side.state.current.kind !== 'import') side.open({ kind: 'import' });
    void importing.start(client, found);
  }

  run(command: PanelCommand): void {
    this.#run(command).catch(this.#needs.notices.report);
  }

  /** All notes that weren't written after a position of the store. */
  async clearBefore(position: string): Promise<void> {
    const { client: open, notices, words } = this.#needs;
    const client = open();
    if (!client) return;
    try {
      const removed = await client.clear({ unchangedSince: position });
      const left = await client.count();
      if (left === 0) notices.tell(words().deleteAllDone);
      else notices.tell(removed === 0 ? words().deleteAllEnded : words().deleteAllBut(removed, left));
    } catch (error) {
      notices.report(error as Error);
    }
  }

  async #run(command: PanelCommand): Promise<void> {
    const { client: open, importing, side, clearing, onModel } = this.#needs;
    const client = open();
    if (!client) return;
    switch (command.kind) {
      case 'choose-files':
      case 'choose-folder':
        return this.takeFiles(filesOfList(await pickFiles(command.kind === 'choose-folder' ? 'folder' : 'notes')));
      case 'cancel-import':
        return importing.cancel();
      case 'split-import':
        return importing.splitTooLarge(client);
      case 'export':
        return this.#export(client, command.vectors ?? false);
      case 'set-model':
        return onModel(command.id);
      case 'judge':
        return side.open({ kind: 'judge' });
      case 'load-model':
        return client.loadModel();
      case 'pause':
        return client.pause();
      case 'resume':
        return client.resume();
      case 'delete-all':
        side.close();
        return clearing.hold(command.count, await client.position());
    }
  }

  async #export(client: HybridSearchClient, vectors: boolean): Promise<void> {
    const { words, notices, side, onExported } = this.#needs;
    const blob = await client.export({ vectors });
    downloadBlob(blob, `${this.#host.name}-${new Date().toISOString().slice(0, 10)}.jsonl`);
    keepLastBackup(this.#host.name, Date.now());
    const exported = words().exported(formatBytes(blob.size, words().locale));
    this.set({ exported });
    if (side.state.current.kind !== 'import') notices.tell(exported);
    onExported();
  }
}
