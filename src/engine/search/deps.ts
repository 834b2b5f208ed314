/**
 * What a search needs of the engine: the table of live rows, the two indexes, the embedder, and the pure stages of
 * `core` bound to them. Every property is read afresh by each search, so the engine may implement them as getters.
 */
import type { FacetName, Facets, Filters, Viewer } from '../../core/filter/filters.ts';
import type { Arm, SearchSettings } from '../../core/options/options.ts';
import type { ParsedQuery, QueryClassification } from '../../core/query/parsed-query.ts';
import type { Memory, MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { Highlight, Passage, SearchResponse } from '../../core/results/response.ts';
import type { EmbedderApi, ModelProfile } from '../../protocol/embedder-api.ts';
import type { KeywordIndex, MatchedTerm } from '../keyword/keyword-index.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

/** Live rows by ordinal. */
export interface MemoryTable {
  /** Highest ordinal + 1: the length of every dense array. */
  readonly size: number;
  readonly liveCount: number;
  /** Raised by every write and by every change of an index (vectors included): the key of all caches of the search. */
  readonly version: number;
  row(ordinal: Ordinal): MemoryRow | undefined;
  ordinalOf(id: string): Ordinal | undefined;
  /** Targets of the memory's links: `links` and the `[[wiki links]]` of its text (`arms/wiki-links.ts` reads them). */
  links(ordinal: Ordinal): readonly string[];
  /** Passages of the memory as they were embedded, in chunk order; empty where it has none. */
  chunks(ordinal: Ordinal): readonly { start: number; end: number }[];
}

export type SearchEmbedder = Pick<EmbedderApi, 'embedQuery' | 'bestSentences' | 'rerank'>;

export interface PassageRequest {
  /** How each word of the query was matched; empty where the keyword arm did not run. */
  terms: readonly MatchedTerm[];
  phrases: readonly string[];
  /** Where the best chunk lies, for hits that matched by meaning. */
  chunk: { start: number; end: number } | null;
}

/** The pure stages of `core`, bound to the store's analyzer. `search-stages.ts` has the shipped binding. */
export interface SearchStages {
  parse(query: string): ParsedQuery;
  /** `frequency`: visible memories that hold the word; `count`: visible memories. */
  classify(parsed: ParsedQuery, frequency: (word: string) => number, count: number): QueryClassification;
  /** Question and function words of queries. */
  isFunctionWord(word: string): boolean;
  /** Throws `invalid-filter`. */
  compileFilters(filters: Filters): (row: MemoryRow) => boolean;
  viewerCanSee(viewer: Viewer | undefined, row: MemoryRow): boolean;
  countFacets(rows: readonly MemoryRow[], names: readonly FacetName[]): Facets;
  /** Best excerpt and marks of a hydrated memory. */
  present(memory: Memory, request: PassageRequest): { passage: Passage; highlights: Highlight[] };
}

export interface SearchDeps {
  readonly table: MemoryTable;
  /** Null while it is being built or after it failed. */
  readonly keyword: KeywordIndex | null;
  readonly vectors: VectorIndex | null;
  /** Null where no model is available (yet). */
  readonly embedder: SearchEmbedder | null;
  readonly profile: ModelProfile | null;
  /** Why an arm is not there, for errors and `stats.degradations`; undefined where it is. */
  readonly unavailable?: { readonly [arm in Arm]?: string };
  /** Store-level switch of arms; undefined: all. */
  readonly modes?: readonly Arm[];
  /** Store-level defaults of every search; the search's own settings win. */
  readonly defaults?: SearchSettings;
  readonly stages: SearchStages;
  /** In the order of `ids`; undefined where a memory was removed meanwhile. */
  hydrate(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A monotonic clock for timings, milliseconds. */
  clock(): number;
  /** One diagnostic event, never with content. */
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface SearchControls {
  signal?: AbortSignal | undefined;
  /** Receives the keyword answer before the fused one, and with `rerank` the fused one before the reranked. */
  onPartial?: ((response: SearchResponse) => void) | undefined;
}

export interface Searcher {
  /** Rejects with `aborted`, `invalid-option`, `invalid-filter`, `no-search-modes`, `mode-unavailable`, `search-failed`. */
  search(query: string, settings?: SearchSettings, controls?: SearchControls): Promise<SearchResponse>;
  /** Counters for `stats()`. */
  readonly cache: { queryHits: number; queryMisses: number; pageHits: number; pageMisses: number };
}
