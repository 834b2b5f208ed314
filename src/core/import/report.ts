/** What an import takes, says and returns: plain data, shared by the readers, the engine and the public client. */
import type { MemoryInput } from '../record/memory.ts';
import type { BackupHeader } from './backup.ts';
import type { JoplinIndex } from './joplin-index.ts';

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
  'html',
  'mhtml',
  'mail',
  'enex',
  'epub',
  'docx',
  'pdf',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Bytes of a file; an export of our own may be larger, since it is read line by line. */
export const MAX_FILE_BYTES = 256 * 1_048_576;
/**
 * UTF-16 units of one record as written. The text in it is held to `MAX_TEXT_BYTES` by validation; the rest is room for
 * escapes and for `MAX_IMAGES` images in base64.
 */
export const MAX_RECORD_LENGTH = 64 * 1_048_576;
/**
 * The same of a line of our own export. A memory of every limit (8 images, 10,000 links and aliases of 4,096 characters that
 * are all written as escapes) is longer than the longest string of V8, so this is half of that.
 */
export const MAX_BACKUP_LINE_LENGTH = 4 * MAX_RECORD_LENGTH;

export type ImportProblemCode =
  /** The row breaks a limit or rule of memories; the message names the field. */
  | 'invalid-memory'
  | 'invalid-json'
  | 'invalid-csv'
  /** The note was imported, its front matter kept as text. */
  | 'invalid-front-matter'
  | 'not-utf8'
  | 'empty'
  | 'too-large'
  | 'unsupported-format'
  | 'unsupported-url'
  /** An archive, or an entry of one, is beyond what is unpacked, damaged or encrypted. */
  | 'bad-archive'
  /** A document is damaged, encrypted, or built to break its reader. */
  | 'bad-document'
  /** The package that reads such files is not where it was looked for; the message names it. */
  | 'missing-reader'
  /** Not imported on purpose, as a note that lies in the trash. */
  | 'left-out'
  /** The file could not be read, as when it was removed meanwhile. */
  | 'unreadable';

/** The part of a `Blob` or `File` that an import reads. */
export interface ImportBytes {
  readonly size: number;
  /** Milliseconds since the epoch; a `File` has it. */
  readonly lastModified?: number;
  slice(start?: number, end?: number): ImportBytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A file with the path that it has in its folder; an empty path for pasted text. */
export interface ImportFile {
  path: string;
  file: ImportBytes;
}

export interface ImportOptions {
  /** Default: by content, else by file name. */
  format?: ImportFormat;
  /** Split texts over 1 MB at headings instead of reporting them. Default false. */
  split?: boolean;
}

/** A record found in a file, or what is wrong there. Lines count from 1; 0 means the whole file. */
export type ImportRow =
  | { line: number; input: MemoryInput; pictures?: readonly PictureReference[] }
  | { line: number; code: ImportProblemCode; message: string }
  | { line: number; backup: BackupHeader }
  | { line: number; vectors: { [hash: string]: string } };

/** A picture that a record shows, to be looked for among the other files of its archive or folder. */
export interface PictureReference {
  /** As the record names it: relative to the record's folder, to the root, or a name alone. */
  path: string;
  alt: string;
}

/** Where the rows come from: what a reader cannot see in the text. */
export interface ImportOrigin {
  /** Path in its folder, `/` between names; empty for pasted text. */
  path: string;
  /** Milliseconds since the epoch, where the file system knows. */
  lastModified?: number;
  /** A collision-resistant hash of a text, in hex. */
  hash: (text: string) => string;
  /** Split texts over 1 MB at headings instead of reporting them. */
  split: boolean;
  /** Name of the archive that the file lies in, without its extension. */
  archive?: string;
  /** Paths of all files of the archive. */
  paths?: ReadonlySet<string>;
  /** Of a Joplin export: what its notes need to know of its other items. */
  joplin?: JoplinIndex;
}

/** Text goes in as it is decoded, in pieces of any size; rows come out as soon as they are whole. */
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
}

export interface ImportProblem {
  file: string;
  /** From 1; 0 where the whole file is meant. */
  line: number;
  code: string;
  message: string;
}

/** What files of one format hold. */
export interface ImportContent {
  format: ImportFormat;
  files: number;
  memories: number;
  /** Conversations, where they are of a chat. */
  threads: number;
  /** Of the earliest and the latest memory, milliseconds since the epoch; absent where none has a date. */
  from?: number;
  to?: number;
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/** What an import would find, before anything is written. */
export interface ImportPreview {
  /** The format that most memories have comes first. */
  contents: ImportContent[];
  problems: ImportProblem[];
  /** Not all files were looked at. */
  cancelled: boolean;
}

export interface ImportReport extends ImportPreview, ImportCounts {
  /** For `removeImport`; absent where nothing was added. */
  importId?: string;
}

/** An import that added memories. */
export interface ImportRecord extends ImportCounts {
  id: string;
  /** Of the file, or the folder that all files lie in; of several files the first one's; empty for pasted text. */
  name: string;
  /** How many were given. */
  files: number;
  startedAt: number;
  /** Absent while it runs, and after it was cancelled or closed in the middle: the same files again go on with it. */
  endedAt?: number;
  contents: ImportContent[];
}
