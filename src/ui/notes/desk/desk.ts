import type { Memory } from '../../../core/record/memory.ts';
import type { Side } from '../../session/panel.ts';
import type { Session } from '../../session/session.ts';
import type { Writer } from '../../session/writer.ts';
import type { ChangeEvent } from '../../shared/engine-access.ts';
import { Drafts, NEW_NOTE } from './drafts.ts';
import { ImportController } from './import-controller.ts';
import { NoteActions } from './note-actions.ts';
import { PendingClear } from './pending-clear.ts';
import { PendingDeletes } from './pending-deletes.ts';
import { StoreActions } from './store-actions.ts';
import { SyncHook } from './sync-hook.ts';

const desks = new WeakMap<Session, Desk>();

export function deskOf(session: Session): Desk {
  const desk = desks.get(session) ?? new Desk(session);
  desks.set(session, desk);
  return desk;
}

export class Desk implements Writer {
  readonly drafts = new Drafts();
  readonly deletes: PendingDeletes;
  readonly clearing: PendingClear;
  readonly importing: ImportController;
  readonly notes: NoteActions;
  readonly store: StoreActions;
  readonly sync: SyncHook;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.deletes = new PendingDeletes(
      (id, before) => this.notes.removeNow(id, before),
      () => session.connection.state.client?.position(),
    );
    this.clearing = new PendingClear((before) => this.store.clearBefore(before));
    this.importing = new ImportController(() => this.#settleDeletes());
    this.notes = new NoteActions(session, this.drafts, this.deletes);
    this.sync = new SyncHook(session, () => this.store.endClearing());
    this.store = new StoreActions(session, this.importing, this.clearing, this.sync);
    const show = session.writing.attach(
      this,
      (memory) => this.deletes.has(memory.id) || this.clearing.includes(memory),
    );
    this.deletes.subscribe(() => show({ deletes: this.deletes.memories }));
    this.clearing.subscribe(() => show({ clearing: this.clearing.state.clearing }));
    this.drafts.subscribe(() => show({ draft: this.drafts.get(NEW_NOTE) !== undefined }));
    if (session.connection.state.phase !== 'closed') this.open();
    if (session.connection.client) this.onReady();
  }

  open(): void {
    this.drafts.connect();
    this.deletes.connect();
    this.clearing.connect();
    this.sync.connect();
    this.drafts.open(this.#session.host.name);
  }

  onReady(): void {
    this.clearing.open(this.#session.host.name);
    void this.sync.start();
  }

  async close(): Promise<void> {
    this.drafts.disconnect();
    this.deletes.disconnect();
    this.clearing.disconnect();
    this.sync.disconnect();
    this.importing.cancel();
    this.clearing.close();
    await this.deletes.flush();
  }

  edit(memory: Memory): void {
    this.#session.panel.open({ kind: 'form', memory });
  }

  pin(memory: Memory): void {
    void this.notes.pin(memory);
  }

  remove(memory: Memory): void {
    this.notes.remove(memory);
  }

  create(title: string): void {
    this.notes.create(title);
  }

  undo(memory: Memory): void {
    this.notes.undo(memory);
  }

  undoClear(): void {
    this.clearing.undo();
  }

  pauseDeletes(): void {
    this.deletes.pause();
    this.clearing.pause();
  }

  resumeDeletes(): void {
    this.deletes.resume();
    this.clearing.resume();
  }

  onChange({ kind, ids }: ChangeEvent): void {
    if (kind === 'clear' || kind === 'remove') return;
    this.deletes.spare(ids);
    this.clearing.spare(ids);
  }

  onPanel(before: Side): void {
    this.notes.forgetFailure();
    this.store.forgetExport();
    if (!this.#session.panel.isOpen) this.importing.reset();
    if (before.kind === 'form') this.notes.tellOfDraft(before.memory?.id ?? null);
  }

  /** Pending deletes would also delete notes that the import contains unchanged. */
  async #settleDeletes(): Promise<void> {
    await this.deletes.flush();
    await this.store.endClearing();
  }
}
