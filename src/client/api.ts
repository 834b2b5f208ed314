/** The public client (DESIGN U6): types only. `createHybridSearch` in `client.ts` implements it. */
import type { ImportFormat, ImportProgress, ImportReport } from '../core/import/report.ts';
import type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';
import type { ModelProfile } from '../core/options/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { Memory, MemoryInput, TimeInput } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';

export interface SearchOptions extends SearchSettings {
  /** Aborts the search; the promise rejects with code `aborted`. */
  signal?: AbortSignal;
  /** Receives the keyword answer before the fused one. */
  onPartial?: (response: SearchResponse) => void;
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
  /** Folder that holds the models, absolute or relative to the module; default beside the module. */
  modelBase?: string;
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

export interface LogEntry {
  event: string;
  at: number;
  detail: { [key: string]: string | number | boolean | null };
}

export interface ListOptions {
  /** 1–1000, default 50. */
  limit?: number;
  offset?: number;
  /** Default `newest` (by `createdAt`). */
  sort?: 'newest' | 'oldest' | 'updated' | 'title';
  filters?: SearchSettings['filters'];
  viewer?: SearchSettings['viewer'];
  now?: number;
}

export interface MemoryList {
  memories: Memory[];
  total: number;
  hasMore: boolean;
}

export interface ChangeEvent {
  /** Empty for `clear`. */
  ids: string[];
  kind: 'put' | 'remove' | 'clear';
  /** `remote`: another tab wrote. */
  origin: 'local' | 'remote';
}

export interface ModelProgress {
  state: 'off' | 'waiting' | 'loading' | 'ready' | 'failed';
  id: string;
  loadedBytes: number;
  totalBytes: number;
  error?: string;
}

export interface EmbeddingProgress {
  /** Chunks with a vector, of all chunks known. */
  embedded: number;
  total: number;
  /** Memories still waiting. */
  queued: number;
  paused: boolean;
  /** Chunks a second over the last ten; 0 when idle. */
  rate: number;
  /** Seconds left, null when unknown. */
  remainingSeconds: number | null;
}

export interface Progress {
  model: ModelProgress;
  embedding: EmbeddingProgress;
}

export type DurabilityMode = 'durable' | 'best-effort' | 'ephemeral';

export interface StorageEvent {
  kind: 'opened' | 'restored' | 'storage-lost' | 'durability' | 'quota';
  durability: DurabilityMode;
  restored: number;
}

export type { ImportProblem, ImportProgress, ImportReport } from '../core/import/report.ts';

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

export interface Stats {
  memories: number;
  chunks: number;
  byType: { [type: string]: number };
  tags: { [tag: string]: number };
  /** Memories whose chunks are all embedded. */
  embedded: number;
  queued: number;
  paused: boolean;
  model: ModelProgress & { fingerprint: string; dims: number; device: string; threads: number };
  /** Runs of the model in the embedding worker since it started, and query vectors that its cache gave. */
  runs: { documents: number; queries: number; cached: number };
  armsAvailable: Arm[];
  indexed: { [arm in Arm]?: number };
  /** Where the keyword index came from at start. */
  keywordIndex: 'snapshot' | 'snapshot+replay' | 'rebuilt';
  cache: { queryHits: number; queryMisses: number; pageHits: number; pageMisses: number };
  latency: { searches: number; p50: number; p95: number };
  storage: { bytes: number; quota: number; durability: DurabilityMode; event: string; restored: number };
  lastSeq: number;
  lastBackup: number | null;
}

export interface Conversation {
  append(message: {
    role: 'user' | 'assistant' | 'system';
    text: string;
    createdAt?: TimeInput;
    id?: string;
  }): Promise<Memory>;
  /** Oldest first, the last `window` (default 50). */
  list(window?: number): Promise<Memory[]>;
  clear(): Promise<void>;
}

export type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';

export interface HybridSearchClient {
  /** Resolves when the store is open and keyword search answers. Rejects with a typed error. */
  readonly ready: Promise<HybridSearchClient>;
  readonly name: string;

  add(input: MemoryInput): Promise<Memory>;
  /** All or none. A long list is taken in slices: leave it as it is until the promise settles. */
  addMany(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  update(id: string, patch: Partial<MemoryInput>): Promise<Memory>;
  upsert(input: MemoryInput): Promise<Memory>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  removeMany(ids: readonly string[]): Promise<number>;
  get(id: string): Promise<Memory | undefined>;
  list(options?: ListOptions): Promise<MemoryList>;
  clear(): Promise<void>;
  /** DESIGN P5; no-op unless the option `touch` is on. */
  touch(id: string): Promise<void>;

  search(query: string, options?: SearchOptions): Promise<SearchResponse>;

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
  /** Switches the model; keyword search stays up while everything is embedded again. */
  setModel(model: string | ModelProfile): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** A hint that a person is typing: the backlog pauses for a moment. */
  typing(): void;
  purge(): Promise<void>;

  subscribe(listener: (event: ChangeEvent) => void): () => void;
  onProgress(listener: (progress: Progress) => void): () => void;
  onStorage(listener: (event: StorageEvent) => void): () => void;
  onError(listener: (error: Error) => void): () => void;

  /** Ends the workers of this page's last client of the store. */
  close(): Promise<void>;
  /** Deletes the store. */
  destroy(): Promise<void>;
}
