/** How many live memories there are, and how many have each type and each tag, for statistics. */
import type { MemoryRow } from '../../core/record/memory.ts';

type Counts = { [name: string]: number };

/** Those past their time count no more, though they are removed later (M4). */
export function countRows(
  rows: Iterable<readonly [unknown, MemoryRow]>,
  now: number,
): { memories: number; byType: Counts; tags: Counts } {
  let memories = 0;
  const types = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const [, row] of rows) {
    if (row.expiresAt !== undefined && row.expiresAt <= now) continue;
    memories++;
    types.set(row.type, (types.get(row.type) ?? 0) + 1);
    for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  // `fromEntries` defines: a tag named `__proto__` is a name like any other.
  return { memories, byType: Object.fromEntries(types), tags: Object.fromEntries(tags) };
}
