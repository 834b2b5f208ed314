/** What a search keeps between queries: a small LRU, and structures of the table that live as long as its version. */
import { type Neighbours, threadNeighbours } from '../../core/ranking/thread-context.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { messagesBySession } from './arms/conversation-arm.ts';
import { buildLinkIndex, type LinkIndex } from './arms/links-arm.ts';
import { buildTagIndex, type TagIndex } from './arms/tags-arm.ts';
import type { MemoryTable } from './deps.ts';

export interface Lru<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createLru<Value>(capacity: number): Lru<Value> {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > capacity) entries.delete(entries.keys().next().value!);
    },
  };
}

/** Built on first need, rebuilt when the table's version moves. */
export interface TableStructures {
  tags(): TagIndex;
  links(): LinkIndex;
  neighbours(): Neighbours;
  /** Messages by session. */
  sessions(): Map<string, Ordinal[]>;
  /** `[size]`: ties are settled by it, and rows scattered in memory cost six milliseconds where ten thousand tie. */
  updatedAt(): Float64Array;
}

export function createTableStructures(table: () => MemoryTable): TableStructures {
  return {
    tags: perVersion(table, buildTagIndex),
    links: perVersion(table, buildLinkIndex),
    sessions: perVersion(table, messagesBySession),
    updatedAt: perVersion(table, (rows) =>
      Float64Array.from({ length: rows.size }, (_, at) => rows.row(at as Ordinal)?.updatedAt ?? 0),
    ),
    neighbours: perVersion(table, (rows) => threadNeighbours(rows.size, (at) => rows.row(at as Ordinal))),
  };
}

function perVersion<Value>(table: () => MemoryTable, build: (table: MemoryTable) => Value): () => Value {
  let built: { table: MemoryTable; version: number; value: Value } | null = null;
  return () => {
    const current = table();
    if (built === null || built.table !== current || built.version !== current.version) {
      built = { table: current, version: current.version, value: build(current) };
    }
    return built.value;
  };
}
