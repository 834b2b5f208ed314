/**
 * When snapshots are written: after the last write of a burst, sooner where a start would have much to index anew, and at
 * the latest when the engine closes.
 */

import type { Serial } from '../../core/serial.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import { deleteSnapshots, type SnapshotParts, saveSnapshots } from './snapshots.ts';

/** A bigger store pays more for a snapshot and waits longer, unless a start pays more without it. */
const DELAY_MS = { soon: 400, later: 4_000 };
const SMALL_STORE = 2_000;
/** To index a memory takes some twenty times as long as to save one: an import is saved as soon as it rests. */
const MUCH = 1 / 8;

/** Chunk lists fewer than these a start reads one by one, in some milliseconds. */
const MANY_LISTS = 500;

export interface SnapshotSaverParts extends SnapshotParts {
  readonly place: SnapshotStore;
  readonly fingerprint: string;
  /** Keeps writers out while a snapshot is taken. */
  readonly inOrder: Serial;
  /** Called before each saving. */
  closeHoles(): void;
  /** What table and index hold now. */
  state(): { seq: number; generation: string };
  onFailure(error: unknown): void;
}

export interface SnapshotSaver {
  /** The snapshot in the store is of this seq; −1: there is none that counts. */
  savedSeq: number;
  schedule(): void;
  /** Nothing is left to embed: chunk lists that the next start would have to look for are saved. */
  noteChunks(): void;
  /** Writes now what is not yet written. */
  flush(): Promise<void>;
  cancel(): void;
  /** The next `flush` writes anew. */
  discard(): Promise<void>;
}

export function createSnapshotSaver(parts: SnapshotSaverParts): SnapshotSaver {
  const { place, table, fingerprint, inOrder } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const saver: SnapshotSaver = {
    savedSeq: -1,
    schedule() {
      clearTimeout(timer);
      const rows = table.liveCount;
      const unsaved = saver.savedSeq < 0 ? rows : parts.state().seq - saver.savedSeq;
      const soon = rows < SMALL_STORE || unsaved >= rows * MUCH;
      timer = setTimeout(() => void saver.flush(), soon ? DELAY_MS.soon : DELAY_MS.later);
    },
    noteChunks() {
      if (table.unsavedChunks < Math.max(MANY_LISTS, table.liveCount * MUCH)) return;
      saver.savedSeq = -1;
      saver.schedule();
    },
    flush() {
      clearTimeout(timer);
      return inOrder(async () => {
        const state = parts.state();
        if (saver.savedSeq === state.seq) return;
        try {
          parts.closeHoles();
          await saveSnapshots(place, parts, fingerprint, state);
          saver.savedSeq = state.seq;
        } catch (error) {
          parts.onFailure(error);
        }
      });
    },
    cancel: () => clearTimeout(timer),
    async discard() {
      clearTimeout(timer);
      await deleteSnapshots(place);
      saver.savedSeq = -1;
    },
  };
  return saver;
}
