/**
 * A searcher over a handful of memories, for tests: real table, keyword and vector index; the embedder is a bag of
 * words, so that texts with shared words are near each other and everything is deterministic.
 */

import { BGE_SMALL, modelProfile } from '../../core/options/model-profiles.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import type { SearchEmbedder } from '../embed/search-embedder.ts';
import { createKeywordIndex } from '../keyword/bm25-index.ts';
import { createTable, type EngineTable } from '../table/table.ts';
import { createVectorIndex } from '../vector/arena.ts';
import { quantize } from '../vector/quantize.ts';
import { indexedForm } from '../write/indexes.ts';
import type { Searcher, SearchParts, SemanticSide } from './contract.ts';
import { createSearcher } from './search.ts';

const DIMS = 384;
export const FIXTURE_TIME = Date.UTC(2026, 0, 1);

export interface SearchFixture {
  searcher: Searcher;
  table: EngineTable;
  /** Texts given to the query embedder, in order. */
  embedded: string[];
  logged: string[];
}

export function memory(id: string, text: string, more: Partial<Memory> = {}): Memory {
  return {
    id,
    text,
    tags: [],
    type: 'note',
    confidence: 0.5,
    metadata: {},
    createdAt: FIXTURE_TIME,
    updatedAt: FIXTURE_TIME,
    lastAccessedAt: FIXTURE_TIME,
    accessCount: 0,
    contentHash: `hash of ${more.title ?? ''} ${text}`,
    ...more,
  };
}

/** @param overrides replace what the fixture built, as with a failing embedder */
export function searchFixture(
  memories: readonly Memory[],
  { embedder, unavailable, ...overrides }: Partial<SearchParts> & Partial<SemanticSide> = {},
): SearchFixture {
  const table = createTable();
  const keyword = createKeywordIndex({});
  const vectors = createVectorIndex({ dims: DIMS });
  const byId = new Map(memories.map((each) => [each.id, each]));
  memories.forEach((each, seq) => {
    const { entry, document } = indexedForm(each, seq + 1);
    const ordinal = table.put(entry);
    keyword.add({ ordinal, ...document });
    vectors.set(ordinal, [quantize(bagOfWords(`${each.title ?? ''} ${each.text}`))]);
    table.setChunks(ordinal, [{ start: 0, end: each.text.length }]);
  });
  const embedded: string[] = [];
  const logged: string[] = [];
  const wordCounter: SearchEmbedder = {
    embedQuery: (text): Promise<QueryEmbedding> => {
      embedded.push(text);
      return Promise.resolve({ vector: bagOfWords(text), vocabularyCoverage: 1, milliseconds: 1, cached: false });
    },
    bestSentences: (_query, passages) => Promise.resolve(passages.map(({ length }) => ({ start: 0, end: length }))),
    rerank: (_query, texts) => Promise.resolve(texts.map((_, at) => at / texts.length)),
  };
  const profile = {
    ...modelProfile(BGE_SMALL),
    priorMean: 0,
    // Bags of words spread wider than a model's cosines: one word of six in common is 0.17, by chance too.
    priorSd: 0.2,
    floor: 0.05,
  };
  const semantic: SemanticSide = {
    vectors,
    profile,
    embedder: embedder === undefined ? wordCounter : embedder,
    ...(unavailable === undefined ? {} : { unavailable }),
  };
  const searcher = createSearcher({
    table,
    keyword,
    semantic: () => semantic,
    analyzer: { stemming: 'en' },
    timeZone: 'UTC',
    hydrate: (ids) => Promise.resolve(ids.map((id) => byId.get(id))),
    now: () => FIXTURE_TIME,
    clock: () => 0,
    log: (event) => logged.push(event),
    ...overrides,
  });
  return { searcher, table, embedded, logged };
}

/** Unit vector whose components are counts of hashed words. */
export function bagOfWords(text: string): Float32Array {
  const vector = new Float32Array(DIMS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) >>> 0;
    vector[hash % DIMS]! += 1;
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum === 0 ? vector : vector.map((value) => value / Math.sqrt(sum));
}
