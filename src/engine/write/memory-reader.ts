/**
 * Looks again for memories that are in the table but weren't found. A database with a damaged index (SQLite with two
 * swapped pages) finds nothing for some ids, without an error.
 */

import type { Memory } from '../../core/record/memory.ts';
import { isTrashed } from '../../core/record/trashed-memory.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';

export type ReadMemories = (ids: readonly string[]) => Promise<(Memory | undefined)[]>;

export interface MemoryReaderParts {
  readonly store: Pick<MemoryStore, 'get' | 'scan' | 'state'>;
  readonly table: EngineTable;
  catchUp(): Promise<void>;
}

export function createMemoryReader({ store, table, catchUp }: MemoryReaderParts): ReadMemories {
  /** State of the store at the last comparison. What's still missing in the same state is lost, and was reported. */
  let compared = '';
  const stored: ReadMemories = async (ids) =>
    (await store.get(ids)).map((memory) => (isTrashed(memory) ? undefined : memory));
  return async (ids) => {
    const found = await stored(ids);
    const lacksSome = (): boolean => ids.some((id, at) => !found[at] && table.ordinalOf(id) !== undefined);
    if (!lacksSome()) return found;
    // Another tab may have removed it.
    await catchUp();
    if (!lacksSome()) return found;
    const { seq, generation } = await store.state();
    const state = `${generation}/${seq}`;
    if (state === compared) return found;
    compared = state;
    // A scan compares the records with the head and restores missing ones.
    await store.scan(() => {});
    return await stored(ids);
  };
}
