/** Counts live memories, in total and by type and tag, for statistics. */
import type { MemoryRow } from '../../core/record/memory.ts';

type Counts = { [name: string]: number };

/** Expired memories no longer count, although they're removed later. */
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
  // `fromEntries` defines properties, so a tag named `__proto__` is an ordinary name.
  return { memories, byType: Object.fromEntries(types), tags: Object.fromEntries(tags) };
}
