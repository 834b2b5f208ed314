/** Formats whose readers are in a separate package. A reader is loaded for the first file that needs it. */
export const DOCUMENTS_PACKAGE = 'hybrid-search-documents';

const SCRIPTS = {
  html: 'markup',
  mhtml: 'markup',
  mail: 'markup',
  enex: 'markup',
  epub: 'markup',
  docx: 'word',
  pdf: 'pdf',
} as const;

export type DocumentFormat = keyof typeof SCRIPTS;
/** There are several scripts, so that a document needn't wait until another format's library is loaded. */
export type DocumentScript = (typeof SCRIPTS)[DocumentFormat];

export const isDocument = (format: string): format is DocumentFormat => Object.hasOwn(SCRIPTS, format);

export const scriptOf = (format: DocumentFormat): DocumentScript => SCRIPTS[format];

const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype html|html)\b/i;
const ENEX =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype en-export\b[^>]{0,300}>\s*)?<en-export\b|^\s*(?:<\?xml[^>]{0,200}>\s*)?<!doctype en-export\b/i;
const MBOX = /^From \S+ [^\n]{0,200}\d\d:\d\d/;
const HEADER =
  /^(?:From|To|Cc|Subject|Date|Message-ID|MIME-Version|Return-Path|Received|Delivered-To|Content-Type|X-[\w-]{1,40}):/gim;
const SAVED_PAGE = /^(?:Snapshot-Content-Location:|From: *<?Saved by\b|Content-Type: *multipart\/related\b)/im;

export function documentOf(start: string, extension: string): DocumentFormat | null {
  if (ENEX.test(start) || extension === 'enex') return 'enex';
  if (HTML.test(start) || /^x?html?$/.test(extension)) return 'html';
  const headers = start.slice(0, start.search(/\r?\n\r?\n|$/)).match(HEADER)?.length ?? 0;
  if (headers >= 2 && (/^mht(?:ml)?$/.test(extension) || SAVED_PAGE.test(start.slice(0, 2_048)))) return 'mhtml';
  return MBOX.test(start) || extension === 'eml' || (headers >= 3 && !TEXT.test(extension)) ? 'mail' : null;
}

/** Files with these extensions aren't recognised as mail by their headers, because a note may begin with such lines. */
const TEXT = /^(?:md|markdown|txt|text|org|rst|log|csv|tsv|json|jsonl)$/;

/** `other` for a document that no reader supports, null if the archive isn't a document. */
export function documentOfEntries(paths: ReadonlySet<string>): DocumentFormat | 'other' | null {
  if (paths.has('META-INF/container.xml')) return 'epub';
  if (paths.has('[Content_Types].xml')) return paths.has('word/document.xml') ? 'docx' : 'other';
  return paths.has('mimetype') && paths.has('content.xml') ? 'other' : null;
}
