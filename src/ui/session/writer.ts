/** How a session writes; `ui/notes` implements it. Without a writer, it offers and loads nothing that writes. */
import type { Memory } from '../../core/record/memory.ts';
import type { ChangeEvent } from '../shared/engine-access.ts';
import { State } from '../shared/state.ts';
import type { Side } from './panel.ts';

export interface Writer {
  edit(memory: Memory): void;
  pin(memory: Memory): void;
  /** Hides the note, and puts it into the trash when that can no longer be undone. */
  remove(memory: Memory): void;
  create(title: string): void;
  undo(memory: Memory): void;
  undoClear(): void;
  /** Pauses pending deletes while the pointer or focus is on the messages that can undo them. */
  pauseDeletes(): void;
  resumeDeletes(): void;
  open(): void;
  onReady(): void;
  onChange(change: ChangeEvent): void;
  onPanel(before: Side): void;
  /** Resolves when pending deletes are done or kept for later. */
  close(): Promise<void>;
}

export interface WritingState {
  writer: Writer | null;
  /** Notes whose delete can still be undone, newest last. */
  deletes: readonly Memory[];
  clearing: { readonly count: number } | null;
  draft: boolean;
}

export class Writing extends State<WritingState> {
  #hides: (memory: Memory) => boolean = () => false;
  #fetch: (() => Promise<unknown>) | null = null;

  constructor() {
    super({ writer: null, deletes: [], clearing: null, draft: false });
  }

  /** Offers writing before the script is loaded. `fetch` attaches the writer, and may be called several times. */
  offer(fetch: () => Promise<unknown>): void {
    this.#fetch = fetch;
  }

  get offered(): boolean {
    return this.state.writer !== null || this.#fetch !== null;
  }

  /** Rejects if the writer's script can't be fetched. */
  async withWriter(act: (writer: Writer) => unknown): Promise<void> {
    if (!this.state.writer) await this.#fetch?.();
    const { writer } = this.state;
    if (writer) await act(writer);
  }

  attach(writer: Writer, hides: (memory: Memory) => boolean): (change: Partial<Omit<WritingState, 'writer'>>) => void {
    this.#hides = hides;
    this.set({ writer });
    return (change) => this.set(change);
  }

  hides(memory: Memory): boolean {
    return this.#hides(memory);
  }
}

/** What sync shows in the status line and under the open note. The script of sync sets it, so parts needn't load it. */
export interface SyncingState {
  /** In the status line. Null if sync is off. */
  line: unknown;
  underNote: unknown;
}

export class Syncing extends State<SyncingState> {
  constructor() {
    super({ line: null, underNote: null });
  }

  show(change: Partial<SyncingState>): void {
    this.set(change);
  }
}
