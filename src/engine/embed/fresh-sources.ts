/** Texts that were just written, until they are embedded: the queue need not read them back from the store. */
import type { Memory } from '../../core/record/memory.ts';
import type { ChunkSource } from '../../protocol/embedder-api.ts';
import { chunkSource } from './chunk-source.ts';

/** UTF-16 units kept, the newest: a long import goes on from the store. */
const MOST_UNITS = 4_194_304;

export interface FreshSource {
  contentHash: string;
  source: ChunkSource;
}

export interface FreshSources {
  put(memory: Memory): void;
  get(id: string): FreshSource | undefined;
  drop(id: string): void;
}

export function createFreshSources(mostUnits = MOST_UNITS): FreshSources {
  const kept = new Map<string, FreshSource>();
  let units = 0;
  const drop = (id: string): void => {
    units -= kept.get(id)?.source.text.length ?? 0;
    kept.delete(id);
  };
  return {
    put(memory) {
      drop(memory.id);
      kept.set(memory.id, { contentHash: memory.contentHash, source: chunkSource(memory) });
      units += memory.text.length;
      for (const oldest of kept.keys()) {
        if (units <= mostUnits) break;
        drop(oldest);
      }
    },
    get: (id) => kept.get(id),
    drop,
  };
}
