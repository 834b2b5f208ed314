/** What the panels, the status bar and a drop of files ask for: import, export, the model, the whole store. */
import { formatBytes } from '../shared/format.ts';
import type { PanelCommand, PanelCommandEvent } from '../shared/panel-events.ts';
import { downloadBlob, pickFiles } from '../shared/save-file.ts';
import type { DropListener } from './drop-zone.ts';
import { type ElementHost, wordsOf } from './element-host.ts';
import type { ElementParts } from './element-parts.ts';
import { type FoundFiles, filesOfList } from './import-files.ts';

export class PanelCommands implements DropListener {
  /** What the last export said. */
  exported: string | null = null;
  readonly #host: ElementHost;
  readonly #parts: ElementParts;

  constructor(host: ElementHost, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
  }

  acceptsFiles(): boolean {
    const { session, importing } = this.#parts;
    return !this.#host.readonly && session.state === 'open' && !importing.running;
  }

  onFiles(found: FoundFiles): void {
    const { session, importing, side } = this.#parts;
    if (!session.client || found.files.length + found.skipped === 0) return;
    if (side.current.kind !== 'import') side.open({ kind: 'import' });
    void importing.start(session.client, found);
  }

  onDropError(error: Error): void {
    this.#parts.notices.report(error);
  }

  readonly onCommand = (event: PanelCommandEvent): void => {
    this.#run(event.command).catch(this.#parts.notices.report);
  };

  async #run(command: PanelCommand): Promise<void> {
    const { session, importing, side, notices } = this.#parts;
    const { client } = session;
    if (!client) return;
    switch (command.kind) {
      case 'choose-files':
      case 'choose-folder':
        return this.onFiles(filesOfList(await pickFiles(command.kind === 'choose-folder')));
      case 'cancel-import':
        return importing.cancel();
      case 'export': {
        const words = wordsOf(this.#host);
        const blob = await client.export();
        downloadBlob(blob, `${this.#host.name}-${new Date().toISOString().slice(0, 10)}.jsonl`);
        this.exported = words.exported(formatBytes(blob.size, words.locale));
        return this.#host.requestUpdate();
      }
      case 'set-model':
        this.#host.model = command.id;
        return;
      case 'load-model':
        return client.loadModel();
      case 'pause':
        return client.pause();
      case 'resume':
        return client.resume();
      case 'delete-all':
        await client.clear();
        side.close();
        return notices.tell(wordsOf(this.#host).deleteAllDone);
    }
  }
}
