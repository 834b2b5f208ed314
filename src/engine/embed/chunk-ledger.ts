/**
 * Tracks which memories still lack vectors, and which come next. None of this is stored, because a start can derive it
 * from the store.
 */

import { type EmbeddedText, embeddedText } from '../../core/record/chunk-source.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import { countChunks, type PackedChunks, unpackChunks } from '../table/packed-chunks.ts';

export interface ChunkLedger {
  readonly pending: number;
  isPending(id: string): boolean;
  setPending(id: string, on: boolean): void;
  /** Call it when a memory has all its vectors or has been removed. */
  drop(id: string): void;
  /** The memory is pending again, ordered by its new time of change. */
  renew(id: string): void;
  prefer(ids: readonly string[]): void;
  /** Returns at most `size` pending ids: preferred ones first, then the newest. */
  next(size: number): string[];
  /** Returns undefined if the memory isn't chunked yet, or has all its vectors. */
  chunksOf(id: string): StoredChunks | undefined;
  packedOf(id: string): PackedChunks | undefined;
  setChunks(id: string, packed: PackedChunks | undefined): void;
  /** A memory that isn't chunked yet counts as one. */
  missingChunks(): number;
  lists(): Iterable<PackedChunks>;
}

/** @param changedAt when a memory changed. `next` begins with the latest. */
export function createChunkLedger(changedAt: (id: string) => number): ChunkLedger {
  const pending = new Set<string>();
  const preferred = new Set<string>();
  const lists = new Map<string, PackedChunks>();
  const chunksOf = (id: string): StoredChunks | undefined => {
    const packed = lists.get(id);
    return packed === undefined ? undefined : unpackChunks(packed);
  };
  /** Pending memories that `next` hasn't returned yet, newest last. Null if they have to be sorted again. */
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
      // Sorted once for many rounds: sorting ten thousand ids in each round cost more than the chunking.
      newestLast ??= Array.from(pending, (id) => ({ id, at: changedAt(id) }))
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
    missingChunks() {
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

/** Keeps recently written texts until they're embedded, so that they needn't be read back from the store. */
export interface WrittenTexts {
  put(memory: Memory): void;
  get(id: string): EmbeddedText | undefined;
  drop(id: string): void;
}

/** Keeps only the newest texts, up to this many UTF-16 units. In a long import, the rest are read from the store. */
const MOST_UNITS = 4_194_304;

export function createWrittenTexts(mostUnits = MOST_UNITS): WrittenTexts {
  const kept = new Map<string, EmbeddedText>();
  let units = 0;
  const drop = (id: string): void => {
    units -= kept.get(id)?.source.text.length ?? 0;
    kept.delete(id);
  };
  return {
    put(memory) {
      const text = embeddedText(memory);
      drop(memory.id);
      kept.set(memory.id, text);
      units += text.source.text.length;
      for (const oldest of kept.keys()) {
        if (units <= mostUnits) break;
        drop(oldest);
      }
    },
    get: (id) => kept.get(id),
    drop,
  };
}
