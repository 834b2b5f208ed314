/**
 * Cold start without rebuilding (S2, S4): the rows and the keyword index as of seq N, each with its own
 * fingerprint. A mismatch or damage means rebuild from the memories, never a crash.
 */

import type { KeywordIndex } from '../keyword/keyword-index.ts';
import { openRows } from '../table/packed-rows.ts';
import type { EngineTable } from '../table/table.ts';
import type { Trashed } from '../table/trashed.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import type { StartMarks } from './start-marks.ts';

const ROWS = 'rows';
const KEYWORD = 'keyword';
/**
 * Of one saving: tabs number their rows differently, and two that save at one seq would leave the rows of one beside the
 * postings of the other.
 */
const newPairing = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
/** Raise when the bytes of packed rows or the fields of `MemoryRow` change. */
const ROWS_FORMAT = 6;

export interface LoadedSnapshots {
  /** Changes after this seq are to be replayed. */
  seq: number;
  /** Of the store, to which `seq` belongs. */
  generation: string;
  /** True where table and keyword index hold exactly the memories of `seq`; else both are to be rebuilt. */
  keyword: boolean;
}

/** What is saved, and filled again. */
export interface SnapshotParts {
  readonly table: EngineTable;
  readonly trashed: Trashed;
  readonly keyword: KeywordIndex;
}

type Snapshot = Awaited<ReturnType<SnapshotStore['readSnapshot']>>;

/** Both snapshots as they lie in the store, on their way. */
export interface ReadSnapshots {
  rows: Promise<Snapshot>;
  keyword: Promise<Snapshot>;
}

export const NOTHING_LOADED: LoadedSnapshots = { seq: 0, generation: '', keyword: false };

/** Begins to read; a snapshot that cannot be read is one that is missing. */
export function readSnapshots(store: Pick<SnapshotStore, 'readSnapshot'>): ReadSnapshots {
  const read = (name: string): Promise<Snapshot> => store.readSnapshot(name).catch(() => undefined);
  return { rows: read(ROWS), keyword: read(KEYWORD) };
}

export async function loadSnapshots(
  reading: ReadSnapshots,
  { table, trashed, keyword }: SnapshotParts,
  keywordFingerprint: string,
  marks: StartMarks,
): Promise<LoadedSnapshots> {
  const rows = await reading.rows;
  marks.mark('rows-read');
  const { format, seq, generation } = rows?.meta ?? {};
  if (!rows || format !== ROWS_FORMAT || typeof seq !== 'number' || typeof generation !== 'string')
    return NOTHING_LOADED;
  try {
    table.restore(openRows(rows.bytes));
  } catch {
    table.clear();
    return NOTHING_LOADED;
  }
  if (!trashed.restore(rows.meta.trashed)) return NOTHING_LOADED;
  marks.mark('rows');
  const postings = await reading.keyword;
  marks.mark('keyword-read');
  const { meta } = postings ?? {};
  if (meta?.fingerprint !== keywordFingerprint || meta.seq !== seq || meta.generation !== generation)
    return NOTHING_LOADED;
  if (typeof meta.pairing !== 'string' || meta.pairing !== rows.meta.pairing) return NOTHING_LOADED;
  try {
    keyword.loadBytes(postings!.bytes);
    marks.mark('keyword');
    return { seq, generation, keyword: keyword.size === table.liveCount };
  } catch {
    return NOTHING_LOADED;
  }
}

/** Both snapshots of one seq. The caller makes sure that nothing is written to table or index meanwhile. */
export async function saveSnapshots(
  store: SnapshotStore,
  { table, trashed, keyword }: SnapshotParts,
  keywordFingerprint: string,
  { seq, generation }: { seq: number; generation: string },
): Promise<void> {
  const pairing = newPairing();
  // One after the other: together they are the most that the engine ever holds beside its indexes.
  const rows = { format: ROWS_FORMAT, seq, generation, pairing, trashed: trashed.pack() };
  await store.writeSnapshot(ROWS, table.pack(), rows);
  const meta = { fingerprint: keywordFingerprint, seq, generation, pairing };
  await store.writeSnapshot(KEYWORD, keyword.toBytes(), meta);
}

export async function deleteSnapshots(store: SnapshotStore): Promise<void> {
  await store.deleteSnapshot(ROWS);
  await store.deleteSnapshot(KEYWORD);
}
