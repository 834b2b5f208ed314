import { isHybridSearchError } from '../../../core/errors.ts';
import type { Memory, MemoryInput } from '../../../core/record/memory.ts';
import type { Session } from '../../session/session.ts';
import { titleOf } from '../../session/title.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { HsErrorEvent } from '../../shared/error-event.ts';
import { State } from '../../shared/state.ts';
import { notesStrings } from '../../strings/load-notes.ts';
import { type Drafts, NEW_NOTE } from './drafts.ts';
import {
  changedFields,
  conflictingFields,
  FIELD_NAMES,
  fieldsOf,
  inputOf,
  NO_FIELDS,
  type NoteFields,
  type SaveConflict,
} from './note-fields.ts';
import type { PendingDeletes } from './pending-deletes.ts';

export interface NoteActionsState {
  saving: boolean;
  failure: string | null;
  conflict: SaveConflict | null;
  /** Number of forms saved or discarded. When it changes, a new form is rendered. */
  finished: number;
}

/** Attempts while others change the same note. Normally, there's one other writer. */
const ATTEMPTS = 10;

const CALM: Omit<NoteActionsState, 'finished'> = { saving: false, failure: null, conflict: null };

export class NoteActions extends State<NoteActionsState> {
  readonly #session: Session;
  readonly #drafts: Drafts;
  readonly #deletes: PendingDeletes;

  constructor(session: Session, drafts: Drafts, deletes: PendingDeletes) {
    super({ ...CALM, finished: 0 });
    this.#session = session;
    this.#drafts = drafts;
    this.#deletes = deletes;
  }

  forgetFailure(): void {
    if (!this.state.saving) this.set(CALM);
  }

  /** Opens the form for a new note. Fills in `title` unless there's already a draft. */
  create(title: string): void {
    const fields = { ...NO_FIELDS, title };
    if (title && !this.#drafts.get(NEW_NOTE)) this.#drafts.keep(NEW_NOTE, { fields, base: NO_FIELDS, at: Date.now() });
    this.#session.panel.open({ kind: 'form', memory: null });
  }

  undo(memory: Memory): void {
    const { announcer, places } = this.#session;
    const strings = notesStrings(this.#session);
    this.#deletes.undo(memory.id);
    places.focusBox();
    announcer.say(strings.restored(titleOf(memory, strings)));
  }

  async removeNow(id: string, before: Promise<string | undefined>): Promise<void> {
    const { search, notices } = this.#session;
    try {
      const client = this.#client;
      const position = await before;
      const options = position === undefined ? {} : { unchangedSince: position };
      const removed = await client?.trash.put([id], options);
      // The note was saved after the user deleted it, so it stays, and is shown again.
      if (removed === 0 && (await client?.get(id))) return;
      this.#drafts.drop(id);
      search.drop([id]);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  keepDraft(id: string | null, fields: NoteFields): void {
    const key = id ?? NEW_NOTE;
    const base = this.#baseOf(id);
    if (changedFields(base, fields).length === 0) this.#drafts.drop(key);
    else this.#drafts.keep(key, { fields, base, at: Date.now() });
  }

  discardDraft(id: string | null): void {
    const { panel, notices } = this.#session;
    const strings = notesStrings(this.#session);
    const key = id ?? NEW_NOTE;
    const draft = this.#drafts.get(key);
    this.#drafts.drop(key);
    this.set({ finished: this.state.finished + 1 });
    panel.close();
    if (!draft) return;
    const undo = { label: strings.undo, run: () => this.#takeUp(id, () => this.#drafts.keep(key, draft)) };
    notices.tell(strings.draftDiscarded, 'done', undo);
  }

  tellOfDraft(id: string | null): void {
    const { notices } = this.#session;
    const strings = notesStrings(this.#session);
    if (!this.#drafts.get(id ?? NEW_NOTE)) return;
    notices.tell(strings.draftKept, 'done', { label: strings.draftContinue, run: () => this.#takeUp(id) });
  }

  async save(id: string | null, fields: NoteFields): Promise<void> {
    const { host, notices, panel } = this.#session;
    const strings = notesStrings(this.#session);
    const client = this.#client;
    if (!client || this.state.saving) return;
    const base = this.#baseOf(id);
    this.set({ ...CALM, saving: true });
    const key = id ?? NEW_NOTE;
    try {
      const memory = await this.#write(client, id, fields, base);
      if (!memory) return this.set({ saving: false });
      this.#drafts.drop(key);
      (await this.#pictures()).unsaved.drop(memory.images ?? []);
      notices.tell(strings.saved);
      this.set({ ...CALM, finished: this.state.finished + 1 });
      if (id === null || !this.#session.commands.show(memory)) panel.close();
    } catch (error) {
      this.set({ saving: false, failure: `${strings.saveFailed} ${(error as Error).message}` });
      host.dispatchEvent(new HsErrorEvent(error as Error));
    }
  }

  /** If the user undid all changes, the draft is gone, and its base with it. */
  #baseOf(id: string | null): NoteFields {
    const { current } = this.#session.panel.state;
    const opened = id !== null && current.kind === 'form' && current.memory ? fieldsOf(current.memory) : NO_FIELDS;
    return this.#drafts.get(id ?? NEW_NOTE)?.base ?? this.state.conflict?.stored ?? opened;
  }

  /** Resolves to null if the note wasn't saved, because of a conflict or because the note is gone. */
  async #write(
    client: HybridSearchClient,
    id: string | null,
    fields: NoteFields,
    base: NoteFields,
  ): Promise<Memory | null> {
    if (id === null) {
      const names = FIELD_NAMES.filter((name) => fields[name].trim() !== '');
      const { picturesAfter, unsaved } = await this.#pictures();
      const images = picturesAfter('', fields.text, [], unsaved.pictures);
      return client.add({
        ...inputOf(fields, names),
        text: fields.text,
        source: 'user',
        ...(images.length > 0 && { images }),
      } satisfies MemoryInput);
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#change(client, id, fields, base);
      } catch (error) {
        // Another tab or sync saved the note between our read and our write.
        if (!isHybridSearchError(error, 'conflict') || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #change(client: HybridSearchClient, id: string, fields: NoteFields, base: NoteFields): Promise<Memory | null> {
    const { panel } = this.#session;
    const strings = notesStrings(this.#session);
    const { picturesAfter, unsaved } = await this.#pictures();
    const memory = await client.get(id);
    if (!memory) {
      const { current } = panel.state;
      if (current.kind === 'form') for (const image of current.memory?.images ?? []) unsaved.put(image);
      this.#drafts.drop(id);
      this.#drafts.keep(NEW_NOTE, { fields, base: NO_FIELDS, at: Date.now() });
      panel.open({ kind: 'form', memory: null });
      this.set({ failure: strings.noteGone });
      return null;
    }
    const stored = fieldsOf(memory);
    const conflicting = conflictingFields(base, fields, stored);
    if (conflicting.length > 0) {
      // The stored note becomes the base, so saving again means that the user has decided.
      this.#drafts.keep(id, { fields, base: stored, at: Date.now() });
      this.set({ conflict: { stored, fields: conflicting } });
      return null;
    }
    const changed = changedFields(base, fields);
    if (changed.length === 0) return memory;
    const images = picturesAfter(base.text, fields.text, memory.images ?? [], unsaved.pictures);
    const patch = { ...inputOf(fields, changed), ...(images.length > 0 || memory.images ? { images } : {}) };
    return client.update(id, patch, { ifUnchanged: memory });
  }

  /** Doesn't wait for the network, because the form has already fetched both scripts. */
  async #pictures() {
    const [{ picturesAfter }, { unsavedPictures }] = await Promise.all([
      import('../../shared/picture-marks.ts'),
      import('./unsaved-pictures.ts'),
    ]);
    return { picturesAfter, unsaved: unsavedPictures(this.#session.host.name) };
  }

  #takeUp(id: string | null, before: () => void = () => {}): void {
    const { panel, notices } = this.#session;
    before();
    notices.dismiss();
    if (id === null) panel.open({ kind: 'form', memory: null });
    else this.#client?.get(id).then((memory) => panel.open({ kind: 'form', memory: memory ?? null }), notices.report);
  }

  get #client(): HybridSearchClient | null {
    return this.#session.connection.state.client;
  }

  /** The note's date stays, because the content doesn't change. */
  async pin(memory: Memory): Promise<void> {
    const { notices, panel } = this.#session;
    const strings = notesStrings(this.#session);
    try {
      const patch = { pinned: memory.pinned ? null : true, updatedAt: memory.updatedAt };
      const stored = await this.#client?.update(memory.id, patch);
      if (!stored) return;
      if (panel.openMemory?.id === stored.id) panel.show(stored);
      notices.tell(stored.pinned ? strings.pinned : strings.unpinned);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  remove(memory: Memory): void {
    const { panel, places } = this.#session;
    this.#session.keepPlace(memory.id);
    this.#deletes.schedule(memory);
    const { current } = panel.state;
    if ((current.kind === 'memory' || current.kind === 'form') && current.memory?.id === memory.id) panel.close(false);
    places.focusBox();
  }
}
