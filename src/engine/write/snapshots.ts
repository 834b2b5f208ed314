/**
 * Saves and loads rows and keyword index as of one position in the log, so that a start needn't rebuild them. A damaged
 * snapshot counts as missing.
 */

import { release } from '../../core/bytes/release.ts';
import { runInSteps, type Steps } from '../../core/steps.ts';
import { createYield } from '../../protocol/yield.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { Snapshot } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';
import { openRows } from '../table/packed-rows.ts';
import type { Trashed } from '../table/trashed.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import type { StartMarks } from './start-marks.ts';

const ROWS = 'rows';
const KEYWORD = 'keyword';
/** Identifies one save, because tabs number rows differently: two saves at the same seq must not be mixed. */
const newPairing = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
/** Increment it when the bytes of packed rows or the fields of `MemoryRow` change. */
const ROWS_FORMAT = 6;

export interface LoadedSnapshots {
  seq: number;
  generation: string;
  /** True if table and keyword index were loaded with equally many memories. Otherwise both have to be rebuilt. */
  keyword: boolean;
}

export interface SnapshotParts {
  readonly table: EngineTable;
  readonly trashed: Trashed;
  readonly keyword: KeywordIndex;
}

export interface ReadSnapshots {
  rows: Promise<Snapshot | undefined>;
  keyword: Promise<Snapshot | undefined>;
}

export const NOTHING_LOADED: LoadedSnapshots = { seq: 0, generation: '', keyword: false };

export function readSnapshots(store: Pick<SnapshotStore, 'readSnapshot'>): ReadSnapshots {
  const read = (name: string): Promise<Snapshot | undefined> => store.readSnapshot(name).catch(() => undefined);
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

/** The caller must keep table and index unchanged meanwhile. */
export async function saveSnapshots(
  store: SnapshotStore,
  { table, trashed, keyword }: SnapshotParts,
  keywordFingerprint: string,
  { seq, generation }: { seq: number; generation: string },
): Promise<void> {
  const pairing = newPairing();
  // Packing 90,000 memories takes over a second, during which the page must not conclude that the engine is dead.
  const yieldIfDue = createYield();
  // The packed rows are freed before the keyword index is packed. Both together would be the engine's largest use of
  // memory after its indexes.
  const save = async (name: string, packing: Steps<Uint8Array>, meta: Snapshot['meta']): Promise<void> => {
    const bytes = await runInSteps(packing, yieldIfDue);
    await store.writeSnapshot(name, bytes, meta);
    release(bytes);
  };
  await save(ROWS, table.pack(), { format: ROWS_FORMAT, seq, generation, pairing, trashed: trashed.pack() });
  await save(KEYWORD, keyword.toBytes(), { fingerprint: keywordFingerprint, seq, generation, pairing });
}

export async function deleteSnapshots(store: SnapshotStore): Promise<void> {
  await store.deleteSnapshot(ROWS);
  await store.deleteSnapshot(KEYWORD);
}
