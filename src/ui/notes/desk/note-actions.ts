/** What a person does with one note: edit, copy, delete with undo, save. The store is reached through the client. */
import { isHybridSearchError } from '../../../core/errors.ts';
import type { Memory, MemoryInput } from '../../../core/record/memory.ts';
import type { Announcer } from '../../session/announcer.ts';
import type { Notices } from '../../session/notices.ts';
import type { SideController } from '../../session/panel.ts';
import type { ElementHost } from '../../session/session-host.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { HsErrorEvent } from '../../shared/events.ts';
import type { MemoryCommand } from '../../shared/panel-events.ts';
import { StateController } from '../../shared/state-controller.ts';
import { titleOf } from '../../shared/title.ts';
import type { Strings } from '../../strings/strings.ts';
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
  /** Why the last save failed. */
  failure: string | null;
  conflict: SaveConflict | null;
}

export interface NoteActionsNeeds {
  client: () => HybridSearchClient | null;
  words: () => Strings;
  side: SideController;
  drafts: Drafts;
  deletes: PendingDeletes;
  notices: Notices;
  announcer: Announcer;
  /** Takes rows off that the store no longer has. */
  onGone: (id: string) => void;
  /** Called before a note is hidden, so that the person's place can be kept. */
  onHold: (id: string) => void;
  /** An address of the page that opens the note; null where the element reads none. */
  linkTo: (id: string) => string | null;
}

/** Times that a save is tried while others write the same note: a person's form has one writer beside it, not ten. */
const ATTEMPTS = 10;

const CALM: NoteActionsState = { saving: false, failure: null, conflict: null };

export class NoteActions extends StateController<NoteActionsState> {
  readonly #host: ElementHost;
  readonly #needs: NoteActionsNeeds;

  constructor(host: ElementHost, needs: NoteActionsNeeds) {
    super(host, CALM);
    this.#host = host;
    this.#needs = needs;
  }

  /** Another panel has nothing to do with the last save. */
  forgetFailure(): void {
    if (!this.state.saving) this.set(CALM);
  }

  run(command: MemoryCommand, memory: Memory): void {
    if (command === 'remove') this.#hold(memory);
    else void this.#withStored(memory, (stored) => this.#act(command, stored));
  }

  undo(memory: Memory): void {
    const { deletes, announcer, words } = this.#needs;
    deletes.undo(memory.id);
    this.#host.focus();
    announcer.say(words().restored(titleOf(memory, words())));
  }

  /** The end of a delete that was not undone. */
  async removeNow(id: string, before: Promise<string | undefined>): Promise<void> {
    const { client: open, onGone, drafts, notices } = this.#needs;
    try {
      const client = open();
      const position = await before;
      const asked = position === undefined ? {} : { unchangedSince: position };
      const removed = await client?.trash.put([id], asked);
      // It was saved after the person's word: it stays, and is shown again.
      if (removed === 0 && (await client?.get(id))) return;
      drafts.drop(id);
      onGone(id);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  keepDraft(id: string | null, fields: NoteFields): void {
    const { drafts } = this.#needs;
    const key = id ?? NEW_NOTE;
    const base = this.#baseOf(id);
    if (changedFields(base, fields).length === 0) drafts.drop(key);
    else drafts.keep(key, { fields, base, at: Date.now() });
  }

  discardDraft(id: string | null): void {
    const { drafts, side, notices, words } = this.#needs;
    const key = id ?? NEW_NOTE;
    const draft = drafts.get(key);
    drafts.drop(key);
    side.close();
    if (!draft) return;
    const undo = { label: words().undo, run: () => this.#takeUp(id, () => drafts.keep(key, draft)) };
    notices.tell(words().draftDiscarded, 'done', undo);
  }

  /** A form was left with text in it. */
  tellOfDraft(id: string | null): void {
    const { drafts, notices, words } = this.#needs;
    if (!drafts.get(id ?? NEW_NOTE)) return;
    notices.tell(words().draftKept, 'done', { label: words().draftContinue, run: () => this.#takeUp(id) });
  }

  /** `id` null: a new note. Sends what was changed; where another tab changed the same field, asks first. */
  async save(id: string | null, fields: NoteFields): Promise<void> {
    const { client: open, drafts, notices, side, words } = this.#needs;
    const client = open();
    if (!client || this.state.saving) return;
    const base = this.#baseOf(id);
    this.set({ ...CALM, saving: true });
    const key = id ?? NEW_NOTE;
    try {
      const memory = await this.#write(client, id, fields, base);
      if (!memory) return this.set({ saving: false });
      drafts.drop(key);
      (await this.#pictures()).unsaved.drop(memory.images ?? []);
      notices.tell(words().saved);
      this.set(CALM);
      if (id === null) side.close();
      else side.open({ kind: 'memory', memory, hit: null });
    } catch (error) {
      this.set({ saving: false, failure: `${words().saveFailed} ${(error as Error).message}` });
      this.#host.dispatchEvent(new HsErrorEvent(error as Error));
    }
  }

  /** The note that the page's address names, if it names one. */
  async openLinked([id]: readonly string[]): Promise<void> {
    const { client, notices, side, words } = this.#needs;
    if (id === undefined) return;
    try {
      const memory = await client()?.get(id);
      if (memory) side.open({ kind: 'memory', memory, hit: null });
      else notices.tell(words().noteNotHere, 'problem');
    } catch (error) {
      notices.report(error as Error);
    }
  }

  /** A person opened it from an answer, which comes without the bytes of pictures: they are shown as well. */
  async opened(id: string): Promise<void> {
    const { client: open, notices, side } = this.#needs;
    const client = open();
    client?.touch(id).catch(notices.report);
    const memory = await client?.get(id).catch(() => undefined);
    const { current } = side.state;
    if (!memory?.images || current.kind !== 'memory' || current.memory.id !== id) return;
    side.show(memory, memory.updatedAt === current.memory.updatedAt ? current.hit : null);
  }

  /** Reads the open note again after a change of the store. */
  async reread(id: string): Promise<void> {
    const { client, side } = this.#needs;
    const memory = await client()
      ?.get(id)
      .catch(() => undefined);
    const shown = side.openMemory;
    if (shown?.id !== id) return;
    if (!memory) side.close();
    // Ranges of the old text do not fit the new one.
    else if (memory.updatedAt !== shown.updatedAt) side.show(memory);
  }

  /**
   * The note as it was when the person began to change it. A draft that was taken back is dropped with its base; then it's
   * the version that the person saw in a conflict, or the one that the form was opened with.
   */
  #baseOf(id: string | null): NoteFields {
    const { drafts, side } = this.#needs;
    const { current } = side.state;
    const opened = id !== null && current.kind === 'form' && current.memory ? fieldsOf(current.memory) : NO_FIELDS;
    return drafts.get(id ?? NEW_NOTE)?.base ?? this.state.conflict?.stored ?? opened;
  }

  /** Null where the person has to decide first. */
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
        // Another tab saved between the reading and the writing: what it wrote is looked at as well.
        if (!isHybridSearchError(error, 'conflict') || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Rejects with `conflict` where the note was written by another meanwhile. */
  async #change(client: HybridSearchClient, id: string, fields: NoteFields, base: NoteFields): Promise<Memory | null> {
    const { drafts, side, words } = this.#needs;
    const { picturesAfter, unsaved } = await this.#pictures();
    const memory = await client.get(id);
    if (!memory) {
      const { current } = side.state;
      if (current.kind === 'form') for (const image of current.memory?.images ?? []) unsaved.put(image);
      drafts.drop(id);
      drafts.keep(NEW_NOTE, { fields, base: NO_FIELDS, at: Date.now() });
      side.open({ kind: 'form', memory: null });
      this.set({ failure: words().noteGone });
      return null;
    }
    const stored = fieldsOf(memory);
    const conflicting = conflictingFields(base, fields, stored);
    if (conflicting.length > 0) {
      // What is stored is the new base: saving again is the person's answer.
      drafts.keep(id, { fields, base: stored, at: Date.now() });
      this.set({ conflict: { stored, fields: conflicting } });
      return null;
    }
    const changed = changedFields(base, fields);
    if (changed.length === 0) return memory;
    const images = picturesAfter(base.text, fields.text, memory.images ?? [], unsaved.pictures);
    const patch = { ...inputOf(fields, changed), ...(images.length > 0 || memory.images ? { images } : {}) };
    return client.update(id, patch, { ifUnchanged: memory });
  }

  /** What the form has fetched already. */
  async #pictures() {
    const [{ picturesAfter }, { unsavedPictures }] = await Promise.all([
      import('../../shared/picture-marks.ts'),
      import('./unsaved-pictures.ts'),
    ]);
    return { picturesAfter, unsaved: unsavedPictures(this.#host.name) };
  }

  #takeUp(id: string | null, before: () => void = () => {}): void {
    const { client, side, notices } = this.#needs;
    before();
    notices.dismiss();
    if (id === null) side.open({ kind: 'form', memory: null });
    else
      client()
        ?.get(id)
        .then((memory) => side.open({ kind: 'form', memory: memory ?? null }), notices.report);
  }

  /** A row may be older than the store: what is edited or copied is the note as it is now. */
  async #withStored(memory: Memory, act: (stored: Memory) => void): Promise<void> {
    const { client, onGone, notices, words } = this.#needs;
    try {
      const stored = await client()?.get(memory.id);
      if (stored) return act(stored);
      onGone(memory.id);
      notices.tell(words().noteGoneShort, 'problem');
    } catch (error) {
      notices.report(error as Error);
    }
  }

  #act(command: MemoryCommand, memory: Memory): void {
    if (command === 'edit') this.#needs.side.open({ kind: 'form', memory });
    else if (command === 'pin') void this.#pin(memory);
    else if (command === 'copy-link') void this.#copy(this.#needs.linkTo(memory.id));
    else void this.#copy([memory.title, memory.text].filter(Boolean).join('\n\n'));
  }

  /** Or unpins it. That is no change of what it says: its date stays. */
  async #pin(memory: Memory): Promise<void> {
    const { client, notices, side, words } = this.#needs;
    try {
      const patch = { pinned: memory.pinned ? null : true, updatedAt: memory.updatedAt };
      const stored = await client()?.update(memory.id, patch);
      if (!stored) return;
      if (side.openMemory?.id === stored.id) side.show(stored);
      notices.tell(stored.pinned ? words().pinned : words().unpinned);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  async #copy(text: string | null): Promise<void> {
    const { notices, words } = this.#needs;
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      notices.tell(words().copied);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  #hold(memory: Memory): void {
    const { deletes, side, onHold } = this.#needs;
    onHold(memory.id);
    deletes.hold(memory);
    const { current } = side.state;
    if ((current.kind === 'memory' || current.kind === 'form') && current.memory?.id === memory.id) side.close(false);
    this.#host.focus();
  }
}
