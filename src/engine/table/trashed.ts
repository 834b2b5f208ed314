/**
 * Which memories are in the trash, and how long they stay. They are stored like all others, so that a kill or a lost
 * database takes none of them, but no row, posting or vector is made of them: nothing that asks the indexes can meet one.
 */
import type { Memory } from '../../core/record/memory.ts';

const DAY_MS = 86_400_000;
/** Whatever lies in the trash goes for good after this. */
export const TRASH_DAYS = 30;

export type TrashedMemory = Memory & { trashedAt: number };

export const isTrashed = (memory: Memory | undefined): memory is TrashedMemory => memory?.trashedAt !== undefined;

/** When it goes for good: a memory with an end of its own is not kept beyond it. */
export const endOf = ({ trashedAt, expiresAt = Infinity }: TrashedMemory): number =>
  Math.min(trashedAt + TRASH_DAYS * DAY_MS, expiresAt);

/** As the snapshot keeps it: id, moment, end. */
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

  /** Those whose time is over. */
  over(now: number): string[] {
    return [...this.#entries].filter(([, { end }]) => end <= now).map(([id]) => id);
  }

  /** Those that can still be taken back, the last one first. */
  newestFirst(now: number): string[] {
    return [...this.#entries]
      .filter(([, { end }]) => end > now)
      .sort(([a, one], [b, other]) => other.trashedAt - one.trashedAt || (a < b ? -1 : 1))
      .map(([id]) => id);
  }

  pack(): PackedTrash {
    return [...this.#entries].map(([id, { trashedAt, end }]) => [id, trashedAt, end]);
  }

  /** Takes the place of everything. False, and empty, where `packed` is none of `pack`. */
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
