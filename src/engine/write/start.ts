/** Loads the indexes from the snapshot and the changes after it, or builds everything again. */

import type { Stats } from '../../protocol/engine-values.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';
import type { Trashed } from '../table/trashed.ts';
import type { Indexes } from './indexes.ts';
import type { SnapshotSaver } from './snapshot-saver.ts';
import type { LoadedSnapshots } from './snapshots.ts';
import type { StartMarks } from './start-marks.ts';

export type KeywordOrigin = Stats['keywordIndex'];

export interface IndexStartParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly trashed: Trashed;
  readonly keyword: KeywordIndex;
  readonly indexes: Indexes;
  readonly snapshots: SnapshotSaver;
  readonly marks: StartMarks;
}

export async function startIndexes(parts: IndexStartParts, loaded: LoadedSnapshots): Promise<KeywordOrigin> {
  const { store, table, trashed, keyword, indexes, snapshots, marks } = parts;
  let origin: KeywordOrigin = 'rebuilt';
  // Read in parallel. If a write comes in between, its position shows it.
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
