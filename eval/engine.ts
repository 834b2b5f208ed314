/**
 * The shipped engine over one data set, in memory: the same table, keyword index, vector index and searcher as in the
 * browser, with a cached embedder and a fixed clock.
 */
import { chunkSource } from '../src/engine/embed/chunk-source.ts';
import type { SearchEmbedder } from '../src/engine/embed/search-embedder.ts';
import { createKeywordIndex, type KeywordIndexOptions } from '../src/engine/keyword/bm25-index.ts';
import type { KeywordIndex } from '../src/engine/keyword/keyword-index.ts';
import type { Searcher } from '../src/engine/search/contract.ts';
import { createSearcher } from '../src/engine/search/search.ts';
import { createTable, type EngineTable, type MemoryTable } from '../src/engine/table/table.ts';
import { createVectorIndex } from '../src/engine/vector/arena.ts';
import type { VectorIndex } from '../src/engine/vector/vector-index.ts';
import { indexedForm } from '../src/engine/write/indexes.ts';
import { type DataSet, EVALUATION_TIME } from './data-set.ts';
import type { EvaluationModel } from './models.ts';

export interface EvaluationEngine {
  searcher: Searcher;
  keyword: KeywordIndex;
  vectors: VectorIndex | null;
  table: EngineTable;
  /** `ask` in the store without these memories: means, rarity and counts are those of the rest. */
  without<Answer>(ids: Iterable<string>, ask: () => Promise<Answer>): Promise<Answer>;
}

export interface EngineOptions {
  keyword?: KeywordIndexOptions;
  onProgress?: (done: number, total: number) => void;
}

/** @param model null: no semantic arm */
export async function buildEngine(
  set: Pick<DataSet, 'name' | 'corpus'>,
  model: EvaluationModel | null,
  options: EngineOptions = {},
): Promise<EvaluationEngine> {
  const table = createTable();
  const keyword = createKeywordIndex(options.keyword);
  const ordinals = set.corpus.map((memory, seq) => {
    const { entry, document } = indexedForm(memory, seq + 1);
    const ordinal = table.put(entry);
    keyword.add({ ordinal, ...document });
    return ordinal;
  });
  let vectors: VectorIndex | null = null;
  if (model !== null) {
    vectors = createVectorIndex({ dims: model.profile.dims });
    const embedded = await model.embedder.documents(set.corpus.map(chunkSource), options.onProgress ?? (() => {}));
    embedded.forEach(({ chunks, vectors: rows }, at) => {
      vectors!.set(ordinals[at]!, rows);
      table.setChunks(ordinals[at]!, chunks);
    });
  }
  const byId = new Map(set.corpus.map((memory) => [memory.id, memory]));
  const embedder: SearchEmbedder | null = model && {
    embedQuery: (text) => model.embedder.query(text),
    bestSentences: unused,
    rerank: unused,
  };
  const { seen, without } = tableWithout(table);
  const searcher = createSearcher({
    table: seen,
    keyword,
    semantic: () => (model === null || vectors === null ? null : { vectors, profile: model.profile, embedder }),
    analyzer: { stemming: 'en' },
    timeZone: 'UTC',
    hydrate: async (ids) => ids.map((id) => byId.get(id)),
    now: () => EVALUATION_TIME,
    clock: () => performance.now(),
    log: () => {},
  });
  return { searcher, keyword, vectors, table, without };
}

/** The table as a search sees it, in which rows may be missing for a while: what is no row is in no scope. */
function tableWithout(table: MemoryTable): { seen: MemoryTable; without: EvaluationEngine['without'] } {
  let gone: ReadonlySet<string> = new Set();
  let changes = 0;
  const hide = (ids: ReadonlySet<string>): void => {
    gone = ids;
    changes++;
  };
  const seen: MemoryTable = {
    get size() {
      return table.size;
    },
    get liveCount() {
      return table.liveCount;
    },
    get version() {
      return table.version + changes;
    },
    row: (ordinal) => {
      const row = table.row(ordinal);
      return row === undefined || gone.has(row.id) ? undefined : row;
    },
    ordinalOf: (id) => (gone.has(id) ? undefined : table.ordinalOf(id)),
    links: (ordinal) => table.links(ordinal),
    chunks: (ordinal) => table.chunks(ordinal),
  };
  return {
    seen,
    async without(ids, ask) {
      hide(new Set(ids));
      try {
        return await ask();
      } finally {
        hide(new Set());
      }
    },
  };
}

function unused(): Promise<never> {
  return Promise.reject(new Error('evaluations neither mark sentences nor rerank'));
}
