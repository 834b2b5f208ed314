/** Reads a Markdown file as one memory or, with `split`, a long one as several. The text stays as written. */
import { setOwn } from '../record/json.ts';
import type { JsonObject, MemoryInput } from '../record/memory.ts';
import {
  MAX_LINK_LENGTH,
  MAX_LINKS,
  MAX_NAME_LENGTH,
  MAX_TAGS,
  MAX_TEXT_BYTES,
  MAX_TITLE_LENGTH,
} from '../record/memory-limits.ts';
import { exceedsUtf8Bytes } from '../record/well-formed.ts';
import { wikiLinks, withoutWikiLinks } from '../record/wiki-links.ts';
import { fileId, nameOf } from './file-id.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import { linkedNotes } from './linked-notes.ts';
import { isNoteOf, type MarkdownNote, noteOf, readMarkdownNote } from './markdown-note.ts';
import { PAUSE, type Pause } from './pause.ts';
import { recordToInput } from './record.ts';
import type { ImportOrigin, ImportReader, ImportRow, PictureReference } from './report.ts';
import { splitWithPauses } from './split.ts';
import { createWholeFileReader } from './whole-file-reader.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t])/;
/** Also limits the time spent on a heading's markup. */
const MAX_HEADING_LENGTH = 1_000;
const INLINE_CODE = /`+[^`\n]*`+/g;
/** Letters, digits, `_`, `-` or `/`, but not only digits, because `#12` is a number. */
const INLINE_TAG = /(?<![^\s([{,;])#(?!\d+(?![\p{L}\p{N}\p{M}_/-]))([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,99})/gu;
const HEX_COLOR = /^(?=[^/]*\d)(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const ATTACHMENT = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|pdf|mp[34]|m4a|wav|ogg|webm|mov|zip)$/i;

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i;
/** `![[picture.png|200]]` and `![shown](folder/picture.png "title")`. A number after the bar is a width. */
const EMBED =
  /!\[\[([^[\]|#\n]{1,1000})(?:\|([^[\]\n]{0,1000}))?\]\]|!\[([^[\]\n]{0,1000})\]\(<?([^()<>\n]{1,1000}?)>?(?:\s"[^"\n]{0,500}")?\)/g;
/** `[shown](https://…)` and `<https://…>`, but no pictures. A URL may contain one level of parentheses. */
const WEB_LINK =
  /(?<!!)\[[^[\]\n]{0,1000}\]\(<?((?:https?:\/\/|mailto:)(?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,4000})|<((?:https?:\/\/|mailto:)[^\s<>]{1,4000})>/gi;
/** `key:: value` alone on a line or as a list item, as Dataview reads it. */
const INLINE_FIELD = /^[ \t]*(?:[-*+][ \t]+)?([\p{L}_][\p{L}\p{N}_ -]{0,60})::[ \t]+(\S.{0,999})$/u;
const MAX_INLINE_FIELDS = 100;
/** The most expensive lines take about 3 µs each. */
const LINES_A_STEP = 1_024;

export function createMarkdownReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader((text) => readMarkdown(text, origin));
}

function* readMarkdown(text: string, origin: ImportOrigin): Generator<ImportRow> {
  const own = readMarkdownNote(text);
  if (own) return yield noteRow(own, origin);
  const { frontMatter, body, bodyLine, problem } = splitFrontMatter(text);
  if (isNoteOf(frontMatter.rest)) return yield noteRow(noteOf(exportedFields(frontMatter), body), origin);
  if (problem) yield { code: 'invalid-front-matter', ...problem };
  const given = frontMatter.title?.trim();
  if (body.trim() === '') {
    // A note that's only front matter can still have a title.
    if (!frontMatter.title) yield { line: 0, code: 'empty', reason: 'empty-note' };
    else
      yield { line: 1, input: yield* toInput(frontMatter.title, given || nameOf(origin.path), frontMatter, origin, 0) };
    return;
  }
  const isLong = exceedsUtf8Bytes(body, MAX_TEXT_BYTES);
  if (isLong && !origin.split) {
    yield { line: 0, code: 'too-large', reason: 'long-note' };
    return;
  }
  const title = given || (yield* firstHeading(body)) || nameOf(origin.path);
  if (!isLong) {
    const pictures = picturesOf(body);
    const input = yield* toInput(body, title, frontMatter, origin, 0);
    yield { line: bodyLine, input, ...(pictures.length > 0 && { pictures }) };
    return;
  }
  let index = 0;
  for (const part of splitWithPauses(body)) {
    if ('pause' in part) {
      yield part;
      continue;
    }
    const input = yield* toInput(part.text, title, frontMatter, origin, index++);
    yield { line: bodyLine + part.line - 1, input };
  }
}

const noteRow = ({ record, pictures }: MarkdownNote, origin: ImportOrigin): ImportRow => ({
  line: 1,
  input: recordToInput(record, origin),
  ...(pictures.length > 0 && { pictures }),
});

const exportedFields = ({ rest, title, tags, aliases, lang, createdAt, updatedAt }: FrontMatter): JsonObject => ({
  ...rest,
  ...(title !== undefined && { title }),
  tags,
  ...(aliases.length > 0 && { aliases }),
  ...(lang !== undefined && { lang }),
  ...(createdAt !== undefined && { created: createdAt }),
  ...(updatedAt !== undefined && { updated: updatedAt }),
});

/** @param part from 0; all but the first have their number in title and id */
function* toInput(
  text: string,
  title: string,
  frontMatter: FrontMatter,
  origin: ImportOrigin,
  part: number,
): Generator<Pause, MemoryInput> {
  const found = yield* scan(text, origin);
  const name = nameOf(origin.path);
  const ending = part > 0 ? ` (${part + 1})` : '';
  const shortTitle = title.slice(0, MAX_TITLE_LENGTH - ending.length) + ending;
  const metadata: JsonObject = { ...(origin.path !== '' && { path: origin.path }), ...frontMatter.rest };
  for (const [field, value] of Object.entries(found.fields))
    if (!Object.hasOwn(metadata, field)) setOwn(metadata, field, value);
  if (part > 0) metadata.part = part + 1;
  const named = part === 0 && name !== '' && name.toLowerCase() !== title.toLowerCase();
  return {
    ...(origin.path !== '' && { id: fileId(origin.hash, IMPORT_SOURCE, origin.path, part > 0 ? String(part) : '') }),
    ...(shortTitle !== '' && { title: shortTitle }),
    text,
    tags: within([...frontMatter.tags, ...found.tags], MAX_TAGS, MAX_NAME_LENGTH),
    source: IMPORT_SOURCE,
    links: within(found.links, MAX_LINKS, MAX_LINK_LENGTH),
    // Wiki links name files, so the name of the file is an alias.
    aliases: within(named ? [...frontMatter.aliases, name] : frontMatter.aliases, MAX_LINKS, MAX_LINK_LENGTH),
    ...(frontMatter.lang !== undefined && { lang: frontMatter.lang }),
    metadata,
    ...(frontMatter.createdAt !== undefined && { createdAt: frontMatter.createdAt }),
    ...timeOfUpdate(frontMatter, origin),
  };
}

function within(labels: readonly string[], most: number, longest: number): string[] {
  return [...new Set(labels)].filter(({ length }) => length <= longest).slice(0, most);
}

function timeOfUpdate(frontMatter: FrontMatter, origin: ImportOrigin): Pick<MemoryInput, 'updatedAt'> {
  const time = frontMatter.updatedAt ?? frontMatter.createdAt ?? origin.lastModified;
  return time === undefined ? {} : { updatedAt: time };
}

/** Pictures on the web stay links. */
function picturesOf(text: string): PictureReference[] {
  if (!text.includes('![')) return [];
  const pictures = new Map<string, PictureReference>();
  for (const [, embedded, shown = '', alt = '', linked] of text.matchAll(EMBED)) {
    const path = (embedded ?? linked ?? '').trim();
    const label = embedded === undefined ? alt : shown;
    if (!PICTURE.test(path) || /^[a-z][a-z\d+.-]*:/i.test(path)) continue;
    const name = path.split('/').pop()!;
    pictures.set(path, { path, alt: label === '' || /^[\dx]+$/.test(label) ? name : label });
  }
  return [...pictures.values()];
}

interface Found {
  fields: JsonObject;
  tags: string[];
  links: string[];
}

/** Yields lines outside of code blocks, and a pause now and then. */
function* proseLines(text: string): Generator<string | Pause> {
  let fence: string | undefined;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (index % LINES_A_STEP === LINES_A_STEP - 1) yield PAUSE;
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark === undefined) yield line;
    else fence = mark;
  }
}

function* firstHeading(text: string): Generator<Pause, string | undefined> {
  for (const line of proseLines(text)) {
    if (typeof line !== 'string') yield line;
    else if (line.includes('#')) {
      const heading = headingText(line.slice(0, MAX_HEADING_LENGTH));
      if (heading !== undefined) return heading;
    }
  }
  return undefined;
}

function* scan(text: string, origin: ImportOrigin): Generator<Pause, Found> {
  const fields: JsonObject = {};
  let room = MAX_INLINE_FIELDS;
  const tags = new Set<string>();
  const links = new Set<string>();
  for (const line of proseLines(text)) {
    if (typeof line !== 'string') {
      yield line;
      continue;
    }
    if (room > 0 && line.includes(':: ') && addInlineField(fields, line)) room--;
    // These patterns are the main cost of a large import, and most lines don't need them.
    const hasAddress = line.includes('](') || line.includes(']:') || line.includes('<');
    if (!line.includes('#') && !line.includes('[[') && !hasAddress) continue;
    const prose = line.replace(INLINE_CODE, ' ');
    if (hasAddress) for (const [, linked, alone] of prose.matchAll(WEB_LINK)) links.add((linked ?? alone)!);
    if (hasAddress) for (const id of linkedNotes(prose, origin)) links.add(id);
    for (const target of wikiLinks(prose)) if (!ATTACHMENT.test(target)) links.add(target);
    for (const [, tag] of withoutWikiLinks(prose).matchAll(INLINE_TAG)) {
      if (!HEX_COLOR.test(tag!)) tags.add(tag!.replace(/[/-]+$/, ''));
    }
  }
  return { tags: [...tags], links: [...links], fields };
}

function addInlineField(fields: JsonObject, line: string): boolean {
  const [, name, value] = INLINE_FIELD.exec(line.slice(0, 1_100).trimEnd()) ?? [];
  if (name === undefined || value === undefined) return false;
  setOwn(fields, name.trim(), value);
  return true;
}

function headingText(line: string): string | undefined {
  const opening = HEADING.exec(line)?.[0];
  if (opening === undefined) return undefined;
  const text = withoutClosing(line.slice(opening.length).trim())
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(\*\*|__|[*`~])(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .trim();
  return text === '' ? undefined : text;
}

/** A regular expression would take quadratic time on spaces before the closing `##`. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (end > 0 && heading[end - 1] === '#') end--;
  return end === 0 || heading[end - 1] === ' ' || heading[end - 1] === '\t' ? heading.slice(0, end).trim() : heading;
}
