/** Groups rows by something they share, such as a session, and keeps the groups up to date. */
import type { Ordinal } from '../../core/record/memory.ts';

export class RowGroups {
  /** Members are unordered. No group is empty. */
  readonly members = new Map<string, Set<Ordinal>>();
  readonly #groupOf = new Map<Ordinal, string>();

  /** Includes the group in which the row was written again. */
  take(at: Ordinal, name: string | undefined): string[] {
    const before = this.#groupOf.get(at);
    const changed = name === undefined ? [] : [name];
    if (before !== undefined && before !== name) {
      changed.push(before);
      const left = this.members.get(before)!;
      left.delete(at);
      if (left.size === 0) this.members.delete(before);
      this.#groupOf.delete(at);
    }
    if (name === undefined) return changed;
    const group = this.members.get(name);
    if (group) group.add(at);
    else this.members.set(name, new Set([at]));
    this.#groupOf.set(at, name);
    return changed;
  }
}
