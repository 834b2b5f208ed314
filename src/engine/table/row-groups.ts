/** Rows with something in common, such as a session, kept up to date by the name of the group. */
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { RowIndexes } from './row-indexes.ts';
import type { MemoryTable } from './table.ts';

export interface RowGroups {
  /** Unordered; none is empty. */
  members: Map<string, Set<Ordinal>>;
  /** The group of each row that has one. */
  groupOf: Map<Ordinal, string>;
}

/**
 * @param nameOf the row's group; undefined without one
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
