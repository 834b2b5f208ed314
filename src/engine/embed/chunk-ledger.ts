/** Tracks which memories lack vectors, and which come next. Not stored, because a start derives it from the store. */

import { type EmbeddedText, embeddedText } from '../../core/record/chunk-source.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import { countChunks, type PackedChunks, unpackChunks } from '../table/packed-chunks.ts';

export class ChunkLedger {
  readonly #pending = new Set<string>();
  readonly #preferred = new Set<string>();
  readonly #lists = new Map<string, PackedChunks>();
  readonly #changedAt: (id: string) => number;
  /** Pending memories that `next` hasn't returned yet, newest last. Null if they have to be sorted again. */
  #newestLast: string[] | null = null;

  /** @param changedAt when a memory changed. `next` begins with the latest. */
  constructor(changedAt: (id: string) => number) {
    this.#changedAt = changedAt;
  }

  get pending(): number {
    return this.#pending.size;
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  setPending(id: string, on: boolean): void {
    if (this.#pending.has(id) === on) return;
    if (on) {
      this.#pending.add(id);
      this.#newestLast = null;
    } else {
      this.#pending.delete(id);
      this.#preferred.delete(id);
    }
  }

  /** Call it when a memory has all its vectors or has been removed. */
  drop(id: string): void {
    this.#pending.delete(id);
    this.#preferred.delete(id);
    this.#lists.delete(id);
  }

  /** The memory is pending again, ordered by its new time of change. */
  renew(id: string): void {
    this.#pending.delete(id);
    this.#pending.add(id);
    this.#newestLast = null;
  }

  prefer(ids: readonly string[]): void {
    this.#preferred.clear();
    for (const id of ids) if (this.#pending.has(id)) this.#preferred.add(id);
  }

  /** Returns at most `size` pending ids: preferred ones first, then the newest. */
  next(size: number): string[] {
    const ids = [...this.#preferred].filter((id) => this.#pending.has(id)).slice(0, size);
    // Sorted once for many rounds: sorting ten thousand ids in each round cost more than the chunking.
    this.#newestLast ??= Array.from(this.#pending, (id) => ({ id, at: this.#changedAt(id) }))
      .sort((a, b) => a.at - b.at)
      .map(({ id }) => id);
    while (ids.length < size && this.#newestLast.length > 0) {
      const id = this.#newestLast.pop()!;
      if (this.#pending.has(id) && !ids.includes(id)) ids.push(id);
    }
    if (this.#newestLast.length === 0) this.#newestLast = null;
    return ids;
  }

  /** Returns undefined if the memory isn't chunked yet, or has all its vectors. */
  chunksOf(id: string): StoredChunks | undefined {
    const packed = this.#lists.get(id);
    return packed === undefined ? undefined : unpackChunks(packed);
  }

  packedOf(id: string): PackedChunks | undefined {
    return this.#lists.get(id);
  }

  setChunks(id: string, packed: PackedChunks | undefined): void {
    if (packed === undefined) this.#lists.delete(id);
    else this.#lists.set(id, packed);
  }

  /** A memory that isn't chunked yet counts as one. */
  missingChunks(): number {
    let missing = 0;
    for (const id of this.#pending) {
      const packed = this.#lists.get(id);
      missing += packed === undefined ? 1 : Math.max(1, countChunks(packed));
    }
    return missing;
  }

  lists(): Iterable<PackedChunks> {
    return this.#lists.values();
  }
}

/** Keeps only the newest texts, up to this many UTF-16 units. In a long import, the rest are read from the store. */
const MOST_UNITS = 4_194_304;

/** Keeps recently written texts until they're embedded, so that they needn't be read back from the store. */
export function createWrittenTexts(mostUnits = MOST_UNITS) {
  const kept = new Map<string, EmbeddedText>();
  let units = 0;
  const drop = (id: string): void => {
    units -= kept.get(id)?.source.text.length ?? 0;
    kept.delete(id);
  };
  return {
    put(memory: Memory): void {
      const text = embeddedText(memory);
      drop(memory.id);
      kept.set(memory.id, text);
      units += text.source.text.length;
      for (const oldest of kept.keys()) {
        if (units <= mostUnits) break;
        drop(oldest);
      }
    },
    get: (id: string): EmbeddedText | undefined => kept.get(id),
    drop,
  };
}
