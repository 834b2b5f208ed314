/** Trashing sets `trashedAt` in a memory's record and removes it from every index, in the same step. */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { endOf, isInTrash, isTrashed, type TrashedMemory } from '../../core/record/trashed-memory.ts';
import type { Decision, MemoryStore, StoredAt } from '../store/memory-store.ts';
import type { Position } from '../store/position.ts';
import type { Trashed } from '../table/trashed.ts';
import type { ChangeApplier } from './change-applier.ts';
import { isLive, type MayChange, unchangedAt } from './memory-commands.ts';

export interface TrashParts {
  readonly store: Pick<MemoryStore, 'get'>;
  readonly trashed: Trashed;
  readonly write: ChangeApplier['write'];
  now(): number;
}

export interface TrashCommands {
  /** @param unchangedSince as in `MemoryCommands.remove` */
  put(ids: readonly string[], may: MayChange, unchangedSince?: Position): Promise<number>;
  /** Lists the most recently trashed memories first. */
  list(page: { offset: number; limit: number }, may?: MayChange): Promise<{ memories: TrashedMemory[]; total: number }>;
  restore(ids: readonly string[], may: MayChange): Promise<number>;
  empty(may?: MayChange): Promise<number>;
  sweep(): Promise<void>;
}

/** Memories per write, because emptying a large trash must not block other writes for long. */
const AT_ONCE = 1_000;

export function createTrash({ store, trashed, write, now }: TrashParts): TrashCommands {
  const writeEach = async (
    ids: readonly string[],
    decide: (memory: Memory | undefined, at: number, stored: StoredAt) => Decision,
    imports = false,
  ): Promise<number> => {
    try {
      const { changes } = await write({
        ids: [...new Set(ids)],
        decide: (current, stored) => ({
          decisions: current.map((memory, at) => decide(memory, at, stored)),
          outcome: undefined,
          imports,
        }),
      });
      return changes.length;
    } catch (error) {
      // A full disk may have space to rewrite one memory with large pictures, but not several at once.
      if (ids.length < 2 || !isHybridSearchError(error, 'quota')) throw error;
      const half = ids.length >> 1;
      const first = await writeEach(ids.slice(0, half), decide, imports);
      return first + (await writeEach(ids.slice(half), decide, imports));
    }
  };

  const read = async (ids: readonly string[], time: number): Promise<TrashedMemory[]> =>
    (await store.get(ids)).filter((memory) => isInTrash(memory, time));

  /** Checks each memory again in the transaction, because one that was restored in the meantime stays. */
  const remove = async (ids: readonly string[], goes: (memory: TrashedMemory) => boolean): Promise<number> => {
    let gone = 0;
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      gone += await writeEach(ids.slice(at, at + AT_ONCE), (memory) =>
        isTrashed(memory) && goes(memory) ? null : undefined,
      );
    }
    return gone;
  };

  return {
    async put(ids, may, unchangedSince) {
      const time = now();
      return await writeEach(ids, (memory, at, stored) =>
        isLive(memory, time) && may(memory) && unchangedAt(stored, at, unchangedSince)
          ? { ...memory, trashedAt: time }
          : undefined,
      );
    },
    async list({ offset, limit }, may) {
      const time = now();
      const ids = trashed.newestFirst(time);
      if (!may) return { memories: await read(ids.slice(offset, offset + limit), time), total: ids.length };
      // Only the records show which memories the viewer may see.
      const memories: TrashedMemory[] = [];
      let total = 0;
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        for (const memory of (await read(ids.slice(at, at + AT_ONCE), time)).filter(may)) {
          if (total >= offset && memories.length < limit) memories.push(memory);
          total++;
        }
      }
      return { memories, total };
    },
    async restore(ids, may) {
      const time = now();
      const restoreOne = (memory: Memory | undefined): Decision => {
        if (!isInTrash(memory, time) || !may(memory)) return undefined;
        const { trashedAt, ...restored } = memory;
        return restored;
      };
      return await writeEach(ids, restoreOne, true);
    },
    empty: (may = () => true) => remove([...trashed.keys()], may),
    async sweep() {
      const time = now();
      await remove(trashed.over(time), (memory) => endOf(memory) <= time);
    },
  };
}
