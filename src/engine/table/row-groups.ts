/** Rows that have something in common, as a session: kept up to date, each group by its name. */
import type { Ordinal } from '../../core/record/memory.ts';

export class RowGroups {
  /** In no order; none is empty. */
  readonly members = new Map<string, Set<Ordinal>>();
  /** Of each row that is in a group. */
  readonly #groupOf = new Map<Ordinal, string>();

  /**
   * @param name of the row's group now; undefined where it is in none, or gone
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
