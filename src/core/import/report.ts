import type { JsonObject, MemoryInput } from '../record/memory.ts';
import type { BackupHeader } from './backup.ts';
import type { JoplinIndex } from './joplin-index.ts';
import type { ImportMapping, ImportMappings } from './mapped-fields.ts';
import type { Explained, ImportProblemReason, ImportProblemValues } from './problem-sentences.ts';
import type { SlackIndex } from './slack-index.ts';

export const IMPORT_FORMATS = [
  'json',
  'jsonl',
  'markdown',
  'csv',
  'bookmarks',
  'text',
  'chatgpt',
  'claude',
  'telegram',
  'whatsapp',
  'keep',
  'notion',
  'joplin',
  'slack',
  'kindle',
  'html',
  'mhtml',
  'mail',
  'enex',
  'epub',
  'docx',
  'pdf',
] as const;
/**
 * `json`, `jsonl`, `markdown`, `csv`, `bookmarks`, `text`, `chatgpt`, `claude`, `telegram`, `whatsapp`, `keep`,
 * `notion`, `joplin`, `slack`, `kindle`; and with `hybrid-search-documents` `html`, `mhtml`, `mail`, `enex`, `epub`,
 * `docx`, `pdf`.
 */
export type BuiltInFormat = (typeof IMPORT_FORMATS)[number];
/** A built-in format, or the name of a reader that the page registered (`client.registerReader`). */
export type ImportFormat = BuiltInFormat | (string & {});

/** Maximum bytes of a file whose format isn't in `STREAMED`. */
export const MAX_FILE_BYTES = 256 * 1_048_576;
/** Their readers keep at most one record in memory. */
export const STREAMED: ReadonlySet<BuiltInFormat> = new Set([
  'json',
  'jsonl',
  'csv',
  'chatgpt',
  'claude',
  'telegram',
  'mail',
]);
/** Maximum UTF-16 units of a record as written: a text, escapes, and `MAX_IMAGES` images in base64. */
export const MAX_RECORD_LENGTH = 64 * 1_048_576;
/**
 * Maximum UTF-16 units of a line of our own export: half of V8's longest string. A memory that reaches every limit
 * wouldn't even fit into the longest string.
 */
export const MAX_BACKUP_LINE_LENGTH = 4 * MAX_RECORD_LENGTH;

export type ImportProblemCode =
  | 'invalid-memory'
  | 'invalid-json'
  | 'invalid-csv'
  /** The note was imported, with its front matter kept as text. */
  | 'invalid-front-matter'
  | 'not-utf8'
  | 'empty'
  | 'too-large'
  | 'unsupported-format'
  | 'unsupported-url'
  | 'bad-archive'
  | 'bad-document'
  | 'missing-reader'
  /** There's no space, or no place for files. */
  | 'file-not-kept'
  /** Left out on purpose, such as a note in the trash, or a picture that no note shows. */
  | 'left-out'
  /** The note was imported without a file that it names. */
  | 'file-not-found'
  | 'unreadable';

export interface ImportBytes {
  readonly size: number;
  /** Milliseconds since the epoch. A `File` has it. */
  readonly lastModified?: number;
  slice(start?: number, end?: number): ImportBytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The path is empty for pasted text. */
export interface ImportEntry {
  path: string;
  file: ImportBytes;
  /** Address that the document was fetched from. */
  url?: string;
}

/** A file, or with `session` a conversation in it, as `ImportPreview.sources` names it. */
export interface SourceReference {
  file: string;
  session?: string;
}

export interface ImportSettings {
  /** Default: detected from the content, then from the file name. */
  format?: ImportFormat;
  /** Split texts over 1 MB at headings, instead of reporting them. Default false. */
  split?: boolean;
  /** Encoding of text files that aren't UTF-8. Default none: they're reported. */
  encoding?: string;
  /**
   * Which columns of CSV and keys of JSON fill which fields. Default: by name; tables of Readwise, Raindrop.io,
   * Pocket and Instapaper are recognised by their columns.
   */
  mapping?: ImportMappings;
  /** Files and conversations to leave out, such as some of `ImportPreview.sources`. Default none. */
  leaveOut?: readonly SourceReference[];
  /** Whether documents are kept too, with their text. Default false. */
  keepFiles?: boolean;
}

/**
 * Lines count from 1; 0 means the whole file. `scan`: the record is a picture of text. `missing`: files that the record
 * names, but the export doesn't contain.
 */
export type ImportRow =
  | {
      line: number;
      input: MemoryInput;
      pictures?: readonly PictureReference[];
      missing?: readonly string[];
      scan?: boolean;
    }
  | ({ line: number; code: ImportProblemCode } & Explained)
  /** A message with nothing to import but files, which the export doesn't contain. */
  | { line: number; session: string; missing: readonly string[] }
  /** Yielded during long work, so that other tasks can run. */
  | { pause: true }
  | { line: number; backup: BackupHeader }
  | { line: number; vectors: { [hash: string]: string } };

export interface PictureReference {
  /** As written in the record: relative to its folder or to the root, or only a name. */
  path: string;
  alt: string;
}

export interface ImportOrigin {
  /** `/` between names. Empty for pasted text. */
  path: string;
  /** Milliseconds since the epoch. */
  lastModified?: number;
  /** Address that the file was fetched from. */
  url?: string;
  mapping?: ImportMappings;
  sample?: (record: JsonObject, columns: readonly string[]) => void;
  /** Collision-resistant, in hex. */
  hash: (text: string) => string;
  /** Split texts over 1 MB at headings, instead of reporting them. */
  split: boolean;
  /** Name of the archive, without its extension. */
  archive?: string;
  /** All files of the archive, or of the import if the file isn't in an archive. */
  paths?: ReadonlySet<string>;
  joplin?: JoplinIndex;
  slack?: SlackIndex;
}

/** Yields rows as soon as they're complete. */
export interface ImportReader {
  push(text: string): Iterable<ImportRow>;
  end(): Iterable<ImportRow>;
}

export interface ImportProgress {
  file: string;
  filesDone: number;
  filesTotal: number;
  bytesDone: number;
  bytesTotal: number;
  rows: number;
  /** What was found so far. Only in a preview. */
  contents?: ImportContent[];
}

export interface ImportProblem {
  file: string;
  /** From 1; 0 means the whole file. */
  line: number;
  code: string;
  /** In English. */
  message: string;
  /** Identifies the sentence, for translations. Missing if the text is from a reader that the page registered. */
  reason?: ImportProblemReason;
  values?: ImportProblemValues;
}

/** Has a message only if that says more than the reason's sentence. */
export type ReportedProblem = Omit<ImportProblem, 'message'> & Explained;

/** As the transfer worker sends them. The client adds the messages. */
export type WithoutMessages<Findings extends ImportFindings> = Omit<Findings, 'problems'> & {
  problems: ReportedProblem[];
};

/** What files of one format contain. */
export interface ImportContent {
  format: ImportFormat;
  files: number;
  memories: number;
  /** Conversations, for chats and mail. */
  threads: number;
  /** Memories that aren't messages although there are conversations, such as the documents of a project. */
  notes?: number;
  /** Pages that are pictures of text. Their words are found once `readPictures` is on. Missing if there are none. */
  scans?: number;
  /** Milliseconds since the epoch of the earliest and the latest memory. Missing if none has a date. */
  from?: number;
  to?: number;
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/** A file, or a conversation of a chat, with what was found in it. */
export interface ImportSource extends SourceReference {
  format: ImportFormat;
  /**
   * For a conversation, its title or the beginning of its first message. For a file, its path, without ids if it's from
   * Notion. For Joplin, the note's title.
   */
  title: string;
  memories: number;
  /** Size of a document in bytes, which `keepFiles` would keep. Missing for other formats. */
  bytes?: number;
  /** Milliseconds since the epoch of the earliest and the latest memory. Missing if none has a date. */
  from?: number;
  to?: number;
}

/** Tables, or files of JSON records, with the same columns. */
export interface ImportTable {
  /** The first file with these columns. */
  file: string;
  files: number;
  /** Keys of JSON include those inside objects: `author.name`, `tags[].name`. */
  columns: string[];
  /** The first records, with long values cut. */
  rows: JsonObject[];
  /** The mapping in use. A column without a field is `metadata`. */
  mapping: ImportMapping;
  /** The program that writes such tables, if it's a known one. */
  program?: string;
}

/** What was found in files. */
export interface ImportFindings {
  /** The format with the most memories comes first. */
  contents: ImportContent[];
  problems: ImportProblem[];
  /** Whether the import ended before all files were read. */
  cancelled: boolean;
}

/** What an import would find. Nothing is written. */
export interface ImportPreview extends ImportFindings {
  /** Sources in the order in which they were found. */
  sources: ImportSource[];
  /** At most 20 kinds of tables. */
  tables: ImportTable[];
}

export interface ImportReport extends ImportFindings, ImportCounts {
  /** For `removeImport`. Missing if nothing was added. */
  importId?: string;
}

/** An import that added memories. */
export interface ImportRecord extends ImportCounts {
  id: string;
  /** The file's name, or the folder's if all files are in one, otherwise the first file's. Empty for pasted text. */
  name: string;
  files: number;
  startedAt: number;
  /** Missing while it runs, and after it was cancelled or interrupted. Importing the same files again continues it. */
  endedAt?: number;
  contents: ImportContent[];
}
