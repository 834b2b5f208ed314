/** Memories in the trash are stored like others, but have no row, posting or vector, so nothing finds them. */
import { keptFileOf } from '../../core/record/kept-file.ts';
import { endOf, type TrashedMemory } from '../../core/record/trashed-memory.ts';

export type PackedTrash = [id: string, trashedAt: number, end: number, file?: string | undefined][];

export class Trashed extends Map<string, { trashedAt: number; end: number; file: string | undefined }> {
  add(memory: TrashedMemory): void {
    this.set(memory.id, { trashedAt: memory.trashedAt, end: endOf(memory), file: keptFileOf(memory) });
  }

  over(now: number): string[] {
    return [...this].filter(([, { end }]) => end <= now).map(([id]) => id);
  }

  newestFirst(now: number): string[] {
    return [...this]
      .filter(([, { end }]) => end > now)
      .sort(([a, one], [b, other]) => other.trashedAt - one.trashedAt || (a < b ? -1 : 1))
      .map(([id]) => id);
  }

  pack(): PackedTrash {
    return [...this].map(([id, { trashedAt, end, file }]) =>
      file === undefined ? [id, trashedAt, end] : [id, trashedAt, end, file],
    );
  }

  /** Returns false, and leaves the trash empty, if `packed` isn't from `pack`. */
  restore(packed: unknown): boolean {
    this.clear();
    if (!Array.isArray(packed)) return false;
    for (const entry of packed) {
      const [id, trashedAt, end, file] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof id !== 'string' || typeof trashedAt !== 'number' || typeof end !== 'number') {
        this.clear();
        return false;
      }
      this.set(id, { trashedAt, end, file: typeof file === 'string' ? file : undefined });
    }
    return true;
  }
}
