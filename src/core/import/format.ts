/** Chooses a file's reader by its beginning and its name. */
import { createChatGptReader } from './apps/chatgpt.ts';
import { createClaudeReader } from './apps/claude.ts';
import { createJoplinReader } from './apps/joplin.ts';
import { createKeepReader } from './apps/keep.ts';
import { createKindleReader, looksLikeClippings } from './apps/kindle.ts';
import { createNotionReader, isNotionName } from './apps/notion.ts';
import { createSlackReader, looksLikeSlack } from './apps/slack.ts';
import { createTelegramReader } from './apps/telegram.ts';
import { createWhatsAppReader, looksLikeWhatsApp } from './apps/whatsapp.ts';
import { isBackup } from './backup.ts';
import { createBookmarksReader } from './bookmarks.ts';
import { createCsvReader } from './csv.ts';
import { type DocumentFormat, documentOf } from './document-formats.ts';
import { createJsonReader } from './json.ts';
import { createJsonlReader } from './jsonl.ts';
import { createMarkdownReader } from './markdown.ts';
import { isMarkdownNote } from './markdown-note.ts';
import type { BuiltInFormat, ImportOrigin, ImportReader } from './report.ts';
import { createTextReader } from './text.ts';
import { encodingOf } from './utf8.ts';

const BY_EXTENSION: ReadonlyMap<string, BuiltInFormat> = new Map([
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

export const DETECTION_BYTES = 8_192;

export type TextFormat = Exclude<BuiltInFormat, DocumentFormat>;

/** Some programs write lines before the signature, so PDF readers accept it within this many bytes. */
const PDF_MARK_WITHIN = 1_024;

interface Format {
  detect?(start: string, path: string): boolean;
  create(origin: ImportOrigin): ImportReader;
}

const CHAT_TYPES = /"type"\s*:\s*"(?:saved_messages|personal_chat|bot_chat|(?:private|public)_\w{1,20})"/;

/** In the order in which they're tried. */
const FORMATS: { readonly [format in TextFormat]: Format } = {
  bookmarks: {
    detect: (start) => /^\s*<!doctype netscape-bookmark-file-1/i.test(start),
    create: createBookmarksReader,
  },
  chatgpt: {
    detect: (start) =>
      isJson(start) && /"mapping"\s*:\s*\{/.test(start) && /"(?:create_time|current_node)"/.test(start),
    create: createChatGptReader,
  },
  claude: {
    detect: (start) =>
      isJson(start) &&
      /"uuid"\s*:/.test(start) &&
      /"(?:chat_messages|docs)"\s*:\s*\[|"prompt_template"|"account"\s*:\s*\{\s*"uuid"/.test(start),
    create: createClaudeReader,
  },
  telegram: {
    detect: (start) =>
      /^\s*\{\s*"(?:about|personal_information|chats)"\s*:/.test(start)
        ? /"(?:personal_information|chats)"\s*:/.test(start)
        : /^\s*\{\s*"(?:name|type|id)"\s*:/.test(start) && CHAT_TYPES.test(start.slice(0, 2_048)),
    create: createTelegramReader,
  },
  keep: {
    detect: (start) => /^\s*\{/.test(start) && /"isTrashed"\s*:/.test(start) && /"(?:color|isPinned)"\s*:/.test(start),
    create: createKeepReader,
  },
  whatsapp: {
    detect: (start, path) => /(?:^|\.(?:txt|text))$/i.test(extensionOf(path)) && looksLikeWhatsApp(start),
    create: createWhatsAppReader,
  },
  slack: { detect: looksLikeSlack, create: createSlackReader },
  kindle: {
    detect: (start, path) => /(?:^|\.(?:txt|text))$/i.test(extensionOf(path)) && looksLikeClippings(start),
    create: createKindleReader,
  },
  notion: { detect: (_, path) => isNotionName(path), create: createNotionReader },
  joplin: { create: createJoplinReader },
  json: { create: createJsonReader },
  jsonl: { detect: isBackup, create: createJsonlReader },
  markdown: { create: createMarkdownReader },
  csv: { create: createCsvReader },
  text: { create: createTextReader },
};

export const TEXT_FORMATS = Object.keys(FORMATS) as TextFormat[];

export function createReader(format: TextFormat, origin: ImportOrigin): ImportReader {
  return FORMATS[format].create(origin);
}

export function detectFormat(path: string, firstBytes: Uint8Array): BuiltInFormat | null {
  const extension = extensionOf(path).slice(1);
  const start = beginning(firstBytes);
  if (start === null) return isPdf(firstBytes) ? 'pdf' : null;
  // Checked first, because our notes' files are named after titles, which may look like another program's file name.
  if (isMarkdownNote(start)) return 'markdown';
  for (const [format, { detect }] of Object.entries(FORMATS)) if (detect?.(start, path)) return format as TextFormat;
  const document = documentOf(start, extension);
  if (document) return document;
  return BY_EXTENSION.get(extension) ?? byContent(start);
}

const extensionOf = (path: string): string => /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? '';

const isJson = (start: string): boolean => /^\s*[[{]/.test(start);

function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, PDF_MARK_WITHIN)).includes('%PDF-');
}

/** Returns null for zero bytes and for the signatures of PDF and RTF, which no text has. */
function beginning(bytes: Uint8Array): string | null {
  const marked = encodingOf(bytes) !== 'utf-8';
  const view = bytes.subarray(0, DETECTION_BYTES);
  if (!marked && (view.includes(0) || isPdf(view))) return null;
  const hasUtf8Mark = view[0] === 0xef && view[1] === 0xbb && view[2] === 0xbf;
  // UTF-16 without its zero bytes: enough for the ASCII that formats begin with.
  if (marked) return String.fromCharCode(...view.subarray(2).filter((byte) => byte !== 0));
  const start = decodeStart(hasUtf8Mark ? view.subarray(3) : view);
  return start.startsWith('{\\rtf') ? null : start;
}

/** Decodes UTF-8 without checking it. The last character may be cut off. */
function decodeStart(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    let code = length === 1 ? byte : byte & (0x7f >> length);
    for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    at += length;
  }
  return text;
}

function byContent(start: string): BuiltInFormat {
  const [first = '', second = ''] = start.trimStart().split('\n');
  if (/^\{.*\}\s*$/.test(first) && second.startsWith('{')) return 'jsonl';
  if (/^(?:\[\s*(?:[{\]]|$)|\{\s*(?:["}]|$))/.test(first.trim())) return 'json';
  if (/^---\s*$/.test(first) || /^#{1,6}\s/m.test(start) || /\[\[[^[\]]+\]\]/.test(start)) return 'markdown';
  return 'text';
}
