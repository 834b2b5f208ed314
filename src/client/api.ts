/** What the public client takes: types only. The client itself is in `hybrid-search-client.ts`. */
import type { ImportFormat, ImportProgress } from '../core/import/report.ts';
import type { ModelProfile } from '../core/options/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type { LogEntry } from '../protocol/engine-values.ts';

export interface SearchOptions extends SearchSettings {
  /** Aborts the search; the promise rejects with code `aborted`. */
  signal?: AbortSignal;
  /**
   * Receives the keyword answer while the query is embedded, then the fused one before its sentences are marked, and again
   * when the first sentence is.
   */
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

/**
 * `auto`: with the store, unless the browser saves data. `idle`: once the page was visible for three seconds and has
 * nothing else to do; right for a popup, which loads none when it is open for a second. `ask` and `manual`: when
 * `loadModel()` is called; with `ask` the element offers it.
 */
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

export type {
  ImportContent,
  ImportCounts,
  ImportFormat,
  ImportPreview,
  ImportProblem,
  ImportProgress,
  ImportRecord,
  ImportReport,
} from '../core/import/report.ts';
export type {
  ChangeEvent,
  ClearOptions,
  DurabilityMode,
  EmbeddingProgress,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  ModelProgress,
  Progress,
  RemoveOptions,
  RowGroup,
  SelectOptions,
  SimilarMemory,
  SimilarOptions,
  Stats,
  StorageNotice,
  TagCount,
  TrashListOptions,
  UpdateOptions,
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
  /** Default: by content, else by file name. */
  format?: ImportFormat;
  /** Split texts over 1 MB at headings instead of reporting them. Default false. */
  split?: boolean;
}

export interface ExportOptions {
  /** Include vectors and the model fingerprint. Default false. */
  vectors?: boolean;
  signal?: AbortSignal;
}

export type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';
