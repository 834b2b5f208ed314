/** Carries out the user's commands. Most dispatch a cancelable event first. If it's cancelled, the page takes over. */
import type { Memory } from '../../core/record/memory.ts';
import type { Hit } from '../../core/results/response.ts';
import { HsCreateEvent, HsEditEvent, HsOpenEvent, HsRemoveEvent, HsSelectEvent } from '../shared/events.ts';
import type { ResultRow } from './answer/result-row.ts';
import type { Notices } from './notices.ts';
import type { Panel, SideKind } from './panel.ts';
import { PANEL_TAGS } from './panel.ts';
import type { Places } from './places.ts';
import type { Reader } from './reader.ts';
import type { SessionHost } from './session-host.ts';
import type { Writer, Writing } from './writer.ts';

export interface CommandNeeds {
  panel: Panel;
  places: Places;
  reader: Reader;
  writing: Writing;
  notices: Notices;
}

export class Commands {
  readonly #host: SessionHost;
  readonly #needs: CommandNeeds;

  constructor(host: SessionHost, needs: CommandNeeds) {
    this.#host = host;
    this.#needs = needs;
  }

  select({ memory, hit }: ResultRow, keepsFocus = false): void {
    if (this.#tell(new HsSelectEvent(memory, hit)) && this.show(memory, hit, keepsFocus))
      void this.#needs.reader.opened(memory.id);
  }

  /** Shows a note in the reader. Returns false if the page cancelled that, or if there's no reader. */
  show(memory: Memory, hit: Hit | null = null, keepsFocus = false): boolean {
    const { panel, places } = this.#needs;
    const shows = this.#tell(new HsOpenEvent(memory, hit)) && places.has(PANEL_TAGS.memory);
    if (shows) panel.open({ kind: 'memory', memory, hit }, !keepsFocus);
    return shows;
  }

  edit(memory: Memory): void {
    this.#withStored(memory, (stored, writer) => {
      if (this.#tell(new HsEditEvent(stored))) writer.edit(stored);
    });
  }

  pin(memory: Memory): void {
    this.#withStored(memory, (stored, writer) => writer.pin(stored));
  }

  remove(memory: Memory): void {
    this.#write((writer) => {
      if (this.#tell(new HsRemoveEvent(memory))) writer.remove(memory);
    });
  }

  toggle(kind: SideKind): void {
    const { panel } = this.#needs;
    if (kind === 'form' && panel.state.current.kind !== 'form') this.create();
    else panel.toggle(kind);
  }

  create(title = ''): void {
    this.#write((writer) => {
      if (this.#tell(new HsCreateEvent(title))) writer.create(title);
    });
  }

  #withStored(memory: Memory, act: (stored: Memory, writer: Writer) => void): void {
    this.#write(async (writer) => {
      const stored = await this.#needs.reader.stored(memory);
      if (stored) act(stored, writer);
    });
  }

  #write(act: (writer: Writer) => unknown): void {
    const { writing, notices } = this.#needs;
    void writing.withWriter(act).catch(notices.report);
  }

  #tell(event: Event): boolean {
    return (this.#needs.places.list?.target ?? this.#host).dispatchEvent(event);
  }
}
