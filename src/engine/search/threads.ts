/** The threads of the table as thread context reads them (C4): in order, sorted again only where a message was written. */
import { threadOf, threadOrder } from '../../core/ranking/thread-context.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { rowGroups } from '../table/row-groups.ts';
import type { RowIndexes } from '../table/row-indexes.ts';
import type { MemoryTable } from '../table/table.ts';

/** Ordinals of each thread of two messages or more. */
export function createThreads(table: MemoryTable, indexes: RowIndexes): () => readonly Int32Array[] {
  let sorted = new Map<string, Int32Array>();
  const groups = rowGroups(table, indexes, threadOf, (thread) => sorted.delete(thread));
  let listed: { version: number; threads: Int32Array[] } | null = null;

  const inOrder = (members: ReadonlySet<Ordinal>): Int32Array =>
    Int32Array.from([...members].sort((a, b) => threadOrder(table.row(a)!, table.row(b)!)));

  return () => {
    const { members } = groups();
    if (listed?.version === table.rowsVersion) return listed.threads;
    const threads = new Map<string, Int32Array>();
    for (const [name, own] of members) if (own.size > 1) threads.set(name, sorted.get(name) ?? inOrder(own));
    sorted = threads;
    listed = { version: table.rowsVersion, threads: [...threads.values()] };
    return listed.threads;
  };
}
