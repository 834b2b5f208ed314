/**
 * Memories by id, as in the table. A database with a damaged index finds nothing for some ids without an error (SQLite
 * with two swapped pages), so a missing memory isn't accepted as an answer right away.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import { isTrashed } from '../table/trashed.ts';

export type ReadMemories = (ids: readonly string[]) => Promise<(Memory | undefined)[]>;

export interface MemoryReaderParts {
  readonly store: Pick<MemoryStore, 'get' | 'scan' | 'state'>;
  readonly table: EngineTable;
  /** Reads what other tabs wrote. */
  catchUp(): Promise<void>;
}

export function createMemoryReader({ store, table, catchUp }: MemoryReaderParts): ReadMemories {
  /** The store's state in which everything was compared. What's missing afterwards is lost, and has been reported. */
  let compared = '';
  /** If another tab has put it into the trash, it no longer exists here. */
  const stored: ReadMemories = async (ids) =>
    (await store.get(ids)).map((memory) => (isTrashed(memory) ? undefined : memory));
  return async (ids) => {
    const found = await stored(ids);
    const lacksSome = (): boolean => ids.some((id, at) => !found[at] && table.ordinalOf(id) !== undefined);
    if (!lacksSome()) return found;
    // Another tab has removed it.
    await catchUp();
    if (!lacksSome()) return found;
    const { seq, generation } = await store.state();
    const state = `${generation}/${seq}`;
    if (state === compared) return found;
    compared = state;
    // A scan compares the records with the head and restores what's missing.
    await store.scan(() => {});
    return await stored(ids);
  };
}
