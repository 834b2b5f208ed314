/**
 * Which memories still lack vectors, what is known of their chunks, and whose turn is next. Kept in memory alone: the store
 * says it all again after a start. Not here: the lists of memories that have their vectors, which the table holds; the work
 * itself (`embedding-queue.ts`).
 */
import type { Memory } from '../../core/record/memory.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import { countChunks, type PackedChunks, unpackChunks } from '../table/packed-chunks.ts';

export interface ChunkLedger {
  /** Memories that lack vectors. */
  readonly pending: number;
  isPending(id: string): boolean;
  setPending(id: string, on: boolean): void;
  /** It has its vectors, or is gone. */
  drop(id: string): void;
  /** Pending, and the newest: its text changed. */
  renew(id: string): void;
  /** These go first while they are pending. */
  prefer(ids: readonly string[]): void;
  /** The next to be taken, preferred ones before all, then the newest. */
  next(size: number): string[];
  /** Of a memory that lacks vectors. */
  chunksOf(id: string): StoredChunks | undefined;
  packedOf(id: string): PackedChunks | undefined;
  setChunks(id: string, packed: PackedChunks | undefined): void;
  /** Chunks of memories that lack vectors; one not yet cut counts as one. */
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
  /** Pending memories yet to be taken; null: to be sorted anew. */
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
      // Sorting ten thousand for every round cost more than chunking them: sorted once, again when something came in.
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

/** Texts just written, until they are embedded: they need not be read back from the store. */
export interface WrittenTexts {
  put(memory: Memory): void;
  get(id: string): WrittenText | undefined;
  drop(id: string): void;
}

/** UTF-16 units kept, of the newest: a long import goes on from the store. */
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
