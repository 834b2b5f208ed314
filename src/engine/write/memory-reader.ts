/**
 * Memories by id, as the table has them. A database whose index is damaged finds nothing for some ids and says nothing
 * (SQLite with two pages exchanged), so a memory that is missing is never taken for an answer at once.
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
  /** The state of the store for which everything was compared; what is missing in it afterwards is lost, and told. */
  let compared = '';
  /** What another tab has put into the trash since is no longer there. */
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
    // A scan compares what it finds with what the head says, and gives back what is missing.
    await store.scan(() => {});
    return await stored(ids);
  };
}
