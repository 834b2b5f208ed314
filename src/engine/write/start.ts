/** Loads the indexes from the snapshot and the changes after it, or builds everything again. */

import type { Stats } from '../../protocol/engine-values.ts';
import type { MemoryStore, OpenReport } from '../store/memory-store.ts';
import type { Indexes } from './indexes.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import type { SnapshotSaver } from './snapshot-saver.ts';
import { type LoadedSnapshots, loadSnapshots, NOTHING_LOADED, readSnapshots, type SnapshotParts } from './snapshots.ts';
import type { StartMarks } from './start-marks.ts';

export type KeywordOrigin = Stats['keywordIndex'];

export interface OpenedIndexes {
  readonly store: MemoryStore;
  readonly report: OpenReport;
  readonly files: SnapshotStore | undefined;
  readonly place: SnapshotStore;
  /** Empty, or being filled from a snapshot until `startIndexes` resolves. */
  readonly indexed: SnapshotParts;
  readonly fingerprint: string;
  readonly marks: StartMarks;
  readonly loading: Promise<LoadedSnapshots> | undefined;
}

/** Uses the snapshot read from files only if the store opened normally, with its log. Otherwise looks in the store. */
async function loadedSnapshots(opened: OpenedIndexes): Promise<LoadedSnapshots> {
  const { store, report, place, indexed, fingerprint, marks, loading } = opened;
  const loaded = (await loading) ?? NOTHING_LOADED;
  const isWhole = store.durability === 'durable' && report.event === 'ok';
  return isWhole && loaded.keyword ? loaded : loadSnapshots(readSnapshots(place), indexed, fingerprint, marks);
}

export async function startIndexes(
  opened: OpenedIndexes,
  indexes: Indexes,
  snapshots: SnapshotSaver,
): Promise<KeywordOrigin> {
  const { store, marks } = opened;
  const { table, trashed, keyword } = opened.indexed;
  const loaded = await loadedSnapshots(opened);
  let origin: KeywordOrigin = 'rebuilt';
  // Both are read in parallel. If another tab writes between them, `seq` differs and the counts aren't compared.
  const [replay, { seq, count }] = await Promise.all([
    loaded.keyword ? store.changesSince(loaded.seq, loaded.generation) : null,
    store.state(),
  ]);
  if (replay !== null) {
    indexes.applied = loaded.seq;
    indexes.generation = loaded.generation;
    snapshots.savedSeq = loaded.seq;
    origin = replay.length === 0 ? 'snapshot' : 'snapshot+replay';
    await indexes.apply(replay);
  }
  // Even a consistent snapshot may lack memories, so the store's own count decides.
  if (replay === null || (seq === indexes.applied && count !== table.liveCount + trashed.size)) {
    origin = 'rebuilt';
    table.clear();
    trashed.clear();
    keyword.clear();
    snapshots.savedSeq = -1;
    await indexes.rebuild();
  }
  marks.mark('changes');
  if (indexes.applied !== snapshots.savedSeq) snapshots.schedule();
  return origin;
}
