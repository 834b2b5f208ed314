/** The public client (DESIGN U6): types only. `createHybridSearch` in `client.ts` implements it. */
import type { Context } from '../core/context/context.ts';
import type { Filters } from '../core/filter/filters.ts';
import type { ImportFormat, ImportProgress, ImportReport } from '../core/import/report.ts';
import type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';
import type { ModelProfile } from '../core/options/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type {
  ChangeEvent,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  Progress,
  RowGroup,
  SelectOptions,
  SimilarMemory,
  SimilarOptions,
  Stats,
  StorageNotice,
  TagCount,
  ViewerOptions,
} from '../protocol/engine-values.ts';

export interface SearchOptions extends SearchSettings {
  /** Aborts the search; the promise rejects with code `aborted`. */
  signal?: AbortSignal;
  /** Receives the keyword answer before the fused one. */
  onPartial?: (response: SearchResponse) => void;
}

/** Of a search, what does not concern paging and showing. */
type ContextSettings = Omit<SearchSettings, 'limit' | 'offset' | 'page' | 'pageSize' | 'sort' | 'facets' | 'explain'>;

export interface ContextOptions extends ContextSettings {
  /** Budget of the packed text, a whole number from 1 to 1,000,000. */
  tokens: number;
  /** The tokenizer of the model that will read it; default that of the embedding model, or an estimate without one. */
  countTokens?: (text: string) => number;
  /** Whether weak hits fill what better ones leave; alone they never do. Default true. */
  weak?: boolean;
  /** Aborts; the promise rejects with code `aborted`. */
  signal?: AbortSignal;
}

export type ModelLoad = 'auto' | 'idle' | 'ask' | 'manual';

export interface HybridSearchOptions {
  /** Store name; one name within one origin is one store. Default `default`. */
  name?: string;
  /** `auto` (by `language`), the id of a shipped model, or the profile of a model of your own. Default `auto`. */
  model?: string | ModelProfile;
  /** A cross-encoder of your own for `search({ rerank: true })`; none ships. */
  reranker?: RerankProfile;
  /** When the model is fetched. Default `auto`. */
  modelLoad?: ModelLoad;
  /**
   * Folder that holds `models/` and `ort/`, absolute or relative to the page, with or without a slash at its end; default
   * the folder of the worker's own script. `npx hybrid-search-assets DIR` fills one.
   */
  assetBase?: string;
  /** BCP 47 tag; default the page's `lang`. */
  language?: string;
  /** Stemming of the keyword arm; default `en` for English pages, else `none`. */
  stemming?: 'en' | 'none';
  /** Words that are never stemmed. */
  terms?: readonly string[];
  /** Default and kill switch of the arms. */
  modes?: readonly Arm[];
  /** Defaults of every search. */
  search?: SearchSettings;
  /** Days until a conversation memory expires; default 7, 0 = never. */
  conversationTtlDays?: number;
  /** Update access times and counts when `touch(id)` is called. Default false. */
  touch?: boolean;
  /** Explicit consent to fetch a model from the Hugging Face hub at a pinned revision. Default absent: never. */
  remoteModels?: { host?: string; revision: string };
  /** Diagnostics without content. */
  onLog?: (entry: LogEntry) => void;
}

export type { ImportProblem, ImportProgress, ImportReport } from '../core/import/report.ts';
export type {
  ChangeEvent,
  DurabilityMode,
  EmbeddingProgress,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  ModelProgress,
  Progress,
  RowGroup,
  SelectOptions,
  SimilarMemory,
  SimilarOptions,
  Stats,
  StorageNotice,
  TagCount,
  ViewerOptions,
} from '../protocol/engine-values.ts';

/** A file with the path it has in its folder, as drag and drop or a folder picker give it. */
export interface ImportFile {
  path: string;
  file: Blob;
}

export interface ImportOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Default: by file name, else by content. */
  format?: ImportFormat;
  /** Split texts over 1 MB at headings instead of reporting them. Default false. */
  split?: boolean;
}

export interface ExportOptions {
  /** Include vectors and the model fingerprint. Default false. */
  vectors?: boolean;
  signal?: AbortSignal;
}

export interface Conversation {
  append(message: MessageInput): Promise<Memory>;
  /** Oldest first, the last `window` messages: a whole number from 1, default 50; else `invalid-option`. */
  list(window?: number): Promise<Memory[]>;
  clear(): Promise<void>;
}

export type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';

export interface HybridSearchClient {
  /** Resolves when the store is open and keyword search answers. Rejects with a typed error. */
  readonly ready: Promise<HybridSearchClient>;
  readonly name: string;

  /**
   * Stores a new memory; resolves when it is safe and findable by keyword. The same content under the same id is a no-op;
   * other content under an id that is there rejects with `conflict`.
   */
  add(input: MemoryInput): Promise<Memory>;
  /** All or none. A long list is taken in slices: leave it as it is until the promise settles. */
  addMany(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /**
   * Merges field by field: a field that is given replaces the old one whole (`metadata`, `tags` and `images` too),
   * `undefined` leaves it, `null` removes it. Rejects with `not-found`, also where the viewer may not see it.
   */
  update(id: string, patch: Partial<MemoryInput>, options?: ViewerOptions): Promise<Memory>;
  /** Stores it, or replaces the memory of the same id whole: what is not given is gone, but for when it was created. */
  upsert(input: MemoryInput): Promise<Memory>;
  /** All or none, each as `upsert`. */
  upsertMany(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /** False when there was none that the viewer may see. */
  remove(id: string, options?: ViewerOptions): Promise<boolean>;
  /** How many there were. */
  removeMany(ids: readonly string[], options?: ViewerOptions): Promise<number>;
  /** Removes all that match, in one write; how many there were. Rejects with `invalid-filter` where no filter is named. */
  removeWhere(filters: Filters, options?: ViewerOptions): Promise<number>;
  /** Undefined when there is none that the viewer may see. */
  get(id: string, options?: ViewerOptions): Promise<Memory | undefined>;
  /** In the order of `ids`, undefined where there is none. */
  getMany(ids: readonly string[], options?: ViewerOptions): Promise<(Memory | undefined)[]>;
  /** One page, sorted. */
  list(options?: ListOptions): Promise<MemoryList>;
  /** All memories one after the other: as they were when it began, without those that are removed meanwhile. */
  memories(options?: Omit<ListOptions, 'limit' | 'offset'>): AsyncIterable<Memory>;
  /** The same as `memories()`. */
  [Symbol.asyncIterator](): AsyncIterator<Memory>;
  count(options?: SelectOptions): Promise<number>;
  /** Conversations by session, the one with the newest message first. */
  sessions(options?: ViewerOptions): Promise<RowGroup[]>;
  /** Threads, the one with the newest memory first. */
  threads(options?: ViewerOptions): Promise<RowGroup[]>;
  /** The commonest first. */
  tags(options?: ViewerOptions): Promise<TagCount[]>;
  /** Names of the stores of this origin, sorted; none where the browser does not tell. */
  stores(): Promise<string[]>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** DESIGN P5; no-op unless the option `touch` is on. */
  touch(id: string): Promise<void>;

  search(query: string, options?: SearchOptions): Promise<SearchResponse>;

  /**
   * The memories nearest to one by meaning, best first. Rejects with `not-found`, and with `mode-unavailable` while the
   * memory is not embedded.
   */
  similar(id: string, options?: SimilarOptions): Promise<SimilarMemory[]>;

  /**
   * The passages that answer best, packed into a budget of tokens for a language model: deduplicated, in reading order,
   * numbered, with their sources. Rejects as `search` does, and with `invalid-option` where `tokens` is no such number.
   */
  context(query: string, options: ContextOptions): Promise<Context>;

  import(
    source: Blob | ImportFile | readonly (Blob | ImportFile)[] | string,
    options?: ImportOptions,
  ): Promise<ImportReport>;
  /** JSON Lines. */
  export(options?: ExportOptions): Promise<Blob>;

  /**
   * Measures keyword, semantic, published RRF, linear and hybrid ranking on queries that a person judged.
   * `settings` vary the hybrid. Rejects with `invalid-option` where `judged` is empty.
   */
  evaluate(
    judged: readonly JudgedQuery[],
    options?: { settings?: SearchSettings; signal?: AbortSignal },
  ): Promise<EvaluationReport>;

  conversation(session: string): Conversation;
  stats(): Promise<Stats>;
  /** Resolves when nothing is left to embed, or embedding is paused or unavailable. */
  idle(): Promise<void>;
  /** Loads the model now, whatever `modelLoad` says. */
  loadModel(): Promise<void>;
  /** Removes the model files that this origin keeps; the next load fetches them again. False when there were none. */
  removeModelCache(): Promise<boolean>;
  /** Switches the model; keyword search stays up while everything is embedded again. */
  setModel(model: string | ModelProfile): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** A hint that a person is typing: the backlog pauses for a moment. */
  typing(): void;
  purge(): Promise<void>;

  subscribe(listener: (event: ChangeEvent) => void): () => void;
  onProgress(listener: (progress: Progress) => void): () => void;
  onStorage(listener: (notice: StorageNotice) => void): () => void;
  onError(listener: (error: Error) => void): () => void;

  /** Ends the workers of this page's last client of the store. */
  close(): Promise<void>;
  /** Deletes the store. */
  destroy(): Promise<void>;
}
