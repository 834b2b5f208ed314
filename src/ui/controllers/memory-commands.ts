/** What a person does with one note: edit, copy, delete with undo, save. The store is reached through the client. */
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import { HsErrorEvent } from '../events.ts';
import type { MemoryCommand } from '../shared/panel-events.ts';
import { titleOf } from '../shared/title.ts';
import { type ElementHost, wordsOf } from './element-host.ts';
import type { ElementParts } from './element-parts.ts';

export class MemoryCommands {
  saving = false;
  /** Why the last save failed. */
  failure: string | null = null;
  readonly #host: ElementHost;
  readonly #parts: ElementParts;

  constructor(host: ElementHost, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
  }

  run(command: MemoryCommand, memory: Memory): void {
    if (command === 'edit') this.#parts.side.open({ kind: 'form', memory });
    else if (command === 'copy') void this.#copy(memory);
    else this.#hold(memory);
  }

  undo(memory: Memory): void {
    const { deletes, announcer } = this.#parts;
    const words = wordsOf(this.#host);
    deletes.undo(memory.id);
    this.#host.focus();
    announcer.say(words.restored(titleOf(memory, words)));
  }

  /** The end of a delete that was not undone. */
  async removeNow(id: string): Promise<void> {
    const { session, search, notices } = this.#parts;
    try {
      await session.client?.remove(id);
      search.drop(id);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  /** `id` null: a new note. */
  async save(id: string | null, input: MemoryInput): Promise<void> {
    const { session, notices, side } = this.#parts;
    const { client } = session;
    if (!client || this.saving) return;
    this.saving = true;
    this.failure = null;
    this.#host.requestUpdate();
    const words = wordsOf(this.#host);
    try {
      const memory = await (id === null ? client.add(input) : client.update(id, input));
      notices.tell(words.saved);
      if (id === null) side.close();
      else side.open({ kind: 'memory', memory, hit: null });
    } catch (error) {
      this.failure = `${words.saveFailed} ${(error as Error).message}`;
      this.#host.dispatchEvent(new HsErrorEvent(error as Error));
    } finally {
      this.saving = false;
      this.#host.requestUpdate();
    }
  }

  /** Reads the open note again after a change of the store. */
  async reread(id: string): Promise<void> {
    const { session, side } = this.#parts;
    const memory = await session.client?.get(id).catch(() => undefined);
    const shown = side.openMemory;
    if (shown?.id !== id) return;
    if (!memory) side.close();
    // Ranges of the old text do not fit the new one.
    else if (memory.contentHash !== shown.contentHash) side.show(memory);
  }

  async #copy(memory: Memory): Promise<void> {
    const { notices } = this.#parts;
    try {
      await navigator.clipboard.writeText([memory.title, memory.text].filter(Boolean).join('\n\n'));
      notices.tell(wordsOf(this.#host).copied);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  /** Holds a delete back; the next row becomes active, so that the person's place is kept. */
  #hold(memory: Memory): void {
    const { deletes, side, combobox, interaction } = this.#parts;
    const ids = interaction.optionIds();
    const next = ids[ids.indexOf(memory.id) + 1] ?? null;
    deletes.hold(memory);
    if (side.current.kind === 'memory' || side.current.kind === 'form') side.close();
    if (combobox.activeId === memory.id) combobox.setActive(next);
    this.#host.focus();
  }
}
