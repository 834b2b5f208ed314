import type { Session } from '../../session/session.ts';
import type { CustomReader, HybridSearchClient } from '../../shared/engine-access.ts';
import { HsExportEvent, HsImportEvent } from '../../shared/events.ts';
import { formatBytes } from '../../shared/format.ts';
import type { PanelCommand } from '../../shared/panel-events.ts';
import { downloadBlob, pickFiles } from '../../shared/save-file.ts';
import { State } from '../../shared/state.ts';
import { keepStored, storedName } from '../../shared/stored.ts';
import { notesStrings } from '../../strings/load-notes.ts';
import type { ImportController } from './import-controller.ts';
import { type FoundFiles, filesOfList } from './import-files.ts';
import { keepLastBackup } from './last-backup.ts';
import type { PendingClear } from './pending-clear.ts';
import type { SyncHook } from './sync-hook.ts';

export class StoreActions extends State<{ exported: string | null }> {
  readonly #session: Session;
  readonly #importing: ImportController;
  readonly #clearing: PendingClear;
  readonly #sync: SyncHook;

  constructor(session: Session, importing: ImportController, clearing: PendingClear, sync: SyncHook) {
    super({ exported: null });
    this.#session = session;
    this.#importing = importing;
    this.#clearing = clearing;
    this.#sync = sync;
  }

  forgetExport(): void {
    this.set({ exported: null });
  }

  get acceptsFiles(): boolean {
    return this.#session.writes && !this.#importing.running;
  }

  get readers(): readonly CustomReader[] {
    return this.#session.connection.state.client?.readers ?? [];
  }

  takeFiles(found: FoundFiles): void {
    const { connection, panel, host } = this.#session;
    const { client } = connection.state;
    if (!client || found.files.length + found.skipped === 0) return;
    if (!host.dispatchEvent(new HsImportEvent(found.files))) return;
    if (panel.state.current.kind !== 'import') panel.open({ kind: 'import' });
    void this.#importing.look(client, found);
  }

  run(command: PanelCommand): void {
    this.#run(command).catch(this.#session.notices.report);
  }

  async clearBefore(position: string): Promise<void> {
    const { connection, notices } = this.#session;
    const strings = notesStrings(this.#session);
    const { client } = connection;
    if (!client) return;
    try {
      const removed = await client.clear({ unchangedSince: position });
      const left = await client.count();
      if (left === 0) notices.tell(strings.deleteAllDone);
      else notices.tell(removed === 0 ? strings.deleteAllEnded : strings.deleteAllBut(removed, left));
    } catch (error) {
      notices.report(error as Error);
    }
  }

  async endClearing(): Promise<void> {
    const { notices } = this.#session;
    const strings = notesStrings(this.#session);
    if (await this.#clearing.end()) notices.tell(strings.deleteAllEnded);
  }

  /** The client's methods wait until the store is open. */
  async #run(command: PanelCommand): Promise<void> {
    const { connection, panel } = this.#session;
    const { client } = connection.state;
    if (!client) return;
    switch (command.kind) {
      case 'choose-files':
      case 'choose-folder':
        return this.#chooseFiles(command.kind === 'choose-folder' ? 'folder' : 'files');
      case 'confirm-import':
        return this.#importing.confirm(client, command);
      case 'map-import':
        return this.#importing.lookAgain(client, command.mappings);
      case 'cancel-import':
        return this.#importing.cancel();
      case 'resume-import':
        return this.#importing.resume(client);
      case 'split-import':
        return this.#importing.splitTooLarge(client);
      case 'decode-import':
        return this.#importing.decode(client, command.encoding);
      case 'export':
        return this.#export(client, { vectors: command.vectors ?? false });
      case 'export-markdown':
        return this.#export(client, { format: 'markdown' });
      case 'set-model':
        return this.#session.setModel(command.id);
      case 'sync':
        return this.#sync.open();
      case 'read-pictures':
        keepStored(storedName('read-pictures', this.#session.host.name), command.on ? 'on' : null);
        await client.readPictures(command.on);
        return connection.refreshStats(0);
      case 'judge':
        return panel.open({ kind: 'judge' });
      case 'delete-all':
        panel.close();
        return this.#clearing.schedule(command.count, await client.position());
      case 'end-delete-all':
        return this.endClearing();
    }
  }

  async #chooseFiles(what: 'files' | 'folder'): Promise<void> {
    this.takeFiles(filesOfList(await pickFiles(what), this.readers));
  }

  /** Every format counts as a backup, because importing the file restores all notes. */
  async #export(client: HybridSearchClient, options: { format?: 'markdown'; vectors?: boolean }): Promise<void> {
    this.#save(await client.export(options), options.format === 'markdown' ? 'zip' : 'jsonl');
    const { host, connection } = this.#session;
    keepLastBackup(host.name, Date.now());
    connection.refreshStats(0);
    host.dispatchEvent(new HsExportEvent());
  }

  #save(blob: Blob, extension: string): void {
    const { host, notices, panel } = this.#session;
    const strings = notesStrings(this.#session);
    downloadBlob(blob, `${host.name}-${new Date().toISOString().slice(0, 10)}.${extension}`);
    const exported = strings.exported(formatBytes(blob.size, strings.locale));
    this.set({ exported });
    if (panel.state.current.kind !== 'import') notices.tell(exported);
  }
}
