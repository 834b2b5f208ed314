/** Rows that have something in common, as a session: kept up to date, each group by its name. */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { RowIndexes } from './row-indexes.ts';
import type { MemoryTable } from './table.ts';

export interface RowGroups {
  /** In no order; none is empty. */
  members: Map<string, Set<Ordinal>>;
  /** Of each row that is in a group. */
  groupOf: Map<Ordinal, string>;
}

/**
 * @param nameOf of the row's group; undefined where it is in none
 * @param onChange the group gained or lost a row, or one of its rows was written again
 */
export function rowGroups(
  table: MemoryTable,
  indexes: RowIndexes,
  nameOf: (row: MemoryRow) => string | undefined,
  onChange: (group: string) => void = () => {},
): () => RowGroups {
  return indexes.add(
    (): RowGroups => ({ members: new Map(), groupOf: new Map() }),
    ({ members, groupOf }, at) => {
      const row = table.row(at);
      const name = row === undefined ? undefined : nameOf(row);
      const before = groupOf.get(at);
      if (before !== undefined && before !== name) {
        onChange(before);
        const left = members.get(before)!;
        left.delete(at);
        if (left.size === 0) members.delete(before);
        groupOf.delete(at);
      }
      if (name === undefined) return;
      onChange(name);
      const group = members.get(name);
      if (group) group.add(at);
      else members.set(name, new Set([at]));
      groupOf.set(at, name);
    },
  );
}
