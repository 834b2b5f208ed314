/**
 * What is known of the chunks of the live memories, which memories still lack vectors, and whose turn is next. Kept in
 * memory alone: the store says it all again after a start. Not here: the work itself (`embedding-queue.ts`).
 */
import type { Memory } from '../../core/record/memory.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import { countChunks, type PackedChunks, unpackChunks } from '../table/packed-chunks.ts';

export interface ChunkLedger {
  /** Memories that lack vectors. */
  readonly pending: number;
  isPending(id: string): boolean;
  setPending(id: string, on: boolean): void;
  /** Pending, and the newest: its text changed. */
  renew(id: string): void;
  /** These go first while they are pending. */
  prefer(ids: readonly string[]): void;
  /** The next to be taken, preferred ones before all, then the newest. */
  next(size: number): string[];
  chunksOf(id: string): StoredChunks | undefined;
  packedOf(id: string): PackedChunks | undefined;
  setChunks(id: string, packed: PackedChunks | undefined): void;
  /** Chunks with a vector, and chunks without one; a memory not yet chunked counts as one. */
  counts(): { embedded: number; missing: number };
  hashes(): Set<string>;
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
  const numberOf = (id: string): number => {
    const packed = lists.get(id);
    return packed === undefined ? 0 : countChunks(packed);
  };
  /** Pending memories yet to be taken; null: to be sorted anew. */
  let newestLast: string[] | null = null;
  let chunkCount = 0;

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
      chunkCount += (packed === undefined ? 0 : countChunks(packed)) - numberOf(id);
      if (packed === undefined) lists.delete(id);
      else lists.set(id, packed);
    },
    counts() {
      let missing = 0;
      let known = 0;
      for (const id of pending) {
        const chunks = numberOf(id);
        known += chunks;
        missing += Math.max(1, chunks);
      }
      return { embedded: chunkCount - known, missing };
    },
    hashes() {
      const hashes = new Set<string>();
      for (const packed of lists.values()) for (const chunk of unpackChunks(packed).chunks) hashes.add(chunk.hash);
      return hashes;
    },
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
