/** Rows that share something, such as a session, grouped by name and kept up to date. */
import type { Ordinal } from '../../core/record/memory.ts';

export class RowGroups {
  /** Groups have no order. None is empty. */
  readonly members = new Map<string, Set<Ordinal>>();
  /** For each row that's in a group. */
  readonly #groupOf = new Map<Ordinal, string>();

  /**
   * @param name of the row's current group; undefined if it's in none, or gone
   * @returns the groups that gained or lost the row, or whose row was written again
   */
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
