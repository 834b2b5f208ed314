/** What the public client accepts. Types only; the client is in `hybrid-search-client.ts`. */
import type { ImportFormat, ImportMappings, ImportProgress, SourceReference } from '../core/import/report.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type { LogEntry } from '../protocol/engine-values.ts';

export interface SearchOptions extends SearchSettings {
  /** Aborts the search. The promise rejects with `aborted`. */
  signal?: AbortSignal;
  /**
   * Called with the keyword answer while the query is embedded, then with the fused one before its sentences are
   * marked, and again when the first sentence is.
   */
  onPartial?: (response: SearchResponse) => void;
}

/** Settings of a search except paging and presentation. */
type ContextSettings = Omit<SearchSettings, 'limit' | 'offset' | 'sort' | 'facets' | 'explain'>;

export interface ContextOptions extends ContextSettings {
  /** Budget of the packed text, a whole number from 1 to 1,000,000. */
  tokens: number;
  /** The tokenizer of the model that will read the text. Default: the embedding model's, or an estimate without one. */
  countTokens?: (text: string) => number;
  /** Whether weak hits may fill the rest of the budget. They never fill it alone. Default true. */
  weak?: boolean;
  /** Aborts. The promise rejects with `aborted`. */
  signal?: AbortSignal;
}

/**
 * `auto`: loads with the store, unless the browser saves data. `idle`: loads once the page has been visible for three
 * seconds and is idle; right for popups, which are often closed sooner. `ask` and `manual`: loads when you call
 * `loadModel()`; with `ask`, the element offers it.
 */
export type ModelLoad = 'auto' | 'idle' | 'ask' | 'manual';

export interface HybridSearchOptions {
  /** Store name. The same name within an origin is the same store. Default `default`. */
  name?: string;
  /** `auto` (by `language`), the id of a shipped model, or the profile of your own. Default `auto`. */
  model?: string | ModelProfile;
  /** Your own cross-encoder for `search({ rerank: true })`. None ships. */
  reranker?: RerankProfile;
  /** When the model is loaded. Default `auto`. */
  modelLoad?: ModelLoad;
  /**
   * Folder with `models/` and `ort/`, absolute or relative to the page, with or without a trailing slash. Default: the
   * folder of the worker's script. `npx hybrid-search-assets DIR` fills one.
   */
  assetBase?: string;
  /** BCP 47 tag. Default: the page's `lang`. */
  language?: string;
  /** Stemming of the keyword arm. Default: `en` for English pages, otherwise `none`. */
  stemming?: 'en' | 'none';
  /** Words that are never stemmed. */
  terms?: readonly string[];
  /** Which arms are used by default. */
  modes?: readonly Arm[];
  /** Defaults for every search. */
  search?: SearchSettings;
  /** Days until a conversation memory expires. Default 7; 0 means never. */
  conversationTtlDays?: number;
  /** Whether `touch(id)` updates access times and counts. Default false. */
  touch?: boolean;
  /** Explicit consent to load a model from the Hugging Face hub at a pinned revision. Default: never. */
  remoteModels?: { host?: string; revision: string };
  /** Called with diagnostics. They contain no content. */
  onLog?: (entry: LogEntry) => void;
}

/** A file with its path in its folder, as drag and drop or a folder picker provide it. */
export interface ImportFile {
  path: string;
  file: Blob;
}

export interface ImportOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Default: detected from the content, then from the file name. */
  format?: ImportFormat;
  /** Split texts over 1 MB at headings, instead of reporting them. Default false. */
  split?: boolean;
  /**
   * Which columns of CSV and keys of JSON fill which fields. Default: by name; tables of Readwise, Raindrop.io and Instapaper are
   * recognised by their columns.
   */
  mapping?: ImportMappings;
  /** Files and conversations that don't come in, such as some of `preview().sources`. Default none. */
  leaveOut?: readonly SourceReference[];
}

export interface ExportOptions {
  /**
   * `jsonl`: everything in one file. `markdown`: a zip with a Markdown file a note, its fields as front matter, and the pictures
   * in a folder of their own. `import` takes both again. Default `jsonl`.
   */
  format?: 'jsonl' | 'markdown';
  /** Include vectors and the model fingerprint, in JSON Lines. Default false. */
  vectors?: boolean;
  signal?: AbortSignal;
}
