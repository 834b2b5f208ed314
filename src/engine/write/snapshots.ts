/**
 * Cold start without rebuilding (DESIGN S2, S4): the rows and the keyword index as of seq N, each with its own
 * fingerprint. A mismatch or damage means rebuild from the memories, never a crash.
 */

import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { fromColumns, type RowColumns, toColumns } from '../table/row-columns.ts';
import type { EngineTable } from '../table/table.ts';

const ROWS = 'rows';
const KEYWORD = 'keyword';
/** Raise when the shape of `RowColumns` or `MemoryRow` changes. */
const ROWS_FORMAT = 2;

export interface LoadedSnapshots {
  /** Changes after this seq are to be replayed. */
  seq: number;
  /** Of the store, to which `seq` belongs. */
  generation: string;
  /** True where table and keyword index hold exactly the memories of `seq`; else both are to be rebuilt. */
  keyword: boolean;
}

type Snapshot = Awaited<ReturnType<MemoryStore['readSnapshot']>>;

/** Both snapshots as they lie in the store, on their way. */
export interface ReadSnapshots {
  rows: Promise<Snapshot>;
  keyword: Promise<Snapshot>;
}

const NOTHING: LoadedSnapshots = { seq: 0, generation: '', keyword: false };

/** Begins to read; a snapshot that cannot be read is one that is missing. */
export function readSnapshots(store: Pick<MemoryStore, 'readSnapshot'>): ReadSnapshots {
  const read = (name: string): Promise<Snapshot> => store.readSnapshot(name).catch(() => undefined);
  return { rows: read(ROWS), keyword: read(KEYWORD) };
}

export async function loadSnapshots(
  reading: ReadSnapshots,
  table: EngineTable,
  keyword: KeywordIndex,
  keywordFingerprint: string,
): Promise<LoadedSnapshots> {
  const rows = await reading.rows;
  const { format, seq, generation } = rows?.meta ?? {};
  if (!rows || format !== ROWS_FORMAT || typeof seq !== 'number' || typeof generation !== 'string') return NOTHING;
  try {
    table.restore(fromColumns(JSON.parse(new TextDecoder().decode(rows.bytes)) as RowColumns));
  } catch {
    table.clear();
    return NOTHING;
  }
  const postings = await reading.keyword;
  const { meta } = postings ?? {};
  if (meta?.fingerprint !== keywordFingerprint || meta.seq !== seq || meta.generation !== generation) return NOTHING;
  try {
    keyword.loadBytes(postings!.bytes);
    return { seq, generation, keyword: keyword.size === table.liveCount };
  } catch {
    return NOTHING;
  }
}

/** Both snapshots of one seq. The caller makes sure that nothing is written to table or index meanwhile. */
export async function saveSnapshots(
  store: MemoryStore,
  table: EngineTable,
  keyword: KeywordIndex,
  keywordFingerprint: string,
  { seq, generation }: { seq: number; generation: string },
): Promise<void> {
  const rows = new TextEncoder().encode(JSON.stringify(toColumns(table.dump())));
  const postings = keyword.toBytes();
  await store.writeSnapshot(ROWS, rows, { format: ROWS_FORMAT, seq, generation });
  await store.writeSnapshot(KEYWORD, postings, { fingerprint: keywordFingerprint, seq, generation });
}

export async function deleteSnapshots(store: MemoryStore): Promise<void> {
  await store.deleteSnapshot(ROWS);
  await store.deleteSnapshot(KEYWORD);
}
