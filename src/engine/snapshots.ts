/**
 * Cold start without rebuilding (DESIGN S2, S4): the rows and the keyword index as of seq N, each with its own
 * fingerprint. A mismatch or damage means rebuild from the memories, never a crash.
 */

import type { KeywordIndex } from './keyword/keyword-index.ts';
import type { MemoryStore } from './store/memory-store.ts';
import type { EngineTable, TableEntry } from './table.ts';

const ROWS = 'rows';
const KEYWORD = 'keyword';
/** Raise when the shape of `TableEntry` changes. */
const ROWS_FORMAT = 1;

export interface LoadedSnapshots {
  /** Changes after this seq are to be replayed. */
  seq: number;
  /** True where table and keyword index hold exactly the memories of `seq`; else both are to be rebuilt. */
  keyword: boolean;
}

const NOTHING: LoadedSnapshots = { seq: 0, keyword: false };

export async function loadSnapshots(
  store: MemoryStore,
  table: EngineTable,
  keyword: KeywordIndex,
  keywordFingerprint: string,
): Promise<LoadedSnapshots> {
  const [rows, postings] = await Promise.all([store.readSnapshot(ROWS), store.readSnapshot(KEYWORD)]);
  if (rows?.meta.format !== ROWS_FORMAT || typeof rows.meta.seq !== 'number') return NOTHING;
  try {
    table.restore(JSON.parse(new TextDecoder().decode(rows.bytes)) as (TableEntry | null)[]);
  } catch {
    table.clear();
    return NOTHING;
  }
  const matches = postings?.meta.fingerprint === keywordFingerprint && postings.meta.seq === rows.meta.seq;
  if (!matches) return NOTHING;
  try {
    keyword.loadBytes(postings.bytes);
    return { seq: rows.meta.seq, keyword: keyword.size === table.liveCount };
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
  seq: number,
): Promise<void> {
  const rows = new TextEncoder().encode(JSON.stringify(table.dump()));
  const postings = keyword.toBytes();
  await store.writeSnapshot(ROWS, rows, { format: ROWS_FORMAT, seq });
  await store.writeSnapshot(KEYWORD, postings, { fingerprint: keywordFingerprint, seq });
}

export async function deleteSnapshots(store: MemoryStore): Promise<void> {
  await store.deleteSnapshot(ROWS);
  await store.deleteSnapshot(KEYWORD);
}
