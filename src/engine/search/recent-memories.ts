/**
 * The memories that the last searches read. While somebody types, a keystroke finds most of what the one before found, and
 * reading it from the database was half of an answer at 10,000 memories: 1.8 of 3.8 ms, 12 to 27 where the database is busy.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/table.ts';
import type { SearchParts } from './contract.ts';

/** UTF-16 code units as JSON: some 2 MB at most. */
const MOST_UNITS = 1_000_000;
/** A longer one would put many others out. */
const LONGEST_UNITS = 50_000;

export interface RecentMemories {
  /** Reads again what was written since. */
  read: SearchParts['hydrate'];
  /** For what changes without a change of its row. */
  forget(id: string): void;
}

/** @param table holds all that other tabs wrote before the search began: the engine has seen to that */
export function createRecentMemories(
  table: Pick<MemoryTable, 'rowsVersion' | 'changedSince' | 'row'>,
  read: SearchParts['hydrate'],
): RecentMemories {
  /** Those that were asked for longest ago come first. */
  const kept = new Map<string, { memory: Memory; units: number }>();
  let units = 0;
  let version = table.rowsVersion;

  const forget = (id: string): void => {
    units -= kept.get(id)?.units ?? 0;
    kept.delete(id);
  };
  const keep = (id: string, memory: Memory): void => {
    // What is long by these alone is not worth writing out.
    if (memory.text.length > LONGEST_UNITS || memory.images !== undefined) return;
    const own = JSON.stringify(memory).length;
    if (own > LONGEST_UNITS) return;
    forget(id);
    kept.set(id, { memory, units: own });
    units += own;
    for (const oldest of kept.keys()) {
      if (units <= MOST_UNITS) return;
      forget(oldest);
    }
  };
  /** The one asked for last goes last. */
  const known = (id: string): Memory | undefined => {
    const one = kept.get(id);
    if (one === undefined) return undefined;
    kept.delete(id);
    kept.set(id, one);
    return one.memory;
  };

  const forgetWritten = (): void => {
    const changed = table.changedSince(version);
    version = table.rowsVersion;
    const written = changed?.map((ordinal) => table.row(ordinal)?.id);
    // A row that was removed no longer says whose text it was.
    if (written === undefined || written.includes(undefined)) {
      kept.clear();
      units = 0;
    } else for (const id of written) forget(id!);
  };

  return {
    forget,
    async read(ids) {
      if (version !== table.rowsVersion) forgetWritten();
      const asked = version;
      const memories = ids.map(known);
      const missing = ids.filter((_, at) => memories[at] === undefined);
      const found = missing.length === 0 ? [] : await read(missing);
      for (const [at, memory] of found.entries()) {
        // What was written while it was read may be newer or older than this.
        if (memory !== undefined && asked === table.rowsVersion) keep(missing[at]!, memory);
      }
      let next = 0;
      return memories.map((memory) => memory ?? found[next++]);
    },
  };
}
