/** How many memories have each type and each tag, for statistics. */
import type { MemoryRow } from '../../core/record/memory.ts';

type Counts = { [name: string]: number };

export function countRows(rows: Iterable<readonly [unknown, MemoryRow]>): { byType: Counts; tags: Counts } {
  const types = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const [, row] of rows) {
    types.set(row.type, (types.get(row.type) ?? 0) + 1);
    for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  // `fromEntries` defines: a tag named `__proto__` is a name like any other.
  return { byType: Object.fromEntries(types), tags: Object.fromEntries(tags) };
}
