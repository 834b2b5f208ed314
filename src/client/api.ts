import type { ImportMappings } from '../core/import/mapped-fields.ts';
import type { ImportFormat, ImportProgress, SourceReference } from '../core/import/report.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type { LogEntry } from '../protocol/engine-values.ts';

export interface SearchOptions extends SearchSettings {
  /** Aborts the search, which then rejects with `aborted`. */
  signal?: AbortSignal;
  /**
   * Called with earlier answers, at most four. One has only keyword results, because the query is still being embedded.
   * The others are fused: before reranking, before sentences are marked, and with only the first sentence marked.
   */
  onPartial?: (response: SearchResponse) => void;
}

type ContextSettings = Omit<SearchSettings, 'limit' | 'offset' | 'sort' | 'facets' | 'explain'>;

export interface ContextOptions extends ContextSettings {
  /** Budget of the packed text in tokens, an integer from 1 to 1,000,000. */
  tokens: number;
  /**
   * Counts the tokens of a text for the model that will read it. Default: the embedding model's tokenizer, or an
   * estimate if that model isn't loaded.
   */
  countTokens?: (text: string) => number;
  /** Whether weak hits may fill the rest of the budget. A context never consists of weak hits alone. Default true. */
  weak?: boolean;
  /** Aborts the call, which then rejects with `aborted`. */
  signal?: AbortSignal;
}

/**
 * When the model loads. `auto`: with the store, unless the browser is set to save data. `idle`: once the page has been
 * visible for three seconds and is idle, which suits popups. `ask` and `manual`: when you call `loadModel()`, or when
 * the user clicks the button that the element shows.
 */
export type ModelLoad = 'auto' | 'idle' | 'ask' | 'manual';

export interface HybridSearchOptions {
  /** Name of the store. Within an origin, the same name means the same store. Default `default`. */
  name?: string;
  /** `auto` (chosen by `language`), the id of a shipped model, or the profile of your own. Default `auto`. */
  model?: string | ModelProfile;
  /** Your own cross-encoder for `search({ rerank: true })`. The package contains none. */
  reranker?: RerankProfile;
  /**
   * Whether to read words in the pictures of notes, on this device. `hybrid-search-ocr` (16 MB) is loaded for the first
   * picture. Default false; `client.readPictures` changes it.
   */
  readPictures?: boolean;
  /**
   * A PP-OCR model under `models/`, for example for another writing system. Default: the model of `hybrid-search-ocr`.
   */
  pictureModel?: PictureModelProfile;
  /** When the model is loaded. Default `auto`. */
  modelLoad?: ModelLoad;
  /**
   * Folder with `models/` and `ort/`, absolute or relative to the page. Default: the folder of the worker's script.
   * `npx hybrid-search-assets DIR` fills one.
   */
  assetBase?: string;
  /** BCP 47 tag of the language of notes and queries. Default: the page's `lang`. */
  language?: string;
  /** Stemming of the keyword arm. Default: `en` if `language` is English or unknown, otherwise `none`. */
  stemming?: 'en' | 'none';
  /** Words that are never stemmed. Default: none. */
  terms?: readonly string[];
  /** Arms that searches use. Default: all that are available. */
  modes?: readonly Arm[];
  /** Default settings for every search. */
  search?: SearchSettings;
  /** Days until a conversation memory expires, ≥ 0. Default 7; 0 means never. */
  conversationTtlDays?: number;
  /** Whether `touch(id)` updates access times and counts. Default false. */
  touch?: boolean;
  /** Consent to load models from the Hugging Face hub, or another `host`, at a pinned revision. Default: never. */
  remoteModels?: { host?: string; revision: string };
  /** Called with diagnostic events, which contain no content. */
  onLog?: (entry: LogEntry) => void;
}

/** A file with its path in its folder, as drag and drop or a folder picker provide it. */
export interface ImportFile {
  path: string;
  file: Blob;
  /**
   * Address that a document (PDF, DOCX, EPUB, HTML, mail) was fetched from. Its memories get it as `url` unless the
   * document names an address of its own; in those of a PDF it ends with the page (`#page=2`).
   */
  url?: string;
}

/** What a reader gets with a file. */
export interface CustomReaderContext {
  /** Path of the file in its folder or archive, with `/` between names. */
  path: string;
  /** Aborted when the file isn't needed any more: after it was read, or when the import is cancelled or fails. */
  signal: AbortSignal;
}

/**
 * A memory, or why a row couldn't be read. `line` is the row's line in the file, from 1. Default: the number of the
 * row.
 */
export type CustomReaderRow = { memory: MemoryInput; line?: number } | { problem: string; line?: number };

/**
 * Reads files of a format that isn't built in. It runs on the page's thread, so parse long files in pieces, or in a
 * worker of your own. If it throws, the error is listed as a problem of the file, and the import continues with the
 * next file.
 */
export interface CustomReader {
  /** Name of the format in the element and in reports. 1–50 characters. */
  name: string;
  /** File name extensions of the format, without the first dot: `['gpx']`. Case doesn't matter. */
  extensions: readonly string[];
  /**
   * Whether a file with one of the extensions has this format. If not, the next reader is tried, and then the built-in
   * ones. `head` has the first 8 KB. Default: the extension decides.
   */
  detect?(head: Uint8Array, path: string): boolean | Promise<boolean>;
  /**
   * Yields a row for each memory. Rows are validated one by one and stored in batches. A memory without an `id` gets
   * one derived from path and content, so importing the same file again adds nothing. If a memory with an `id` has
   * changed, it replaces the earlier one.
   */
  read(
    file: File,
    context: CustomReaderContext,
  ): AsyncIterable<CustomReaderRow> | Iterable<CustomReaderRow> | Promise<Iterable<CustomReaderRow>>;
}

export interface ImportOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /**
   * A built-in format, or the name of a registered reader. Default: detected from the content, then from the file name.
   */
  format?: ImportFormat;
  /** Whether to split texts over 1 MB at headings instead of reporting them as problems. Default false. */
  split?: boolean;
  /**
   * Encoding of text files that aren't UTF-8: a label of the Encoding Standard, such as `windows-1252`. Default none:
   * they are reported as `not-utf8`. UTF-16 with a byte order mark is recognised.
   */
  encoding?: string;
  /**
   * Maps CSV columns and JSON keys to fields. Default: by their names; tables of Readwise, Raindrop.io, Pocket and
   * Instapaper are recognised by their columns.
   */
  mapping?: ImportMappings;
  /** Files and conversations to leave out, taken from `preview().sources`. Default none. */
  leaveOut?: readonly SourceReference[];
  /**
   * Whether documents (PDF, DOCX, EPUB, HTML, mail, Evernote) are kept on this device with their text, for `file(id)`.
   * If a document can't be kept, its text is still imported, and the report has the problem `file-not-kept`. Default
   * false.
   */
  keepFiles?: boolean;
}

export interface ExportOptions {
  /**
   * `jsonl`: all memories in one file. `markdown`: a zip with one Markdown file per note, its fields as front matter,
   * and the pictures in a folder of their own. `import` reads both. Default `jsonl`.
   */
  format?: 'jsonl' | 'markdown';
  /** Whether to include vectors and the model fingerprint; JSON Lines only. Default false. */
  vectors?: boolean;
  signal?: AbortSignal;
}
