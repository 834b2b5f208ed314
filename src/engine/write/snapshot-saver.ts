/** Saves snapshots after a burst of writes, sooner if a start would have much to index, and at the latest on close. */

import type { Serial } from '../../core/serial.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import { deleteSnapshots, type SnapshotParts, saveSnapshots } from './snapshots.ts';

/** A larger store's snapshots take longer. */
const DELAY_MS = { soon: 400, later: 4_000 };
const SMALL_STORE = 2_000;
/**
 * If this share is unsaved, a save comes soon: indexing a memory at a start takes about 20 times as long as saving it.
 */
const SOON_SHARE = 1 / 8;

/** Fewer chunk lists than this aren't worth a save, because a start reads them one by one in some milliseconds. */
const MANY_LISTS = 500;

export interface SnapshotSaverParts extends SnapshotParts {
  readonly place: SnapshotStore;
  readonly fingerprint: string;
  /** Runs tasks one after the other, so that the indexes don't change while a snapshot is taken. */
  readonly inOrder: Serial;
  closeHoles(): Promise<void>;
  state(): { seq: number; generation: string };
  onFailure(error: unknown): void;
}

export interface SnapshotSaver {
  /** Position in the change log of the stored snapshot, or −1 if the next `flush` must write a new one. */
  savedSeq: number;
  schedule(): void;
  /** Call it when nothing is left to embed. Saves chunk lists that the next start would otherwise have to look up. */
  noteChunks(): void;
  flush(): Promise<void>;
  cancel(): void;
  /** The next `flush` writes them again. */
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
      const soon = rows < SMALL_STORE || unsaved >= rows * SOON_SHARE;
      timer = setTimeout(() => void saver.flush(), soon ? DELAY_MS.soon : DELAY_MS.later);
    },
    noteChunks() {
      if (table.unsavedChunks < Math.max(MANY_LISTS, table.liveCount * SOON_SHARE)) return;
      saver.savedSeq = -1;
      saver.schedule();
    },
    flush() {
      clearTimeout(timer);
      return inOrder(async () => {
        const state = parts.state();
        if (saver.savedSeq === state.seq) return;
        try {
          await parts.closeHoles();
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
