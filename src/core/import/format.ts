/** Which format a file has: by its name, else by how it begins. */
import { isBackup } from './backup.ts';
import { createBookmarksReader } from './bookmarks.ts';
import { createCsvReader } from './csv.ts';
import { createJsonReader } from './json.ts';
import { createJsonlReader } from './jsonl.ts';
import { createMarkdownReader } from './markdown.ts';
import type { ImportFormat, ImportOrigin, ImportReader } from './report.ts';
import { createTextReader } from './text.ts';
import { encodingOf } from './utf8.ts';

const BY_EXTENSION: ReadonlyMap<string, ImportFormat> = new Map([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['mdown', 'markdown'],
  ['mkd', 'markdown'],
  ['mdx', 'markdown'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['txt', 'text'],
  ['text', 'text'],
  ['log', 'text'],
  ['org', 'text'],
  ['rst', 'text'],
  ['adoc', 'text'],
  ['tex', 'text'],
]);

/** Bytes that `detectFormat` wants to see. */
export const DETECTION_BYTES = 4_096;

const READERS: { readonly [format in ImportFormat]: (origin: ImportOrigin) => ImportReader } = {
  json: createJsonReader,
  jsonl: createJsonlReader,
  markdown: createMarkdownReader,
  csv: createCsvReader,
  bookmarks: createBookmarksReader,
  text: createTextReader,
};

export function createReader(format: ImportFormat, origin: ImportOrigin): ImportReader {
  return READERS[format](origin);
}

/** Null for what is no text, and for HTML that is no list of bookmarks. */
export function detectFormat(path: string, firstBytes: Uint8Array): ImportFormat | null {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const start = beginning(firstBytes);
  if (start === null) return null;
  if (/^\s*<!doctype netscape-bookmark-file-1/i.test(start)) return 'bookmarks';
  if (/^(?:x?html?)$/.test(extension) || /^\s*<(?:!doctype html|html)\b/i.test(start)) return null;
  return BY_EXTENSION.get(extension) ?? byContent(start);
}

/** The beginning as text, good enough to look at; null where it holds zero bytes or a PDF's mark, as no text does. */
function beginning(bytes: Uint8Array): string | null {
  const marked = encodingOf(bytes) !== 'utf-8';
  const view = bytes.subarray(0, DETECTION_BYTES);
  if (!marked && view.includes(0)) return null;
  const hasUtf8Mark = view[0] === 0xef && view[1] === 0xbb && view[2] === 0xbf;
  // Of UTF-16, every other byte: enough for the ASCII that formats begin with.
  const text = String.fromCharCode(
    ...(marked ? view.subarray(2).filter((byte) => byte !== 0) : view.subarray(hasUtf8Mark ? 3 : 0)),
  );
  return text.startsWith('%PDF-') ? null : text;
}

function byContent(start: string): ImportFormat {
  // Of an empty store too, which is a header alone.
  if (isBackup(start)) return 'jsonl';
  const [first = '', second = ''] = start.trimStart().split('\n');
  if (/^\{.*\}\s*$/.test(first) && second.startsWith('{')) return 'jsonl';
  if (/^(?:\[\s*(?:[{\]]|$)|\{\s*(?:["}]|$))/.test(first.trim())) return 'json';
  if (/^---\s*$/.test(first) || /^#{1,6}\s/m.test(start) || /\[\[[^[\]]+\]\]/.test(start)) return 'markdown';
  return 'text';
}
