/**
 * The memories that the last searches read. While somebody types, a keystroke finds most of what the one before found, and
 * reading it from the database was half of an answer at 10,000 memories: 1.8 of 3.8 ms, 12 to 27 where the database is busy.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/table.ts';
import type { SearchParts } from './contract.ts';

/** UTF-16 code units of texts: some 2 MB at most. */
const MOST_UNITS = 1_000_000;
/** A longer one would put many others out. */
const LONGEST_UNITS = 50_000;
/** What all but the text counts. */
const FIELDS_UNITS = 200;

export interface RecentMemories {
  /** Those of the table's present rows; what was written since it was read is read again. */
  read: SearchParts['hydrate'];
  /** For what changes without a change of its row. */
  forget(id: string): void;
}

interface Kept {
  memory: Memory;
  /** Of its row. */
  version: number;
  units: number;
}

export function createRecentMemories(
  table: Pick<MemoryTable, 'ordinalOf' | 'writtenAt'>,
  read: SearchParts['hydrate'],
): RecentMemories {
  /** Those that were asked for longest ago come first. */
  const kept = new Map<string, Kept>();
  let units = 0;

  const forget = (id: string): void => {
    units -= kept.get(id)?.units ?? 0;
    kept.delete(id);
  };
  const versionOf = (id: string): number => {
    const ordinal = table.ordinalOf(id);
    return ordinal === undefined ? 0 : table.writtenAt(ordinal);
  };
  const keep = (id: string, memory: Memory, version: number): void => {
    const own = FIELDS_UNITS + memory.text.length;
    if (own > LONGEST_UNITS || memory.images !== undefined) return;
    kept.set(id, { memory, version, units: own });
    units += own;
    for (const oldest of kept.keys()) {
      if (units <= MOST_UNITS) return;
      forget(oldest);
    }
  };

  return {
    forget,
    async read(ids) {
      const versions = ids.map(versionOf);
      const known = ids.map((id, at) => {
        const one = kept.get(id);
        return one !== undefined && one.version === versions[at] ? one.memory : undefined;
      });
      const missing = ids.filter((_, at) => known[at] === undefined);
      const found = missing.length === 0 ? [] : await read(missing);
      let next = 0;
      return ids.map((id, at) => {
        const memory = known[at] ?? found[next++];
        forget(id);
        // What was written while it was read may be newer or older than this.
        if (memory !== undefined && versions[at] !== 0 && versionOf(id) === versions[at])
          keep(id, memory, versions[at]!);
        return memory;
      });
    },
  };
}
