/** Reads the bookmarks HTML that browsers export (the Netscape format), without a DOM. */
import type { MemoryInput } from '../record/memory.ts';
import { decodeEntities } from './entities.ts';
import { fileId } from './file-id.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import type { ImportOrigin, ImportReader, ImportRow } from './report.ts';
import { countLines } from './utf8.ts';
import { createWholeFileReader } from './whole-file-reader.ts';

// No `<` inside a tag, because a file full of them would take quadratic time.
const TAG = /<(\/?)(dl|dt|dd|h3|a)\b([^<>]*)>/gi;
const ATTRIBUTE = /([a-z_-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Other schemes (`javascript:`, `place:`, `data:`) lead nowhere, or run code. */
const LINKABLE = /^(?:https?|ftp|file|chrome|about|mailto):/i;
/** Each bookmark has its own list of the folders around it. */
const MAX_FOLDERS = 100;
/** As seconds, this is the year 2286. Larger numbers are milliseconds or microseconds. */
const LARGEST_SECONDS = 1e10;

interface Bookmark {
  line: number;
  attributes: Map<string, string>;
  folders: string[];
  title: string;
  description: string;
}

export function createBookmarksReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader(function* (text) {
    for (const bookmark of joined(readBookmarks(text))) yield toRow(bookmark, origin);
  });
}

/** A page that's bookmarked in several folders is one memory, with all folders as tags. */
function* joined(bookmarks: Iterable<Bookmark>): Generator<Bookmark> {
  const byUrl = new Map<string, Bookmark>();
  for (const bookmark of bookmarks) {
    const url = bookmark.attributes.get('href')?.trim() ?? '';
    const first = byUrl.get(url);
    if (url === '' || !first) {
      byUrl.set(url === '' ? `#${byUrl.size}` : url, bookmark);
      continue;
    }
    first.folders.push(...bookmark.folders);
    for (const said of [bookmark.title, bookmark.description]) {
      if (said !== '' && said !== first.title && !first.description.includes(said)) {
        first.description = [first.description || first.title, said].join('\n');
      }
    }
  }
  yield* byUrl.values();
}

function* readBookmarks(text: string): Generator<Bookmark> {
  const folders: string[] = [];
  let deeper = 0;
  let folder: string | undefined;
  let bookmark: Bookmark | undefined;
  let line = 1;
  let counted = 0;
  const tags = [...text.matchAll(TAG)];
  for (const [index, tag] of tags.entries()) {
    const [whole, slash, name, attributes] = tag as unknown as [string, string, string, string];
    line += countLines(text.slice(counted, tag.index));
    counted = tag.index;
    const content = text.slice(tag.index + whole.length, tags[index + 1]?.index ?? text.length);
    const kind = (slash + name).toLowerCase();
    if (bookmark && kind !== '/a' && kind !== 'dd') {
      yield bookmark;
      bookmark = undefined;
    }
    if (kind === 'a') {
      const title = plainText(content);
      bookmark = { line, attributes: readAttributes(attributes), folders: [...folders], title, description: '' };
    } else if (kind === 'dd' && bookmark) {
      bookmark.description = plainText(content);
    } else if (kind === 'h3') {
      const special = /personal_toolbar_folder|unfiled_bookmarks_folder/i.test(attributes);
      folder = special ? '' : plainText(content);
    } else if (kind === 'dl') {
      if (folders.length < MAX_FOLDERS) folders.push(folder ?? '');
      else deeper++;
      folder = undefined;
    } else if (kind === '/dl') {
      if (deeper > 0) deeper--;
      else folders.pop();
    }
  }
  if (bookmark) yield bookmark;
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name!.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

function plainText(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function toRow(bookmark: Bookmark, origin: ImportOrigin): ImportRow {
  const { line, attributes, title, description } = bookmark;
  const url = attributes.get('href')?.trim() ?? '';
  if (!LINKABLE.test(url)) {
    if (url === '') return { line, code: 'unsupported-url', reason: 'bookmark-without-address' };
    const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url;
    return { line, code: 'unsupported-url', reason: 'not-a-link', values: { url: shown } };
  }
  const createdAt = readTime(attributes.get('add_date'));
  const updatedAt = readTime(attributes.get('last_modified')) ?? createdAt;
  const tags = (attributes.get('tags') ?? '').split(',').map((tag) => tag.trim());
  const input: MemoryInput = {
    // The next export's file may have another name.
    id: fileId(origin.hash, 'bookmarks', url),
    title: title || url,
    text: [description || title, url].filter((part) => part !== '').join('\n'),
    tags: [...bookmark.folders, ...tags].filter((tag) => tag !== ''),
    type: 'bookmark',
    source: IMPORT_SOURCE,
    url,
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  return { line, input };
}

/** Seconds (all browsers), milliseconds or microseconds (some exporters). */
function readTime(value: string | undefined): number | undefined {
  const time = Number(value);
  if (!value || !Number.isFinite(time) || time <= 0) return undefined;
  if (time < LARGEST_SECONDS) return time * 1000;
  return time < LARGEST_SECONDS * 1000 ? time : Math.floor(time / 1000);
}
