/**
 * The memories of one search, each read once: for its duplicates, its answer by words and its fused one. Each reading is
 * a transaction of the database; with four of them an answer waited for it longer than for both arms at 10,000 memories.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { SearchParts } from './contract.ts';

/** Reads again what was read before the table changed, so that nothing is shown that was removed meanwhile. */
export function readOnce({ table, hydrate }: Pick<SearchParts, 'table' | 'hydrate'>): SearchParts['hydrate'] {
  let read = new Map<string, Promise<Memory | undefined>>();
  let { version } = table;
  return (ids) => {
    if (version !== table.version) {
      read = new Map();
      version = table.version;
    }
    const missing = [...new Set(ids)].filter((id) => !read.has(id));
    if (missing.length > 0) {
      const memories = hydrate(missing);
      for (const [at, id] of missing.entries())
        read.set(
          id,
          memories.then((list) => list[at]),
        );
    }
    return Promise.all(ids.map((id) => read.get(id)));
  };
}
