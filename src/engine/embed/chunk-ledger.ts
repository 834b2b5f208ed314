/**
 * Which memories still lack vectors, what's known of their chunks, and which is next. In memory only, because the
 * store has it all after a start. The table has the lists of memories with vectors; `embedding-queue.ts` does the
 * work.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import { countChunks, type PackedChunks, unpackChunks } from '../table/packed-chunks.ts';

export interface ChunkLedger {
  /** Number of memories without vectors. */
  readonly pending: number;
  isPending(id: string): boolean;
  setPending(id: string, on: boolean): void;
  /** It has its vectors, or is gone. */
  drop(id: string): void;
  /** Its text changed: it's pending, and the newest. */
  renew(id: string): void;
  /** These go first while they're pending. */
  prefer(ids: readonly string[]): void;
  /** Takes the next ones: preferred ones first, then the newest. */
  next(size: number): string[];
  /** For a memory without vectors. */
  chunksOf(id: string): StoredChunks | undefined;
  packedOf(id: string): PackedChunks | undefined;
  setChunks(id: string, packed: PackedChunks | undefined): void;
  /** Chunks of memories without vectors. One that isn't chunked yet counts as one. */
  missing(): number;
  /** Lists of memories without vectors. */
  lists(): Iterable<PackedChunks>;
}

/** @param ageOf time of the last change, for the order */
export function createChunkLedger(ageOf: (id: string) => number): ChunkLedger {
  const pending = new Set<string>();
  const preferred = new Set<string>();
  const lists = new Map<string, PackedChunks>();
  const chunksOf = (id: string): StoredChunks | undefined => {
    const packed = lists.get(id);
    return packed === undefined ? undefined : unpackChunks(packed);
  };
  /** Pending memories that haven't been taken. Null: sort again. */
  let newestLast: string[] | null = null;

  return {
    get pending() {
      return pending.size;
    },
    isPending: (id) => pending.has(id),
    setPending(id, on) {
      if (pending.has(id) === on) return;
      if (on) {
        pending.add(id);
        newestLast = null;
      } else {
        pending.delete(id);
        preferred.delete(id);
      }
    },
    drop(id) {
      pending.delete(id);
      preferred.delete(id);
      lists.delete(id);
    },
    renew(id) {
      pending.delete(id);
      pending.add(id);
      newestLast = null;
    },
    prefer(ids) {
      preferred.clear();
      for (const id of ids) if (pending.has(id)) preferred.add(id);
    },
    next(size) {
      const ids = [...preferred].filter((id) => pending.has(id)).slice(0, size);
      // Sorted once, and again when something new arrives, because sorting ten thousand for every round cost more than
      // chunking them.
      newestLast ??= Array.from(pending, (id) => ({ id, at: ageOf(id) }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => id);
      while (ids.length < size && newestLast.length > 0) {
        const id = newestLast.pop()!;
        if (pending.has(id) && !ids.includes(id)) ids.push(id);
      }
      if (newestLast.length === 0) newestLast = null;
      return ids;
    },
    chunksOf,
    packedOf: (id) => lists.get(id),
    setChunks(id, packed) {
      if (packed === undefined) lists.delete(id);
      else lists.set(id, packed);
    },
    missing() {
      let missing = 0;
      for (const id of pending) {
        const packed = lists.get(id);
        missing += packed === undefined ? 1 : Math.max(1, countChunks(packed));
      }
      return missing;
    },
    lists: () => lists.values(),
  };
}

export type WrittenText = Omit<Memory, 'images'>;

/** Recently written texts that aren't embedded yet. They needn't be read back from the store. */
export interface WrittenTexts {
  put(memory: Memory): void;
  get(id: string): WrittenText | undefined;
  drop(id: string): void;
}

/** UTF-16 units to keep, of the newest. A long import reads the rest from the store. */
const MOST_UNITS = 4_194_304;

export function createWrittenTexts(mostUnits = MOST_UNITS): WrittenTexts {
  const kept = new Map<string, WrittenText>();
  let units = 0;
  const drop = (id: string): void => {
    units -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  };
  return {
    put({ images: _, ...text }) {
      drop(text.id);
      kept.set(text.id, text);
      units += text.text.length;
      for (const oldest of kept.keys()) {
        if (units <= mostUnits) break;
        drop(oldest);
      }
    },
    get: (id) => kept.get(id),
    drop,
  };
}
