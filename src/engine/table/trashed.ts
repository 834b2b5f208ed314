/**
 * Which memories are in the trash, and until when. They're stored like all others, so a kill or a lost database loses
 * none of them. But they have no row, posting or vector, so nothing that reads the indexes can find one.
 */
import type { Memory } from '../../core/record/memory.ts';

const DAY_MS = 86_400_000;
export const TRASH_DAYS = 30;

export type TrashedMemory = Memory & { trashedAt: number };

export const isTrashed = (memory: Memory | undefined): memory is TrashedMemory => memory?.trashedAt !== undefined;

/** Returns when the memory will be removed: after its days in the trash, or at its own expiry if that's earlier. */
export const endOf = ({ trashedAt, expiresAt = Infinity }: TrashedMemory): number =>
  Math.min(trashedAt + TRASH_DAYS * DAY_MS, expiresAt);

/** Packed for the snapshot. */
export type PackedTrash = [id: string, trashedAt: number, end: number][];

export class Trashed {
  readonly #entries = new Map<string, { trashedAt: number; end: number }>();

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  ids(): Iterable<string> {
    return this.#entries.keys();
  }

  put(memory: TrashedMemory): void {
    this.#entries.set(memory.id, { trashedAt: memory.trashedAt, end: endOf(memory) });
  }

  delete(id: string): void {
    this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Returns the ids whose time in the trash is over. */
  over(now: number): string[] {
    return [...this.#entries].filter(([, { end }]) => end <= now).map(([id]) => id);
  }

  /** Returns the ids that can still be restored, most recently trashed first. */
  newestFirst(now: number): string[] {
    return [...this.#entries]
      .filter(([, { end }]) => end > now)
      .sort(([a, one], [b, other]) => other.trashedAt - one.trashedAt || (a < b ? -1 : 1))
      .map(([id]) => id);
  }

  pack(): PackedTrash {
    return [...this.#entries].map(([id, { trashedAt, end }]) => [id, trashedAt, end]);
  }

  /** Replaces everything. If `packed` isn't from `pack`, returns false and leaves the trash empty. */
  restore(packed: unknown): boolean {
    this.clear();
    if (!Array.isArray(packed)) return false;
    for (const entry of packed) {
      const [id, trashedAt, end] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof id !== 'string' || typeof trashedAt !== 'number' || typeof end !== 'number') {
        this.clear();
        return false;
      }
      this.#entries.set(id, { trashedAt, end });
    }
    return true;
  }
}
